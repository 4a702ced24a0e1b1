// The sentences of the rule book in the language that was chosen. English ones come with the rules;
// others stand in a table by the rule's id, or by its part after the game's name where several games
// say the same.

import type { RuleEntry } from '../generated/wasm';
import { language } from './i18n.svelte';
import { loadFile } from './languages';

type Table = Record<string, string>;

let table: Table | null = null;

/** Loads the table of the language, if it has one. Without it the book speaks English. */
export async function loadRuleBook() {
  table = await loadFile<Table>(language(), 'rule-book');
}

export function translateRule({ id, text }: RuleEntry): string {
  return table?.[id] ?? table?.[id.slice(id.indexOf('.') + 1)] ?? text;
}
