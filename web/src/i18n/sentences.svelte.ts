// Translates the sentences of the rules, the computer and the arbiter. English comes with the
// sentence; other languages have a table by the message's id, or by its part after the game's name
// where several games share a sentence.

import { WorkerError } from '../workers/worker-error';
import type { LocalizedSentence, SentenceArg } from '../generated/wasm';
import { capital, fill, language } from './i18n.svelte';

/** A sentence of a module, or a text of the page itself. */
export type Sentence = Pick<LocalizedSentence, 'text'> & Partial<LocalizedSentence>;

type Table = Record<string, string>;

let table = $state.raw<Table | null>(null);

/** Loads the table of the language, if it has one and it is not here. Without it English is spoken. */
export async function loadSentences() {
  if (language() === 'en' || table) return;
  table = await import('./sentences.es.json').then(
    (it) => it.default,
    () => null,
  );
}

/** A sentence in the language that was chosen. */
export function translate({ text, message = '', args = [] }: Sentence): string {
  if (language() === 'en' || !table) return text;
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
  const text = fill(
    template,
    Object.fromEntries(args.map((arg) => [arg.place, named(table, arg)])),
  );
  const first = args.find(({ place }) => template.startsWith(`{${place}}`));
  if (!/[.?!]$/.test(template)) return text;
  return first && TEXTS.includes(first.kind) ? text : capital(text);
}

const TEXTS: SentenceArg['kind'][] = ['square', 'squares', 'any-of', 'moves', 'text'];

/** What fills a place, as it is named in a sentence. */
function named(table: Table, { kind, texts, others, sentences = [] }: SentenceArg): string {
  const part = (name: string, values: Record<string, string | number> = {}) =>
    fill(table[`part.${name}`] ?? '', values);
  const text = texts.at(-1) ?? '';
  const before = texts.slice(0, -1).join(', ');
  if (kind === 'sentences') return sentences.map(translate).join('; ');
  if (kind === 'side') return table[`side.${text}`] ?? text;
  if (kind === 'typed') return text ? part('typed', { text }) : part('nothing');
  if (others) return part('others', { rest: texts.join(', '), count: others });
  if (!before) return text;
  return part(kind === 'squares' ? 'and' : 'or', { rest: before, last: text });
}
