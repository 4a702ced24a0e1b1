// Why a call to a worker failed, as a sentence that the page can translate.

import type { LocalizedSentence } from '../types';

export class WorkerError extends Error {
  constructor(readonly sentence: LocalizedSentence) {
    super(sentence.text);
  }
}

/** The sentence of an exception: a WebAssembly module throws its JSON, other code an error. */
export function sentenceOf(thrown: unknown): LocalizedSentence {
  if (typeof thrown === 'string') return JSON.parse(thrown) as LocalizedSentence;
  return { text: (thrown as Error)?.message ?? String(thrown) };
}
