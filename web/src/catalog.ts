// The boxes and their games, baked into the page.

import boxes from 'virtual:catalog';
import type { GameEntry } from './generated/wasm';

export { boxes };

/** The colours of the boxes' lids, in the order of the shelf. */
export const lids = ['regal', 'king-me', 'winning-moves', 'sticky', 'parker'];

export const entries: GameEntry[] = boxes.flatMap((box) => box.games);

export const entry = (id: string) => entries.find((game) => game.id === id);
