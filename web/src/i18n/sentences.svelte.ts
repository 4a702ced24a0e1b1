// Translates the sentences of the rules, the computer and the arbiter. English comes with the
// sentence; other languages have a table by the message's id, or by its part after the game's name
// where several games share a sentence.

import { WorkerError } from '../workers/worker-error';
import type { LocalizedSentence, SentenceArg } from '../generated/wasm';
import { fill, type Values } from './format';
import { capital, language, list } from './i18n.svelte';
import { loadFile } from './languages';

/** A sentence of a module, or a text of the page itself. */
export type Sentence = Pick<LocalizedSentence, 'text'> & Partial<LocalizedSentence>;

type Table = Record<string, string>;

/** The table of a language besides English, and which it is. */
let loaded = $state.raw<{ code: string; table: Table } | null>(null);

/** Loads the table of the language, if it has one and it is not here. Without it English is spoken. */
export async function loadSentences() {
  const code = language();
  if (code === 'en' || loaded?.code === code) return;
  const table = await loadFile<Table>(code, 'sentences');
  if (table && code === language()) loaded = { code, table };
}

/** A sentence in the language that was chosen. */
export function translate({ text, message = '', args = [] }: Sentence): string {
  if (loaded?.code !== language()) return text;
  const { table } = loaded;
  const template = table[message] ?? table[message.slice(message.indexOf('.') + 1)];
  return template ? sentence(table, template, args) : text;
}

/** Why there was no answer, in the language that was chosen. */
export async function translateError(error: unknown): Promise<string> {
  await loadSentences();
  return error instanceof WorkerError
    ? translate(error.sentence)
    : String(error).replace(/^Error: /, '');
}

/**
 * It begins with a capital, unless it begins with a square or a move: their texts have one form. What
 * has no full stop is a part of another sentence, and begins small.
 */
function sentence(table: Table, template: string, args: SentenceArg[]): string {
  const values = Object.fromEntries(args.map((arg) => [arg.place, named(table, arg)]));
  const text = fill(template, values, language());
  const first = args.find(({ place }) => template.startsWith(`{${place}}`));
  if (!/[.?!]$/.test(template)) return text;
  return first && TEXTS.includes(first.kind) ? text : capital(text);
}

const TEXTS: SentenceArg['kind'][] = ['square', 'squares', 'any-of', 'moves', 'text'];

/** What fills a place, as it is named in a sentence. */
function named(table: Table, { kind, texts, others, sentences = [] }: SentenceArg): string {
  const part = (name: string, values: Values = {}) =>
    fill(table[`part.${name}`] ?? '', values, language());
  const text = texts.at(-1) ?? '';
  if (kind === 'sentences') return sentences.map(translate).join('; ');
  if (kind === 'side') return table[`side.${text}`] ?? text;
  if (kind === 'typed') return text ? part('typed', { text }) : part('nothing');
  if (others) return part('others', { rest: texts.join(', '), count: others });
  return list(texts, kind === 'squares' ? 'conjunction' : 'disjunction');
}
