// Endgames that are known to the end, as the games room tells them.

import { api, ApiProblem } from '../people/api';
import type { EndgameAnswer, KnownEndgames } from '../generated/protocol';
import type { Scene } from '../generated/wasm';

/** How often an ending that is being looked into is asked for again, and after how long. */
const TRIES = 20;
const PAUSE = 1500;

let known: Promise<KnownEndgames[]> | null = null;

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
export async function ending(scene: Scene, wanted: () => boolean): Promise<EndgameAnswer | null> {
  const { cells, game, options, position } = scene;
  const checkers = cells.filter((cell) => cell.checkers !== '').length;
  if (!position || checkers > (await reach(scene))) return null;
  for (let i = 0; i < TRIES && wanted(); i++) {
    try {
      return await api.ending(game, options, position);
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.kind !== 'endgames-in-the-making') return null;
      await new Promise((go) => setTimeout(go, PAUSE));
    }
  }
  return null;
}
