// Arrows that a person drew, from square to square; a ring ends where it begins.

import type { ArrowSquares } from '../study/variation-tree';

/** With one more arrow; one that is there already is taken away. */
export function toggleArrow(arrows: ArrowSquares[], from: string, to: string): ArrowSquares[] {
  const others = arrows.filter((arrow) => arrow.from !== from || arrow.to !== to);
  return others.length < arrows.length ? others : [...arrows, { from, to }];
}
