// Whether every board's checkers can be seen and told apart, computed from the palettes.

import { describe, expect, test } from 'vitest';
import {
  BOARDS,
  type BoardName,
  type CheckerColour,
  type CheckerPalette,
  looksOf,
  PIECES,
  type PiecesName,
} from '../src/board/palette';

function channels(colour: string): [number, number, number] {
  const digits = colour.slice(1);
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits;
  return [0, 2, 4].map((at) => {
    const value = parseInt(full.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
}

const luminance = ([red, green, blue]: number[]) =>
  0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;

/** The contrast of two colours, as WCAG defines it. */
function contrast(one: string, two: string): number {
  const [a, b] = [luminance(channels(one)), luminance(channels(two))];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const boards = Object.entries(BOARDS) as [BoardName, (typeof BOARDS)[BoardName]][];
const sets = Object.entries(PIECES) as [PiecesName, (typeof PIECES)[PiecesName]][];

/** The colours that stand on a board, with the squares that they stand on. */
function* standing(name: BoardName, pieces: PiecesName) {
  const board: { light: string; dark: string; usesLight?: boolean } = BOARDS[name];
  const squares = board.usesLight ? [board.dark, board.light] : [board.dark];
  for (const colour of ['ink', 'red', 'ivory', 'silver'] as CheckerColour[])
    for (const square of squares)
      yield { checker: PIECES[pieces][colour] as CheckerPalette, colour, square };
}

/** Which checkers can meet on which board. */
const together = boards.flatMap(([board]) =>
  sets
    .map(([pieces]) => pieces)
    .filter((pieces) => (board === 'contrast') === (pieces === 'contrast'))
    .map((pieces) => [board, pieces] as const),
);

describe.each(together)('on the board %s with the checkers %s', (board, pieces) => {
  test('each is seen against its square', () => {
    for (const { checker, colour, square } of standing(board, pieces)) {
      const seen = Math.max(contrast(checker.top, square), contrast(checker.line, square));
      expect(seen, `${colour} on ${square}`).toBeGreaterThanOrEqual(3);
    }
  });
});

test.each(sets)('the pattern on the checkers %s is seen', (_, set) => {
  for (const checker of Object.values(set) as CheckerPalette[])
    expect(contrast(checker.mark, checker.top)).toBeGreaterThanOrEqual(3);
});

test('high contrast is at least 7:1 between checker and square, and within the checker', () => {
  for (const { checker, colour, square } of standing('contrast', 'contrast')) {
    // Light checkers are seen by their broad dark outline.
    const part = colour === 'ivory' || colour === 'silver' ? checker.line : checker.top;
    expect(contrast(part, square), `${colour} on ${square}`).toBeGreaterThanOrEqual(7);
    expect(contrast(checker.mark, checker.top), colour).toBeGreaterThanOrEqual(7);
  }
});

test.each(boards)('numbers can be read on the board %s', (_, board) => {
  expect(contrast(board.onLight, board.light)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(board.onDark, board.dark)).toBeGreaterThanOrEqual(4.5);
});

test('each game has the board of its box, or the one that is chosen', () => {
  const box = { board: 'box', pieces: 'box' } as const;
  expect(looksOf('parker-checkers', box)).toEqual({ board: 'parker', pieces: 'parker' });
  expect(looksOf('coast-to-coast', box)).toEqual({ board: 'king-me-crowns', pieces: 'king-me' });
  expect(looksOf('parker-checkers', { board: 'wood', pieces: 'flat' })).toEqual({
    board: 'wood',
    pieces: 'flat',
  });
  const contrasting = { board: 'contrast', pieces: 'wood' } as const;
  expect(looksOf('regal-checkers', contrasting)).toEqual({ board: 'contrast', pieces: 'contrast' });
});
