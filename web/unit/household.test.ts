import { expect, test } from 'vitest';
import { evening, type EveningGame, standings } from '../src/play/household';

const HOUR = 3_600_000;
const game = (hour: number, winner: string | null): EveningGame => ({
  id: `${hour}`,
  at: hour * HOUR,
  players: ['Ann', 'Ben'],
  winner,
});

test('an evening ends with a long pause', () => {
  const games = [game(1, 'Ann'), game(2, 'Ben'), game(9, 'Ben'), game(10, null)];
  expect(evening(games, 11 * HOUR).map(({ id }) => id)).toEqual(['10', '9']);
  expect(evening(games, 17 * HOUR)).toEqual([]);
  expect(evening([], HOUR)).toEqual([]);
});

test('a win is a point and a draw half of one', () => {
  expect(standings([game(1, 'Ben'), game(2, null), game(3, 'Ben')])).toEqual([
    { name: 'Ben', played: 3, points: 2.5 },
    { name: 'Ann', played: 3, points: 0.5 },
  ]);
});
