// The sentences of the rule book in the language that was chosen. English ones come with the rules;
// others stand in a table by the rule's id, or by its part after the game's name where several games
// say the same.

import type { Rule } from '../types';
import { language } from './words.svelte';

type Table = Record<string, string>;

let table: Table | null = null;

/** Loads the table of the language, if it has one. Without it the book speaks English. */
export async function loadBook() {
  if (language() === 'en') table = null;
  else
    table = await import('./book.es.json').then(
      (it) => it.default,
      () => null,
    );
}

export function sayRule({ id, says }: Rule): string {
  return table?.[id] ?? table?.[id.slice(id.indexOf('.') + 1)] ?? says;
}
