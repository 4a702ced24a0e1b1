// How checkers look: rims and grooves, kings two high with a crown, stacks that lean a little. And
// coins, where one player has those instead.

import type { Side } from '../generated/protocol';
import type { Scene } from '../generated/wasm';
import { type Attributes, standing, svg } from './svg';

const RADIUS = 39;
/** How much of a checker's edge is seen. */
const EDGE = 9;
/** A coin is smaller and thinner. */
const COIN = { radius: 36, edge: 4 };
/** How high a stack may rise above its square. */
const TALLEST = 60;

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
  const step = Math.min(EDGE + 2, TALLEST / Math.max(1, layers.length - 1));
  group.append(svg('ellipse', { class: 'shadow', cx: 5, cy: 9, rx: RADIUS + 3, ry: RADIUS }));
  layers.forEach((drawn, i) => {
    const lean = checkers.length > 1 ? (i % 2 === 0 ? -1 : 1.5) : 0;
    group.append(standing(lean, -i * step, drawn));
  });
  if (checkers.length > 1) group.append(count(checkers.length, (layers.length - 1) * step));
  return group;
}

const circle = (r: number, attributes: Attributes) => svg('circle', { r, ...attributes });

function layer(colour: string, crowned: boolean): SVGGElement {
  if (colour === 'silver') return coin(colour);
  const group = svg(
    'g',
    { class: `checker ${colour}` },
    circle(RADIUS, { class: 'edge', cy: EDGE }),
    circle(RADIUS, { class: 'top' }),
    circle(RADIUS - 5, { class: 'rim' }),
  );
  if (crowned) group.append(crown());
  else group.append(...ornament(colour));
  return group;
}

/** A coin with a milled rim and a star. */
function coin(colour: string): SVGGElement {
  const { radius, edge } = COIN;
  const points = Array.from({ length: 10 }, (_, i) => {
    const angle = (i * Math.PI) / 5;
    const reach = i % 2 === 0 ? 17 : 7;
    return `${(reach * Math.sin(angle)).toFixed(1)} ${(-reach * Math.cos(angle)).toFixed(1)}`;
  });
  return svg(
    'g',
    { class: `checker coin ${colour}` },
    circle(radius, { class: 'edge', cy: edge }),
    circle(radius, { class: 'top' }),
    circle(radius - 3, { class: 'milled' }),
    circle(radius - 9, { class: 'rim' }),
    svg('polygon', { class: 'star', points: points.join(' ') }),
  );
}

/** What tells the colours apart for those who do not see them: grooves, or a ring of dots. */
function ornament(colour: string): SVGElement[] {
  if (colour === 'ink') {
    return [22, 13].map((r) => svg('circle', { class: 'groove', r }));
  }
  return [svg('circle', { class: 'dots', r: 21 }), svg('circle', { class: 'groove', r: 11 })];
}

function crown(): SVGGElement {
  return svg(
    'g',
    { class: 'crown' },
    svg('path', { d: 'M-20 14 L-25 -12 L-11 0 L0 -19 L11 0 L25 -12 L20 14 Z' }),
    ...[-25, 0, 25].map((cx) => svg('circle', { cx, cy: cx === 0 ? -20 : -13, r: 3.5 })),
  );
}

function count(checkers: number, height: number): SVGGElement {
  const label = svg('text', { 'text-anchor': 'middle', y: 7 }, String(checkers));
  const badge = standing(31, -height - 27, svg('circle', { r: 15 }), label);
  badge.setAttribute('class', 'count');
  return badge;
}
