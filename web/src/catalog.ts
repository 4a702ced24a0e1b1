// The boxes and their games, baked into the page.

import boxes from 'virtual:catalog';
import type { GameEntry, Leaflet } from './generated/wasm';

export { boxes };

/** The colours of the boxes' lids. */
export const lids: Record<Leaflet, string> = {
  regal: 'regal',
  'king-me': 'king-me',
  'winning-moves': 'winning-moves',
  'tic-tac-toe-on-a-checkerboard': 'sticky',
  parker: 'parker',
};

export const entries: GameEntry[] = boxes.flatMap((box) => box.games);

/** The game before anybody chooses one. */
export const defaultGame = entries.find((game) => game.is_default)!;

export const entry = (id: string) => entries.find((game) => game.id === id);

/** The lid of the box in which a game is. */
export const lidOf = (game: string): string => {
  const box = boxes.find(({ games }) => games.some(({ id }) => id === game));
  return box ? lids[box.leaflet] : '';
};
