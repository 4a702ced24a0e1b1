// Why a worker has no answer, as a sentence that the page can say in its language.

import type { Said } from '../types';

export class Unable extends Error {
  constructor(readonly said: Said) {
    super(said.says);
  }
}

/** What was thrown in a worker: by a module a sentence as JSON, by anything else an error. */
export function said(thrown: unknown): Said {
  if (typeof thrown === 'string') return JSON.parse(thrown) as Said;
  return { says: thrown instanceof Error ? thrown.message : String(thrown) };
}
