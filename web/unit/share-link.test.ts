import { expect, test } from 'vitest';
import type { GameLine } from '../src/generated/wasm';
import { pack, studyAddress, unpack } from '../src/play/share-link';

test('a line survives its address', () => {
  const lines: GameLine[] = [
    { game: 'tic-tac-toe', options: {}, moves: [] },
    { game: 'parker-checkers', options: {}, moves: ['1-5', 'huff 14', 'stand'] },
    {
      game: 'checkerboard-tic-tac-toe',
      options: { size: '6', exchange: 'on' },
      position: '6/6/2x3/6/6/6 o',
      moves: ['d4', 'a1=b1'],
    },
  ];
  for (const line of lines) {
    expect(unpack(pack(line))).toEqual(line);
    expect(studyAddress(line)).toBe(`/study#${pack(line)}`);
  }
});

test('an address without a game holds no line', () => {
  expect(unpack('')).toBeNull();
  expect(unpack('kept=abc')).toBeNull();
});
