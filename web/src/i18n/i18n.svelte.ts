// The words of the page in the language that was chosen.

import { chosen } from '../settings.svelte';
import type { TimeControl } from '../generated/protocol';
import { en, type Words } from './en';

export type Key = keyof Words;

let spanish = $state.raw<Words | null>(null);

/** The language that is spoken now. */
export function language(): 'en' | 'es' {
  if (chosen.language !== 'auto') return chosen.language;
  return navigator.language.startsWith('es') ? 'es' : 'en';
}

/** Loads the words of the language, unless they are here. */
export async function loadWords() {
  if (language() === 'es' && !spanish) {
    // Without them the page speaks English.
    spanish = await import('./es').then(
      ({ es }) => es,
      () => null,
    );
  }
  document.documentElement.lang = spanish ? language() : 'en';
}

/** A text in the language that was chosen, with its places filled in; of one thing, if it has words for that. */
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const words: Words = language() === 'es' && spanish ? spanish : en;
  const single = `${key}-1`;
  const one = (values.count === 1 || values.days === 1) && single in words;
  return fill(words[one ? (single as Key) : key], values);
}

/** A text with its places filled in. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
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

/** Several things as they are named in a sentence. */
export const list = (things: string[]) => new Intl.ListFormat(language()).format(things);

/** For whom one waits. */
export const waitingFor = (name: string) =>
  name === t('opponent') ? t('waiting-opponent') : t('waiting', { name });

/** A day as it is written in the language. */
export const date = (time: number) =>
  new Date(time).toLocaleDateString(language(), { dateStyle: 'medium' });

export function clockText(clock: TimeControl): string {
  if (clock.kind === 'none') return t('no-clock');
  if (clock.kind === 'days') return t('clock-days', { days: clock.days });
  return t('clock-main', { minutes: clock.time / 60_000, seconds: clock.increment / 1000 });
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
