// A moment of a game in one sentence: to the player whose moment it is, or about them.

import type { ReviewMoment } from '../generated/wasm';
import { t } from '../i18n/i18n.svelte';

/** How jumps over several checkers are called. */
const JUMPS = ['jump-one', 'jump-two', 'jump-three'] as const;

/**
 * @param name who made the move; empty for the one who reads it
 */
export function momentText({ kind, count }: ReviewMoment, name: string): string {
  const values = { name, count, jump: jumpName(count) };
  return name ? t(`moment.${kind}`, values) : t(`moment-you.${kind}`, values);
}

function jumpName(count: number): string {
  const key = JUMPS[count - 1];
  return key ? t(key) : t('jump-many', { count });
}
