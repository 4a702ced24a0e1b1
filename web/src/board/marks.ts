// What is drawn around the checkers: the last move, what can move, where to, what is pointed at.

import type { Scene, SceneAction } from '../generated/wasm';
import { type Layout, SQUARE } from './geometry';
import type { Selection } from './selection';
import { standing, svg } from './svg';

export interface Marks {
  /** Squares that a sentence speaks of. */
  pointed: string[];
  /** The checkers that should move, where others can too. */
  due?: string[];
  arrows: Arrow[];
}

/** An arrow, or a ring where it ends where it begins. */
export interface Arrow {
  from: string;
  to: string;
  kind: 'hint' | 'line' | 'answer' | 'own' | 'premove';
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
}

/** What lies on the squares, under the checkers. */
export function under({ scene, layout, selection, actions, live, marks }: Shown): SVGElement[] {
  const { taps } = selection;
  const drawn: SVGElement[] = [];
  const bright = new Set(scene.cells.filter((cell) => !cell.dark).map((cell) => cell.square));
  const fill = (square: string, name: string) =>
    drawn.push(tile(layout, square, bright.has(square) ? `${name} on-light` : name));
  for (const square of new Set(scene.last?.trail)) fill(square, 'last');
  for (const square of closed(scene)) fill(square, 'closed');
  const known = new Set(scene.cells.map((cell) => cell.square));
  for (const square of marks.pointed) if (known.has(square)) fill(square, 'pointed');
  const moving = marks.due?.length ? marks.due : movable(actions);
  if (live && taps.length === 0) for (const square of moving) fill(square, 'movable');
  for (const square of taps) fill(square, 'tapped');
  return drawn;
}

/** What lies on top: where a checker can go, counted lines, arrows. */
export function over({ scene, layout, selection, live, marks }: Shown): SVGElement[] {
  const drawn: SVGElement[] = [];
  for (const { square, ends } of selection.targets) {
    const { x, y } = layout.of(square);
    const taken = scene.cells.some((cell) => cell.square === square && cell.checkers);
    const name = `target ${ends ? 'ends' : 'on-the-way'}`;
    drawn.push(svg('circle', { class: name, cx: x, cy: y, r: taken ? 44 : ends ? 17 : 10 }));
  }
  if (live && scene.phase === 'remedy') drawn.push(...culprits(scene, layout));
  if (scene.end) drawn.push(...counted(scene, layout));
  for (const { from, to, kind } of marks.arrows) drawn.push(arrow(layout, from, to, kind));
  return drawn;
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
  // What can move is marked at its corners, a little inside, apart from its neighbours.
  const half = SQUARE / 2 - (name.startsWith('movable') ? 6 : 0);
  const rect = svg('rect', { x: -half, y: -half, width: 2 * half, height: 2 * half });
  if (layout.diamond) rect.setAttribute('transform', 'rotate(-45)');
  const group = standing(x, y, rect);
  group.setAttribute('class', `tile ${name}`);
  return group;
}

function culprits(scene: Scene, layout: Layout): SVGElement[] {
  const huffs = scene.actions.filter((action) => action.kind === 'huff');
  return huffs.map(({ trail }) => {
    const { x, y } = layout.of(trail[0]!);
    return svg('circle', { class: 'culprit', cx: x, cy: y, r: 46 });
  });
}

/** The tic-tac-toes that were counted, each a line through its squares. */
function counted(scene: Scene, layout: Layout): SVGElement[] {
  return scene.counted.flatMap((lines, i) =>
    lines.map((line) => {
      const points = line.map((square) => layout.of(square));
      const path = points.map(({ x, y }) => `${x + i * 5 - 2},${y + i * 5 - 2}`).join(' ');
      return svg('polyline', { class: `counted side-${i}`, points: path });
    }),
  );
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
