// What another box of checkers would say about a move: which remark is made, and how seldom.

import type { GameLine, OtherBoxRemark } from '../generated/wasm';
import { translate } from '../i18n/sentences.svelte';
import { chosen } from '../settings.svelte';
import { pack } from './share-link';

/** A remark in the message slot, with the address of the comparison at that rule. */
export interface OtherBoxNote {
  remark: OtherBoxRemark;
  address: string;
}

const STORED = 'crownhead.other-boxes';

/** What was said during this visit. */
const told = new Set<string>(loadTold());

function loadTold(): string[] {
  try {
    return JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as string[];
  } catch {
    return [];
  }
}

/** Each kind of remark is made once a visit in each game. */
const key = (line: GameLine, { sentence }: OtherBoxRemark) => `${line.game} ${sentence.message}`;

/** The first remark on a move after a line that was not made yet, if remarks are wanted. */
export function noteOf(
  line: GameLine,
  move: string,
  remarks: OtherBoxRemark[],
): OtherBoxNote | null {
  const remark = remarks.find((remark) => !told.has(key(line, remark)));
  if (!remark || !chosen.boxes) return null;
  told.add(key(line, remark));
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...told]));
  } catch {
    // Then a reload forgets what was said.
  }
  return { remark, address: compareAddress(line, move, remark.topic) };
}

/** The comparison of the boxes at a topic, with the move that it is about. */
export const compareAddress = (line: GameLine, move: string, topic: string) =>
  `/rules/compare?${pack(line)}&try=${encodeURIComponent(move)}#${topic}`;

export const noteText = ({ remark }: OtherBoxNote) => translate(remark.sentence);
