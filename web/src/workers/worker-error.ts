// Why a call to a worker failed, as a sentence that the page can translate.

import type { LocalizedSentence } from '../generated/wasm';

export class WorkerError extends Error {
  constructor(readonly sentence: LocalizedSentence) {
    super(sentence.text);
  }
}

/** The sentence of an exception: a WebAssembly module throws its JSON, other code an error. */
export function sentenceOf(thrown: unknown): LocalizedSentence {
  if (typeof thrown === 'string') return JSON.parse(thrown) as LocalizedSentence;
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return { text, message: '', args: [] };
}
