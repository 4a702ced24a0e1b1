// Arrows that a person drew.

import type { Arrow } from '../board/marks';

/** With one more arrow; one that is there already is taken away. */
export function toggled(arrows: Arrow[], from: string, to: string): Arrow[] {
  const others = arrows.filter((arrow) => arrow.from !== from || arrow.to !== to);
  return others.length < arrows.length ? others : [...arrows, { from, to, kind: 'own' }];
}
