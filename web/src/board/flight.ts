// A checker or stack in motion above the board: its way along the board, its height, and its shadow,
// which parts from it as it rises. Only transforms and opacity change, which costs no layout.

import { stack } from './checkers';
import type { Point } from './geometry';
import { svg } from './svg';

/** A moment of a motion. */
export interface Pose extends Point {
  /** How far it has risen, in hundredths of a square. */
  height: number;
  /** When, as a part of the whole motion. */
  offset: number;
  scale?: number;
  turn?: number;
  opacity?: number;
  easing?: string;
}

export interface Timing {
  at: number;
  span: number;
}

/** How much larger a checker looks when it has risen by one square. */
const NEARER = 0.3;

/** Sets a shadow apart from what casts it, so that the two can move by themselves. */
export function split(drawn: Element): { body: SVGElement; ground: SVGElement } {
  const found = drawn.querySelector<SVGElement>(':scope > .body');
  if (found) return { body: found, ground: drawn.firstElementChild as SVGElement };
  const parts = [...drawn.children] as SVGElement[];
  const isShadow = (part: SVGElement) => part.classList.contains('shadow');
  const ground = svg('g', { class: 'ground' }, ...parts.filter(isShadow));
  const body = svg('g', { class: 'body' }, ...parts.filter((part) => !isShadow(part)));
  drawn.append(ground, body);
  return { body, ground };
}

export const translate = (x: number, y: number) =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;

/** How a body looks at a height. */
export function bodyAt({ height, scale = 1, turn = 0 }: Partial<Pose> & { height: number }) {
  const size = (scale * (1 + (NEARER * height) / 100)).toFixed(3);
  return `${translate(0, -height)} rotate(${turn}deg) scale(${size})`;
}

/** How the shadow of a body looks that has risen to a height. */
export function shadowAt({ height, scale = 1 }: Partial<Pose> & { height: number }) {
  const size = (scale * (1 - height / 500)).toFixed(3);
  const transform = `${translate(height * 0.3, height * 0.36)} scale(${size})`;
  return { transform, opacity: 1 - height / 220 };
}

/** Moves what is drawn through the poses. The motions share one clock, so they stay together. */
export function fly(drawn: Element, poses: Pose[], { at, span }: Timing): Animation[] {
  const { body, ground } = split(drawn);
  const how = { delay: at, duration: span, fill: 'both' as const };
  const frames = (look: (pose: Pose) => Keyframe) =>
    poses.map((pose) => {
      return { ...look(pose), offset: pose.offset, easing: pose.easing ?? 'linear' };
    });
  const along = ({ x, y, opacity = 1 }: Pose) => ({ transform: translate(x, y), opacity });
  return [
    drawn.animate(frames(along), how),
    body.animate(
      frames((pose) => ({ transform: bodyAt(pose) })),
      how,
    ),
    ground.animate(frames(shadowAt), how),
  ];
}

/** Draws a checker or stack that is seen only for a time. */
export function conjure(
  layer: SVGElement,
  { x, y }: Point,
  checkers: string,
  colours: [string, string],
): { place: SVGGElement; drawn: SVGGElement } {
  const drawn = stack(checkers, colours);
  const place = svg('g', { class: 'flying' });
  place.setAttribute('transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  place.append(drawn);
  layer.append(place);
  return { place, drawn };
}

/** Shows something only during a time. */
export const showFor = (element: Element, { at, span }: Timing): Animation =>
  element.animate([{ opacity: 1 }, { opacity: 1 }], { delay: at, duration: span });

/** Hides something until a time. */
export const hideUntil = (element: Element, at: number): Animation =>
  element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: at });
