import { expect, test } from 'vitest';
import { CLOCKS, clockOf, DEFAULTS, matchSettings } from '../src/play/match-settings';
import type { GameEntry } from '../src/generated/wasm';

const game = (ritual: 'choice' | 'youngest') =>
  ({ id: 'some-game', rituals: [{ kind: ritual }] }) as unknown as GameEntry;

test('every clock of the list is a setting', () => {
  expect(CLOCKS.map(clockOf)).toEqual([
    { kind: 'none' },
    { kind: 'main', time: 300_000, increment: 3000 },
    { kind: 'main', time: 600_000, increment: 5000 },
    { kind: 'main', time: 900_000, increment: 10_000 },
    { kind: 'days', days: 1 },
    { kind: 'days', days: 3 },
  ]);
});

test('a chosen side decides who begins, and no choice leaves it to lots or to the players', () => {
  const ritual = (side: 'first' | 'second' | 'either', chance: boolean) =>
    matchSettings(game('choice'), { ...DEFAULTS, side }, chance).ritual;
  expect(ritual('first', false)).toEqual({ kind: 'given', first: 'one' });
  expect(ritual('second', false)).toEqual({ kind: 'given', first: 'two' });
  expect(ritual('either', true)).toEqual({ kind: 'lots' });
  expect(ritual('either', false)).toEqual({ kind: 'choice' });
  expect(matchSettings(game('youngest'), DEFAULTS, true).ritual).toEqual({ kind: 'youngest' });
});

test('a handicap is where the match begins', () => {
  const choices = { ...DEFAULTS, handicap: 2, stronger: 'two' as const };
  const origin = { kind: 'handicap', stronger: 'two', without: 2 };
  expect(matchSettings(game('choice'), choices, false).origin).toEqual(origin);
  expect(matchSettings(game('choice'), DEFAULTS, false).origin).toEqual({ kind: 'start' });
});
