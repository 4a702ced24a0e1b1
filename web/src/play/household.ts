// The people who share this device: their names and colours, and the games that they have played
// against each other this evening.

import { loadItem, saveItem } from '../storage';

export interface Person {
  name: string;
  /** One of `COLOURS`. */
  colour: string;
}

/** A game between two people of the household. */
export interface EveningGame {
  /** Identifies the game: the match, and the number of the game in it. */
  id: string;
  at: number;
  players: [string, string];
  /** The name of the winner; none in a draw. */
  winner: string | null;
}

/** What somebody has reached this evening. */
export interface Standing {
  name: string;
  played: number;
  points: number;
}

/** Colours that can be told apart in daylight and in lamplight. */
export const COLOURS = ['#c5281c', '#1f6fb2', '#2c8a57', '#c77f0a', '#7d4bb0', '#0f8b8d'];

const MOST_PEOPLE = 12;
const MOST_GAMES = 100;
/** After how long a pause another evening begins, in milliseconds. */
const PAUSE = 6 * 3_600_000;
/** The longest name. */
export const NAME_LENGTH = 24;

const PEOPLE = 'household';
const EVENING = 'evening';

/** The people, the last ones who played first. */
export const people = (): Person[] => loadItem<Person[]>(PEOPLE) ?? [];

/** A colour that nobody else has, if there is one. */
export const freeColour = (others: Person[]): string =>
  COLOURS.find((colour) => others.every((person) => person.colour !== colour)) ?? COLOURS[0]!;

/** Remembers who plays, at the head of the list. */
export function remember(players: Person[]) {
  const named = players.filter(({ name }) => name);
  const others = people().filter(({ name }) => named.every((person) => person.name !== name));
  if (named.length > 0) saveItem(PEOPLE, [...named, ...others].slice(0, MOST_PEOPLE));
}

/** Forgets a person of the household. */
export function forget(name: string) {
  saveItem(
    PEOPLE,
    people().filter((person) => person.name !== name),
  );
}

/** The games of this evening: the last ones without a long pause between them. */
export function evening(games: EveningGame[], now: number): EveningGame[] {
  const latest = [...games].sort((a, b) => b.at - a.at);
  let until = now;
  const end = latest.findIndex(({ at }) => {
    const pause = until - at > PAUSE;
    until = at;
    return pause;
  });
  return end < 0 ? latest : latest.slice(0, end);
}

/** Everybody's games and points, the best first; a draw is half a point for each. */
export function standings(games: EveningGame[]): Standing[] {
  const found = new Map<string, Standing>();
  for (const { players, winner } of games)
    for (const name of players) {
      const one = found.get(name) ?? { name, played: 0, points: 0 };
      const points = winner === null ? 0.5 : winner === name ? 1 : 0;
      found.set(name, { name, played: one.played + 1, points: one.points + points });
    }
  return [...found.values()].sort((a, b) => b.points - a.points || a.name.localeCompare(b.name));
}

export const eveningNow = (): EveningGame[] =>
  evening(loadItem<EveningGame[]>(EVENING) ?? [], Date.now());

/** Counts a game once. */
export function count(game: EveningGame) {
  const others = eveningNow().filter(({ id }) => id !== game.id);
  saveItem(EVENING, [game, ...others].slice(0, MOST_GAMES));
}
