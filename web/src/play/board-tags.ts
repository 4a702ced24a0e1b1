// The tags on the checkers of a board: where a jump may stop, what may be huffed, what must jump.

import type { Selection } from '../board/selection';
import type { Tag } from '../board/tags';
import type { Scene } from '../generated/wasm';
import { t } from '../i18n/i18n.svelte';

/** The tags for the player to move. `due` are the checkers that should jump, where others may move too. */
export function boardTags(scene: Scene, { taps, stop }: Selection, due: string[]): Tag[] {
  const tag = (square: string, kind: Tag['kind'], text: string, move?: string): Tag => {
    return { square, kind, text, label: t('tag-label', { square, tag: text }), move };
  };
  if (stop) return [tag(taps.at(-1)!, 'stop', t('tag-stop'), stop)];
  if (taps.length > 0) return [];
  if (scene.phase === 'remedy')
    return scene.actions
      .filter(({ kind }) => kind === 'huff')
      .map(({ trail, text }) => tag(trail[0]!, 'huff', t('tag-huff'), text));
  if (due.length > 0) return due.map((square) => tag(square, 'must', t('tag-should')));
  const forced = scene.actions.length > 0 && scene.actions.every(({ kind }) => kind === 'jump');
  if (!forced) return [];
  const jumpers = new Set(scene.actions.map(({ trail }) => trail[0]!));
  return [...jumpers].map((square) => tag(square, 'must', t('tag-must')));
}
