// Where each move of a game stands on its score sheet: two columns, a number for each pair of moves.

import type { Side } from '../generated/protocol';

export interface MoveCell {
  /** The number of the line, at its first move. */
  number: number | null;
  /** 0 for the side that moves first, 1 for the other. */
  column: 0 | 1;
  /** Which of the moves that share this place of the sheet it is, from 0. */
  place: number;
  /** Whether others share the place. */
  shared: boolean;
}

/** What is decided about a missed jump stays on the line of the one who missed it. */
const REMEDY = /^(huff|compel|stand)\b/;

/** A place for each move. The move that a player is compelled to make stands where the taken one does. */
export function moveLines(moves: string[], begins: Side = 'first'): MoveCell[] {
  const cells: MoveCell[] = [];
  let half = begins === 'first' ? -1 : 0;
  let place = 0;
  for (const [i, text] of moves.entries()) {
    const joins = i > 0 && (REMEDY.test(text) || /^compel\b/.test(moves[i - 1]!));
    if (joins) cells[i - 1]!.shared = true;
    else half += 1;
    place = joins ? place + 1 : 0;
    const column = (half % 2) as 0 | 1;
    const opens = !joins && (column === 0 || i === 0);
    cells.push({ number: opens ? (half - column) / 2 + 1 : null, column, place, shared: joins });
  }
  return cells;
}

/** The parts of a line of twelve that a move takes: what stands there stays when others join it. */
export function partsOf({ column, place, shared }: MoveCell): { start: number; span: number } {
  const start = column * 6 + (place % 3) * 2;
  return { start, span: shared ? 2 : 6 };
}
