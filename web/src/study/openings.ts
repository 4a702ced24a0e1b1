// The 174 three-move openings of tournaments, and what players call them. The names are loaded with
// the first study of a checkers game.

import type { GameLine } from '../generated/wasm';
import { entry } from '../catalog';

export interface Opening {
  /** Its number in the deck, from 1; none before the third move. */
  number: number | null;
  /** What the opening is called: by its first move, and then more closely; each name once. */
  names: string[];
}

export interface Deck {
  openings: string[];
  /** Names by the moves that they stand for: one, two or three. */
  names: Record<string, string>;
}

let deck: Promise<Deck> | null = null;

/** The deck, or none if it cannot be loaded. */
export async function openingDeck(): Promise<Deck | null> {
  deck ??= import('./openings.json').then(({ default: found }) => found);
  try {
    return await deck;
  } catch {
    deck = null;
    return null;
  }
}

/** Whether a game is played from the start position of checkers, to which the deck belongs. */
const isCheckers = ({ game, position }: GameLine) => !position && !!entry(game)?.checkers;

/** The opening of a line, once it has a name. */
export function openingOf({ openings, names }: Deck, line: GameLine): Opening | null {
  if (!isCheckers(line)) return null;
  const key = (count: number) => line.moves.slice(0, count).join(' ');
  const found = [1, 2, 3].flatMap((count) =>
    line.moves.length >= count ? (names[key(count)] ?? []) : [],
  );
  const place = line.moves.length >= 3 ? openings.indexOf(key(3)) : -1;
  if (found.length === 0 && place < 0) return null;
  return { number: place < 0 ? null : place + 1, names: [...new Set(found)] };
}
