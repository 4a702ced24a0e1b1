// Arrows that a person drew, from square to square; a ring ends where it begins.

import type { Drawn } from '../study/tree';

/** With one more arrow; one that is there already is taken away. */
export function toggled(arrows: Drawn[], from: string, to: string): Drawn[] {
  const others = arrows.filter((arrow) => arrow.from !== from || arrow.to !== to);
  return others.length < arrows.length ? others : [...arrows, { from, to }];
}
