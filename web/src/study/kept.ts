// The shelf of studied games that this browser keeps.

import { randomHex } from '../rules/rules';
import { forget, keep, kept } from '../storage';
import type { Tree } from './tree';

export interface Listed {
  id: string;
  title: string;
  game: string;
  changed: number;
}

export interface KeptStudy {
  title: string;
  tree: Tree;
}

const list = (): Listed[] => kept<Listed[]>('studies') ?? [];

export const studies = {
  list,
  fresh: () => randomHex(6),
  load: (id: string) => kept<KeptStudy>(`study.${id}`),

  /** Keeps a study at the head of the shelf, and says whether it could. */
  save(id: string, study: KeptStudy): boolean {
    if (!keep(`study.${id}`, study)) return false;
    const entry = { id, title: study.title, game: study.tree.game, changed: Date.now() };
    return keep('studies', [entry, ...list().filter((other) => other.id !== id)]);
  },

  drop(id: string) {
    forget(`study.${id}`);
    keep(
      'studies',
      list().filter((other) => other.id !== id),
    );
  },
};
