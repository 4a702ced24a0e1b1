// The fixed phrases that players can say to each other, and the matches in which one hears none.

import type { Phrase } from '../generated/protocol';
import { loadItem, saveItem } from '../storage';

/** In the order in which they are offered; the types name every phrase of the protocol. */
const ORDER: Record<Phrase, true> = {
  hello: true,
  'good-luck': true,
  'nice-jump': true,
  'well-played': true,
  oops: true,
  'one-moment': true,
  'thank-you': true,
  again: true,
  goodbye: true,
};

export const PHRASES = Object.keys(ORDER) as Phrase[];

/** For how many milliseconds a phrase is shown. */
export const PHRASE_TIME = 8000;

const MOST = 50;
const muted = (): string[] => loadItem<string[]>('muted') ?? [];

export const isMuted = (match: string) => muted().includes(match);

/** Hears nothing more in a match, or hears it again. */
export function setMuted(match: string, mute: boolean) {
  const others = muted().filter((id) => id !== match);
  saveItem('muted', mute ? [match, ...others].slice(0, MOST) : others);
}
