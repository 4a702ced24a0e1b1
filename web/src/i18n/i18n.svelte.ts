// The words of the page in the language that was chosen.

import { chosen } from '../settings.svelte';
import type { TimeControl } from '../generated/protocol';
import { en, type Words } from './en';
import { fill, formOf, type Values } from './format';
import { bestLanguage, languages, loadFile } from './languages';

export type Key = keyof Words;

/** The words of a language besides English, and which it is. */
let loaded = $state.raw<{ code: string; words: Partial<Words> } | null>(null);

/** The language that is spoken now. */
export const language = (): string =>
  chosen.language in languages ? chosen.language : bestLanguage(navigator.languages);

/** Loads the words of the language, unless they are here. */
export async function loadWords() {
  const code = language();
  if (code !== 'en' && loaded?.code !== code) {
    // Without them the page speaks English.
    const words = await loadFile<Partial<Words>>(code, 'words');
    if (words && code === language()) loaded = { code, words };
  }
  const root = document.documentElement;
  root.lang = wordsLanguage();
  root.dir = languages[wordsLanguage()]!.direction;
}

/** The language of the words that are here: English until others are. */
const wordsLanguage = () => (loaded?.code === language() ? loaded.code : 'en');

/** A text in the language that was chosen, with its places filled in; in English where it has none. */
export function t(key: Key, values: Values = {}): string {
  const code = wordsLanguage();
  const own = code === 'en' ? undefined : loaded?.words[key];
  const spoken = own ? code : 'en';
  return fill(formOf(own ?? en[key], values.count, spoken), values, spoken);
}

const isKey = (key: string): key is Key => key in en;

/** A text whose key is made at run time; what has no words is shown as it is. */
export function word(key: string): string {
  return isKey(key) ? t(key) : key;
}

/** How the players ended a game; nothing where the rules ended it. */
export function endReasonText(reason: string, loser: string): string {
  const key = `by-${reason}`;
  return isKey(key) ? t(key, { name: loser }) : '';
}

/** Several things as they are named in a sentence: "a, b and c", or "a, b or c". */
export const list = (things: string[], type: Intl.ListFormatType = 'conjunction') =>
  new Intl.ListFormat(language(), { type }).format(things);

/** For whom one waits. */
export const waitingFor = (name: string) =>
  name === t('opponent') ? t('waiting-opponent') : t('waiting', { name });

/** A day as it is written in the language. */
export const date = (time: number) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium' }).format(time);

/** A day and the time of day as they are written in the language. */
export const dateTime = (time: number) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(time);

/** A number as it is written in the language. */
export const number = (value: number, options?: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(language(), options).format(value);

/** A length of time in words: "2 days 3 hours". */
export function duration(parts: Partial<Record<'day' | 'hour' | 'minute', number>>): string {
  const each = Object.entries(parts).map(([unit, value]) =>
    number(value, { style: 'unit', unit, unitDisplay: 'long' }),
  );
  return new Intl.ListFormat(language(), { type: 'unit', style: 'short' }).format(each);
}

/** A number of days, as it stands on a button. */
export const days = (count: number) =>
  new Intl.NumberFormat(language(), { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(
    count,
  );

export function clockText(clock: TimeControl): string {
  if (clock.kind === 'none') return t('no-clock');
  if (clock.kind === 'days') return t('clock-days', { count: clock.days });
  return t('clock-main', { minutes: clock.time / 60_000, seconds: clock.increment / 1000 });
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
