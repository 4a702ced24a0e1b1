// What a score sheet shows of a game.

import type { Side } from '../generated/protocol';
import { capital, date, t } from '../i18n/i18n.svelte';
import { sideName } from '../i18n/descriptions';
import { moveLines } from './move-lines';
import { resultReason, resultTitle } from './result-text';
import type { Session } from './session';

/** How many boards a sheet has at most, the last position among them. */
const MOST = 6;
/** About how many moves of either side lie between two boards. */
const BETWEEN = 8;

/** After how many moves the board is shown. */
export function diagramsOf(moves: number): number[] {
  const boards = Math.min(MOST, Math.ceil(moves / BETWEEN));
  return Array.from({ length: boards }, (_, i) => Math.round((moves * (i + 1)) / boards));
}

/** A line of a score sheet: its number, and the moves of the side that moves first and of the other. */
export interface SheetLine {
  number: number;
  sides: [string[], string[]];
}

export function sheetLines(moves: string[], begins: Side = 'first'): SheetLine[] {
  const lines: SheetLine[] = [];
  for (const [i, { number, column }] of moveLines(moves, begins).entries()) {
    if (number !== null) lines.push({ number, sides: [[], []] });
    lines.at(-1)!.sides[column].push(moves[i]!);
  }
  return lines;
}

/** Who played, when, and how it ended. */
export function sheetFields(session: Session): { label: string; value: string }[] {
  const { scene } = session;
  const { view } = session.display!;
  const player = (side: Side) => {
    const seat = session.seatOf(side);
    const label = scene ? capital(sideName(scene, side)) : '';
    return { label, value: seat ? session.name(seat) : '' };
  };
  const ended = view.stage.kind === 'over';
  const result = ended ? `${resultTitle(session)}. ${resultReason(session)}` : '';
  return [
    player('first'),
    player('second'),
    { label: t('sheet-date'), value: date(view.time) },
    { label: t('sheet-result'), value: result },
  ];
}
