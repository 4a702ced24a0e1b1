import { expect, test } from 'vitest';
import { moveLines } from '../src/play/move-lines';

const sheet = (moves: string[], begins?: 'first' | 'second') =>
  moveLines(moves, begins).map(({ number, column, place, shared }) =>
    [number ?? '-', column, shared ? `part ${place + 1}` : 'alone'].join(' '),
  );

test('moves stand in pairs', () => {
  expect(sheet(['11-15', '22-18', '15x22'])).toEqual(['1 0 alone', '- 1 alone', '2 0 alone']);
});

test('a game may begin with the other side', () => {
  expect(sheet(['22-18', '11-15'], 'second')).toEqual(['1 1 alone', '2 0 alone']);
});

test('a huff stays on the line of its offender, and so does what is compelled', () => {
  expect(sheet(['11-15', '22-18', '9-13', 'huff 15', '25-22'])).toEqual([
    '1 0 alone',
    '- 1 alone',
    '2 0 part 1',
    '- 0 part 2',
    '- 1 alone',
  ]);
  expect(sheet(['9-13', 'compel', '15x22', '25x18'])).toEqual([
    '1 0 part 1',
    '- 0 part 2',
    '- 0 part 3',
    '- 1 alone',
  ]);
});
