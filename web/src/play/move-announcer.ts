// What a screen reader announces when the board of a match changes.

import { describeMove } from '../i18n/descriptions';
import { t } from '../i18n/i18n.svelte';
import type { Scene } from '../generated/wasm';

export class MoveAnnouncer {
  private before: Scene | null = null;
  /** Which game of the series was announced, and how many of its moves. */
  private known = { game: 0, moves: 0 };

  /** The announcement of a board: the move that led there, or how else it came about. */
  announce(scene: Scene, game: number, moves: number): string | null {
    const { before, known } = this;
    this.before = scene;
    this.known = { game, moves };
    if (known.game > 0 && game !== known.game) return t('said-new-game');
    if (!before) return null;
    if (moves < known.moves)
      return t(moves === 0 ? 'said-back-start' : 'said-back', { count: moves });
    return scene.last ? describeMove(before, scene) : null;
  }
}
