// The reviews of this visit, so that a game which was reviewed in its room opens reviewed.

import type { GameLine, GameReview } from '../generated/wasm';

const MOST = 10;
const kept = new Map<string, GameReview>();

const keyOf = ({ game, options, position, moves }: GameLine) =>
  JSON.stringify([game, Object.entries(options).sort(), position ?? '', moves]);

export const reviews = {
  known: (line: GameLine) => kept.get(keyOf(line)),

  /** The review of a line, made if it is not known. */
  async of(line: GameLine, make: () => Promise<GameReview>): Promise<GameReview> {
    const key = keyOf(line);
    const found = kept.get(key) ?? (await make());
    kept.delete(key);
    kept.set(key, found);
    for (const old of [...kept.keys()].slice(0, -MOST)) kept.delete(old);
    return found;
  },
};
