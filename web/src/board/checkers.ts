// How checkers look: rims and grooves, kings two high with a crown, stacks that lean a little. And
// coins, where one player has those instead.

import type { Side } from '../generated/protocol';
import type { Scene } from '../generated/wasm';
import { type Attributes, standing, svg } from './svg';

export const RADIUS = 38;
/** How much of a checker's edge is seen. */
const EDGE = 8;
/** A coin is smaller and thinner. */
const COIN = { radius: 35, edge: 3 };
/** How high a stack may rise above its square. */
const TALLEST = 46;

/** The colours that the sides' names stand for; others are told apart as red and ink. */
const COLOURS: Record<string, string> = {
  black: 'ink',
  dark: 'ink',
  red: 'red',
  light: 'ivory',
};

/** Whether a side has coins instead of checkers. */
export const hasCoins = ({ coins }: Scene, side: Side): boolean => coins && side === 'second';

/** The name of a side. */
const named = ({ sides }: Scene, side: Side) => sides[side === 'first' ? 0 : 1];

/** The colour of a side. */
export function colourOf(scene: Scene, side: Side): string {
  if (hasCoins(scene, side)) return 'silver';
  return COLOURS[named(scene, side)] ?? (side === 'first' ? 'red' : 'ink');
}

/** What a side is called by those who look: its name where that is a colour, or the colour it has. */
export function visibleColour(scene: Scene, side: Side): string {
  const name = named(scene, side);
  if (name in COLOURS) return name;
  const colour = colourOf(scene, side);
  return colour === 'ink' ? 'black' : colour;
}

/** What was drawn once: most squares hold the same as others, and a copy is quicker than a drawing. */
const drawn = new Map<string, SVGGElement>();

/** What stands on a square: its checkers from bottom to top. */
export function stack(checkers: string, colours: [string, string]): SVGGElement {
  const name = [checkers, ...colours].join();
  if (!drawn.has(name)) drawn.set(name, draw(checkers, colours));
  return drawn.get(name)!.cloneNode(true) as SVGGElement;
}

function draw(checkers: string, colours: [string, string]): SVGGElement {
  const group = svg('g', { class: 'stack' });
  const layers = [...checkers].flatMap((letter) => {
    const colour = colours[letter.toLowerCase() === 'a' ? 0 : 1];
    const king = letter !== letter.toLowerCase();
    return king ? [layer(colour, false), layer(colour, true)] : [layer(colour, false)];
  });
  const step = Math.min(EDGE + 4, TALLEST / Math.max(1, layers.length - 1));
  // A king stands in the middle of its square, as a man does, so that neither hides its number.
  const base = Math.min(4, (layers.length - 1) * 4);
  group.append(
    svg('ellipse', { class: 'shadow', cx: 5, cy: base + 9, rx: RADIUS + 3, ry: RADIUS }),
  );
  layers.forEach((drawn, i) => {
    const lean = checkers.length > 1 ? (i % 2 === 0 ? -1 : 1.5) : 0;
    if (i > 0) drawn.prepend(svg('circle', { class: 'shadow', r: RADIUS, cx: 2, cy: EDGE + 3 }));
    group.append(standing(lean, base - i * step, drawn));
  });
  const top = base - (layers.length - 1) * step;
  if (checkers.length > 1) group.append(count(checkers.length, top));
  return group;
}

const circle = (r: number, attributes: Attributes) => svg('circle', { r, ...attributes });

function layer(colour: string, crowned: boolean): SVGGElement {
  if (colour === 'silver') return coin(colour);
  const group = svg(
    'g',
    { class: `checker ${colour}` },
    circle(RADIUS, { class: 'edge', cy: EDGE }),
    circle(RADIUS - 1.5, { class: 'milled', cy: EDGE - 1 }),
    circle(RADIUS, { class: 'top' }),
    circle(RADIUS - 1.5, { class: 'line' }),
    ...pattern(colour),
  );
  if (!crowned) group.append(...ornament(colour));
  group.append(circle(RADIUS, { class: 'shine' }));
  if (crowned) group.append(crown());
  return group;
}

/** A coin with a milled rim and a star. */
function coin(colour: string): SVGGElement {
  const { radius, edge } = COIN;
  return svg(
    'g',
    { class: `checker coin ${colour}` },
    circle(radius, { class: 'edge', cy: edge }),
    circle(radius, { class: 'top' }),
    circle(radius - 1, { class: 'line' }),
    circle(radius - 4.5, { class: 'milled' }),
    circle(radius - 9, { class: 'ring' }),
    star(18, 7.5),
    circle(radius, { class: 'shine' }),
  );
}

/** A star with five points. */
export function star(reach: number, waist: number): SVGElement {
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = (i * Math.PI) / 5;
    const distance = i % 2 === 0 ? reach : waist;
    return `${(distance * Math.sin(angle)).toFixed(1)} ${(-distance * Math.cos(angle)).toFixed(1)}`;
  });
  return svg('polygon', { class: 'star', points: points.join(' ') });
}

/**
 * What tells the sides apart for those who do not see colours: rings on one side's checkers, beads on
 * the other's. It lies near the rim, where a crown does not hide it.
 */
function pattern(colour: string): SVGElement[] {
  if (colour === 'ink') return [circle(31, { class: 'ring' }), circle(26.5, { class: 'ring' })];
  return [circle(29, { class: 'beads' })];
}

/** What is in the middle of a man. */
function ornament(colour: string): SVGElement[] {
  if (colour === 'ink') return [circle(14, { class: 'ring' }), circle(5, { class: 'ring' })];
  return [circle(21.5, { class: 'ring' }), circle(11, { class: 'petals' })];
}

/** A crown with three jewels. */
export function crown(): SVGGElement {
  return svg(
    'g',
    { class: 'crown' },
    svg('path', { d: 'M-19 15 L-24 -11 L-11 1 L0 -18 L11 1 L24 -11 L19 15 Z' }),
    svg('path', { class: 'band', d: 'M-18 9 H18' }),
    ...[-24, 0, 24].map((cx) => svg('circle', { cx, cy: cx === 0 ? -19 : -12, r: 3.6 })),
  );
}

function count(checkers: number, top: number): SVGGElement {
  const label = svg('text', { 'text-anchor': 'middle', y: 7 }, String(checkers));
  const badge = standing(31, top - 25, svg('circle', { r: 15 }), label);
  badge.setAttribute('class', 'count');
  return badge;
}
