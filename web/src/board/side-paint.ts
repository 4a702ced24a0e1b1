// The colours of the two sides away from the board: on the evaluation bar, the graph and small discs.

import type { Side } from '../generated/protocol';
import type { Scene } from '../generated/wasm';
import { colourOf } from './checkers';

const PLAIN: Record<string, string> = {
  ink: '#33302d',
  red: '#c5281c',
  ivory: '#f8efdb',
  silver: '#cdd3d7',
};

/** The colour of a side's checkers, as a value for CSS. */
export function sidePaint(scene: Scene, side: Side): string {
  const colour = colourOf(scene, side);
  return `var(--checker-${colour}, ${PLAIN[colour] ?? PLAIN.ink})`;
}
