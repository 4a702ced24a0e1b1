// The shelf of studied games that this browser keeps.

import { randomHex } from '../workers/rules-client';
import { removeItem, saveItem, loadItem } from '../storage';
import type { VariationTree } from './variation-tree';

export interface Listed {
  id: string;
  title: string;
  game: string;
  changed: number;
}

export interface SavedStudy {
  title: string;
  tree: VariationTree;
}

const list = (): Listed[] => loadItem<Listed[]>('studies') ?? [];

export const studies = {
  list,
  fresh: () => randomHex(6),
  load: (id: string) => loadItem<SavedStudy>(`study.${id}`),

  /** Keeps a study at the head of the shelf, and says whether it could. */
  save(id: string, study: SavedStudy): boolean {
    if (!saveItem(`study.${id}`, study)) return false;
    const entry = { id, title: study.title, game: study.tree.game, changed: Date.now() };
    return saveItem('studies', [entry, ...list().filter((other) => other.id !== id)]);
  },

  drop(id: string) {
    removeItem(`study.${id}`);
    saveItem(
      'studies',
      list().filter((other) => other.id !== id),
    );
  },
};
