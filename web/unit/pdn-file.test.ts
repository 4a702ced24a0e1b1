import { expect, test } from 'vitest';
import { nextGame, searchGames } from '../src/study/pdn-file';
import { openingOf } from '../src/study/openings';
import deck from '../src/study/openings.json';
import type { PdnGameSummary } from '../src/generated/wasm';

const game = (one: string, two: string, more: Partial<PdnGameSummary> = {}): PdnGameSummary => ({
  game: 'regal-checkers',
  players: [one, two],
  event: 'Club evening',
  date: '2026.11.19',
  result: '1-0',
  moves: 4,
  ...more,
});
const fault = { text: 'no move', message: '', args: [] };
const games = [game('Ann', 'José'), game('Cid', 'Ann', { fault }), game('Eve', 'Bo')];

test('a search finds games by all its words, without case and accents', () => {
  expect(searchGames(games, '')).toEqual([0, 1, 2]);
  expect(searchGames(games, ' ANN jose')).toEqual([0]);
  expect(searchGames(games, 'ann')).toEqual([0, 1]);
  expect(searchGames(games, '2026 bo club')).toEqual([2]);
  expect(searchGames(games, 'nobody')).toEqual([]);
});

test('the next game is the next that can be opened', () => {
  expect(nextGame({ text: '', games, at: 0 }, 1)).toBe(2);
  expect(nextGame({ text: '', games, at: 2 }, 1)).toBe(2);
  expect(nextGame({ text: '', games, at: 2 }, -1)).toBe(0);
});

test('openings are named by their moves', () => {
  const line = (...moves: string[]) => ({ game: 'regal-checkers', options: {}, moves });
  const names = (...moves: string[]) => openingOf(deck as never, line(...moves));
  expect(deck.openings.length).toBe(174);
  expect(names('9-13', '22-18', '6-9', '25-22')).toEqual({
    number: 5,
    names: ['Edinburgh', 'Dreaded Edinburgh'],
  });
  expect(names('11-15')).toEqual({ number: null, names: ['Old Faithful'] });
  expect(names()).toBeNull();
  expect(openingOf(deck as never, { ...line('9-13'), position: 'B:W21:B9' })).toBeNull();
});
