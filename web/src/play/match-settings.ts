// From what was chosen before a game to the settings of its match.

import type { GameOrigin, MatchSettings, Ritual, Seat, TimeControl } from '../generated/protocol';
import type { GameEntry } from '../generated/wasm';

export interface Choices {
  options: Record<string, string>;
  /** Which side the one who begins the match has, where the players choose. */
  side: 'first' | 'second' | 'either';
  clock: string;
  /** How many checkers the stronger player goes without. */
  handicap: number;
  stronger: Seat;
}

export const DEFAULTS: Choices = {
  options: {},
  side: 'first',
  clock: 'none',
  handicap: 0,
  stronger: 'one',
};

/** The usual time controls; others are minutes and seconds in the same form. */
export const CLOCKS = ['none', '5+3', '10+5', '15+10', 'days-1', 'days-3'];

export function clockOf(text: string): TimeControl {
  if (text === 'none') return { kind: 'none' };
  const days = /^days-(\d+)$/.exec(text);
  if (days) return { kind: 'days', days: Number(days[1]) };
  const [minutes = 0, seconds = 0] = text.split('+').map(Number);
  return { kind: 'main', time: minutes * 60_000, increment: seconds * 1000 };
}

function ritualOf(game: GameEntry, choices: Choices, chance: boolean): Ritual {
  const leaflets = game.rituals[0]!;
  if (leaflets.kind !== 'choice') return leaflets;
  if (choices.side === 'either') return chance ? { kind: 'lots' } : leaflets;
  return { kind: 'given', first: choices.side === 'first' ? 'one' : 'two' };
}

/** The settings of a match; `chance` says that where both may choose, lots are drawn. */
export function matchSettings(game: GameEntry, choices: Choices, chance: boolean): MatchSettings {
  const { handicap, stronger } = choices;
  const origin: GameOrigin =
    handicap > 0 ? { kind: 'handicap', stronger, without: handicap } : { kind: 'start' };
  return {
    play: { game: game.id, options: choices.options },
    ritual: ritualOf(game, choices, chance),
    clock: clockOf(choices.clock),
    takebacks: 'agreement',
    rated: false,
    origin,
  };
}
