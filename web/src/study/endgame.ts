// Endgames that are known to the end, as the games room tells them.

import { api, Problem } from '../people/api';
import type { Certain, Scene, Side } from '../types';

/** A move of an ending that is known, as the side that makes it sees it. */
export interface KnownMove {
  move: string;
  certain: Certain;
}

/** How an ending ends, what every move makes of it, and best play where it is known. */
export interface Ending {
  certain: Certain;
  moves: KnownMove[];
  line: string[];
}

export interface ToldEnding {
  value: 'win' | 'draw' | 'loss';
  plies?: number;
  moves: { move: string; value: ToldEnding['value']; plies?: number }[];
  line: string[];
}

export interface KnownEndings {
  game: string;
  options: Record<string, string>;
  checkers: number;
  makes: number;
}

/** How often an ending that is being looked into is asked for again, and after how long. */
const TRIES = 20;
const PAUSE = 1500;

let known: Promise<KnownEndings[]> | null = null;

/** Up to how many checkers the games room knows the endings of a game. */
async function reach({ game, options }: Scene): Promise<number> {
  known ??= api.endings().catch(() => {
    known = null;
    return [];
  });
  const same = (other: Record<string, string>) =>
    Object.entries(other).every(([key, value]) => options[key] === value);
  const found = (await known).find((it) => it.game === game && same(it.options));
  return found ? Math.max(found.checkers, found.makes) : 0;
}

/** What is known of a position; nothing while there is no network, and where nothing is known. */
export async function ending(scene: Scene, wanted: () => boolean): Promise<Ending | null> {
  const { cells, game, options, position, side } = scene;
  const checkers = cells.filter((cell) => cell.checkers !== '').length;
  if (!position || checkers > (await reach(scene))) return null;
  for (let i = 0; i < TRIES && wanted(); i++) {
    try {
      return seen(await api.ending(game, options, position), side);
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'endgames-in-the-making') return null;
      await new Promise((go) => setTimeout(go, PAUSE));
    }
  }
  return null;
}

function seen({ value, plies, moves, line }: ToldEnding, side: Side): Ending {
  const other = side === 'first' ? 'second' : 'first';
  const certain = (value: ToldEnding['value'], plies?: number): Certain => ({
    winner: value === 'draw' ? null : value === 'win' ? side : other,
    margin: null,
    plies: plies ?? null,
  });
  return {
    certain: certain(value, plies),
    moves: moves.map((it) => ({ move: it.move, certain: certain(it.value, it.plies) })),
    line,
  };
}
