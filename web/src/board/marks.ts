// What is drawn around the checkers: the last move, what can move, where to, what is pointed at.

import type { Side } from '../generated/protocol';
import type { Scene, SceneAction } from '../generated/wasm';
import { colourOf, crown, star } from './checkers';
import { type Layout, type Point, SQUARE } from './geometry';
import type { Selection } from './selection';
import { standing, svg } from './svg';

export interface Marks {
  /** Squares that a sentence speaks of. */
  pointed: string[];
  /** Further squares that a sentence names: they show their numbers. */
  named?: string[];
  /** The checkers that should move, where others can too. */
  due?: string[];
  arrows: Arrow[];
}

/** An arrow, or a ring where it ends where it begins. */
export interface Arrow {
  from: string;
  to: string;
  kind: 'hint' | 'line' | 'other' | 'answer' | 'own' | 'premove';
}

/** The arrows along the squares that a move touches. */
export function arrowsOf(trail: string[], kind: Arrow['kind']): Arrow[] {
  if (trail.length === 1) return [{ from: trail[0]!, to: trail[0]!, kind }];
  return trail.slice(1).map((to, i) => ({ from: trail[i]!, to, kind }));
}

interface Shown {
  scene: Scene;
  layout: Layout;
  selection: Selection;
  /** What can be done, or planned. */
  actions: SceneAction[];
  /** Whether the one who looks can act. */
  live: boolean;
  marks: Marks;
  /** How many checkers are still on their way to each player's place beside the board. */
  underway: Record<Side, number>;
}

/** What lies on the squares, under the checkers. */
export function under(shown: Shown): SVGElement[] {
  const { scene, layout, selection, actions, live, marks } = shown;
  const { taps } = selection;
  const drawn: SVGElement[] = [...homecomers(shown)];
  for (const square of closed(scene)) drawn.push(tile(layout, square, 'closed'));
  drawn.push(...lastMove(scene, layout));
  for (const square of pointed(scene, marks)) drawn.push(tile(layout, square, 'pointed'));
  const moving = marks.due?.length ? marks.due : movable(actions);
  if (live && taps.length === 0)
    for (const square of moving) drawn.push(halo(layout, square, 'movable'));
  for (const square of taps) drawn.push(halo(layout, square, 'tapped'));
  return drawn;
}

/** What lies on top: where a checker can go, counted lines, arrows, numbers. */
export function over({ scene, layout, selection, live, marks }: Shown): SVGElement[] {
  const drawn: SVGElement[] = [];
  for (const { square, ends } of selection.targets) {
    const { x, y } = layout.of(square);
    const taken = scene.cells.some((cell) => cell.square === square && cell.checkers);
    const name = `target ${ends ? 'ends' : 'on-the-way'}`;
    const target = taken
      ? halo(layout, square, 'target taken')
      : svg('circle', { class: name, cx: x, cy: y, r: ends ? 17 : 10 });
    target.dataset.target = square;
    drawn.push(target);
  }
  if (live && scene.phase === 'remedy') drawn.push(...culprits(scene, layout));
  if (scene.end) drawn.push(...counted(scene, layout));
  for (const { from, to, kind } of marks.arrows) drawn.push(arrow(layout, from, to, kind));
  for (const square of pointed(scene, marks)) drawn.push(numberTag(layout, square));
  for (const square of named(scene, marks)) drawn.push(numberTag(layout, square, 'named'));
  return drawn;
}

/** The squares of the board that a sentence speaks of. */
function pointed(scene: Scene, marks: Marks): string[] {
  const known = new Set(scene.cells.map((cell) => cell.square));
  return marks.pointed.filter((square) => known.has(square));
}

/** The squares that a sentence names besides. */
function named(scene: Scene, { named = [], pointed }: Marks): string[] {
  const squares = new Set(named.filter((square) => !pointed.includes(square)));
  return scene.cells.map(({ square }) => square).filter((square) => squares.has(square));
}

/** The squares from which something can be done; none where everything can. */
export function movable(actions: SceneAction[]): Set<string> {
  const acting = actions.filter(({ kind }) => kind === 'step' || kind === 'jump');
  return new Set(acting.map((action) => action.trail[0]!));
}

/** In a layout that grows: the empty squares that are out of its reach. */
function closed(scene: Scene): string[] {
  const open = new Set<string>();
  for (const { kind, trail } of scene.actions) if (kind === 'place') open.add(trail[0]!);
  if (open.size === 0 || scene.cells.length !== 64) return [];
  return scene.cells
    .filter((cell) => !cell.checkers && !open.has(cell.square))
    .map((cell) => cell.square);
}

function tile(layout: Layout, square: string, name: string): SVGElement {
  const { x, y } = layout.of(square);
  const half = SQUARE / 2 - (name === 'pointed' ? 4 : 0);
  const rect = svg('rect', { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 2 });
  if (layout.diamond) rect.setAttribute('transform', 'rotate(-45)');
  const group = standing(x, y, rect);
  group.setAttribute('class', `tile ${name}`);
  return group;
}

/** A ring around what stands on a square, in two tones, so that it is seen on every board. */
function halo(layout: Layout, square: string, name: string): SVGElement {
  const { x, y } = layout.of(square);
  const ring = (part: string) => svg('ellipse', { class: part, cy: 3, rx: 42, ry: 44 });
  const group = standing(x, y, ring('outer'), ring('inner'));
  group.setAttribute('class', `halo ${name}`);
  return group;
}

/** The name of a square that a sentence speaks of, whether names are shown or not. */
function numberTag(layout: Layout, square: string, kind = ''): SVGElement {
  const { x, y } = layout.of(square);
  const [dx, dy] = layout.diamond ? [0, -46] : [-30, -36];
  const tag = standing(
    x + dx,
    y + dy,
    svg('rect', { x: -19, y: -14, width: 38, height: 28, rx: 7 }),
    svg('text', { 'text-anchor': 'middle', y: 8 }, square),
  );
  tag.setAttribute('class', `number-tag ${kind}`);
  return tag;
}

/** The last move: a ring where it ended, a smaller one where it began, and an arrow between. */
function lastMove({ last }: Scene, layout: Layout): SVGElement[] {
  const points = (last?.trail ?? []).map((square) => layout.of(square));
  const [from] = points;
  const to = points.at(-1);
  if (!from || !to) return [];
  const twice = (...shapes: SVGElement[]) =>
    ['outer', 'inner'].map((part) =>
      svg('g', { class: part }, ...shapes.map((shape) => shape.cloneNode() as SVGElement)),
    );
  const shapes: SVGElement[] = [svg('ellipse', { cx: to.x, cy: to.y + 3, rx: 43, ry: 45 })];
  if (points.length > 1) {
    shapes.push(svg('circle', { cx: from.x, cy: from.y, r: 24 }));
    shapes.push(svg('path', { d: arrowPath(points) }));
  }
  return [svg('g', { class: 'last' }, ...twice(...shapes))];
}

/** A line along the points, between the rings at its ends, with an open head. */
function arrowPath(points: Point[]): string {
  const along = (a: Point, b: Point, distance: number): Point => {
    const share = distance / Math.hypot(b.x - a.x, b.y - a.y);
    return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
  };
  const start = along(points[0]!, points[1]!, 24);
  const before = points.at(-2)!;
  const tip = along(points.at(-1)!, before, 48);
  const middle = points.slice(1, -1).map(({ x, y }) => `L${x} ${y}`);
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  const wing = (turn: number) =>
    `${(tip.x - 17 * Math.cos(angle + turn)).toFixed(1)} ${(tip.y - 17 * Math.sin(angle + turn)).toFixed(1)}`;
  return `M${start.x} ${start.y}${middle.join('')}L${tip.x} ${tip.y}M${wing(0.6)}L${tip.x} ${tip.y}L${wing(-0.6)}`;
}

/** Where a homecomer lies, in a tray beside its corner with room for twelve. */
export function trayPlace(layout: Layout, side: Side, at: number): Point {
  const corner = side === 'first' ? layout.centre(0, 0) : layout.centre(7, 7);
  const down = corner.y > 0 ? 1 : -1;
  return {
    x: -down * (150 + (at % 6) * 58),
    y: down * (layout.half - 34 - Math.floor(at / 6) * 62),
  };
}

/** How wide a homecomer is. */
export const HOMECOMER = 52;

/** What is home in the race lies in the trays, crowned. */
function homecomers({ scene, layout, underway }: Shown): SVGElement[] {
  if (!scene.home) return [];
  return (['first', 'second'] as const).map((side, i) => {
    const colour = colourOf(scene, side);
    const many = scene.home![i]! - underway[side];
    const places = Array.from({ length: 12 }, (_, at) => trayPlace(layout, side, at));
    return svg(
      'g',
      { class: 'tray' },
      ...places.map(({ x, y }, at) => (at < many ? homecomer(colour, x, y) : vacant(x, y))),
    );
  });
}

const vacant = (x: number, y: number) => svg('circle', { class: 'vacant', cx: x, cy: y, r: 22 });

function homecomer(colour: string, x: number, y: number): SVGElement {
  const drawn = standing(x, y, svg('circle', { class: 'edge', r: HOMECOMER / 2, cy: 5 }));
  drawn.append(
    svg('circle', { class: 'top', r: HOMECOMER / 2 }),
    svg('circle', { class: 'line', r: 25 }),
  );
  const gold = crown();
  gold.setAttribute('transform', 'scale(.72)');
  drawn.append(gold);
  drawn.setAttribute('class', `checker ${colour}`);
  return drawn;
}

function culprits(scene: Scene, layout: Layout): SVGElement[] {
  const huffs = scene.actions.filter((action) => action.kind === 'huff');
  return huffs.map(({ trail }) => halo(layout, trail[0]!, 'culprit'));
}

/** The tic-tac-toes that were counted, each a line through its squares with its number. */
function counted(scene: Scene, layout: Layout): SVGElement[] {
  const numbered = scene.frame > 3;
  const lines: SVGElement[] = [];
  const numbers: SVGElement[] = [];
  for (const [i, side] of (['first', 'second'] as const).entries()) {
    for (const [at, line] of scene.counted[i]!.entries()) {
      const points = line.map((square) => layout.of(square));
      const path = points.map(({ x, y }) => `${x + i * 5 - 2},${y + i * 5 - 2}`).join(' ');
      for (const part of ['outer', 'inner'])
        lines.push(svg('polyline', { class: `counted ${part} side-${i}`, points: path }));
      if (numbered) numbers.push(lineNumber(points, colourOf(scene, side), at + 1));
    }
  }
  return [...lines, ...(numbered ? joker(scene, layout) : []), ...numbers];
}

/** A line's number stands on the line, beside its middle square: no two lines share that place. */
function lineNumber(points: Point[], colour: string, number: number): SVGElement {
  const [, middle, end] = points as [Point, Point, Point];
  const length = Math.hypot(end.x - middle.x, end.y - middle.y);
  const aside = length > SQUARE ? 42 : 30;
  const tag = standing(
    middle.x + ((end.x - middle.x) / length) * aside,
    middle.y + ((end.y - middle.y) / length) * aside,
    svg('circle', { r: 14 }),
    svg('text', { 'text-anchor': 'middle', y: 7 }, String(number)),
  );
  tag.setAttribute('class', `line-number ${colour}`);
  return tag;
}

/** The square that stayed empty counts for both: a star. */
function joker(scene: Scene, layout: Layout): SVGElement[] {
  return scene.cells
    .filter(({ checkers }) => !checkers)
    .slice(0, 1)
    .map(({ square }) => {
      const { x, y } = layout.of(square);
      const place = standing(x, y, svg('circle', { r: 34 }), star(27, 12));
      place.setAttribute('class', 'joker');
      return place;
    });
}

function arrow(layout: Layout, from: string, to: string, kind: string): SVGElement {
  const [a, b] = [layout.of(from), layout.of(to)];
  if (from === to) return svg('circle', { class: `arrow ${kind}`, cx: a.x, cy: a.y, r: 44 });
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const tip = { x: b.x - ux * 12, y: b.y - uy * 12 };
  const neck = { x: tip.x - ux * 34, y: tip.y - uy * 34 };
  const wing = (side: number) => `${neck.x - uy * 20 * side},${neck.y + ux * 20 * side}`;
  return svg(
    'g',
    { class: `arrow ${kind}` },
    svg('line', { x1: a.x, y1: a.y, x2: neck.x, y2: neck.y }),
    svg('polygon', { points: `${tip.x},${tip.y} ${wing(1)} ${wing(-1)}` }),
  );
}
