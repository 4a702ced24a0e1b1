// What happened between two scenes, shown: moves slide, jumps hop, captured checkers lift away.

import type { Cell, LastMove, Scene } from '../generated/wasm';
import type { Layout, Point } from './geometry';
import { stack } from './checkers';

const STEP = 200;
const HOP = 210;
const EASE = 'cubic-bezier(.2,.7,.3,1)';

interface Stage {
  layout: Layout;
  /** The drawn stack on a square. */
  stacks: Map<string, SVGGElement>;
  /** Where what has left the board is drawn on its way. */
  ghosts: SVGGElement;
  colours: [string, string];
}

const byName = (scene: Scene) => new Map(scene.cells.map((cell) => [cell.square, cell]));

/** Shows how `after` came from `before`. The stacks are drawn as they stand after it. */
export function show(stage: Stage, before: Scene, after: Scene): Promise<unknown> {
  const last = after.last;
  if (!last || before.game !== after.game) return Promise.resolve();
  const was = byName(before);
  const running: Animation[] = [];
  const [from] = last.trail;
  const to = last.trail.at(-1);
  if (last.kind === 'place' && to) running.push(...drop(stage, to));
  if (last.kind === 'exchange' && from && to) {
    running.push(...travel(stage, to, [from, to], 'step'));
    running.push(...travel(stage, from, [to, from], 'step'));
  }
  if ((last.kind === 'step' || last.kind === 'jump') && from && to) {
    const mover = stage.stacks.get(to) ? to : null;
    if (mover) running.push(...travel(stage, mover, last.trail, last.kind));
    else running.push(...leave(stage, was.get(from)!, last.trail));
    running.push(...captured(stage, capturedCheckers(before, after)));
    if (last.crowned) running.push(...crowned(stage, to));
  }
  if (last.kind === 'huff' && from) running.push(...blown(stage, was.get(from)!));
  return Promise.allSettled(running.map((animation) => animation.finished));
}

const at = ({ x, y }: Point, more = '') => `translate(${x}px, ${y}px) ${more}`;

function drop(stage: Stage, square: string): Animation[] {
  const drawn = stage.stacks.get(square)?.firstElementChild;
  if (!drawn) return [];
  const frames = [
    { transform: 'translate(0, -60px) scale(1.25)', opacity: 0 },
    { transform: 'translate(0, 0) scale(1)', opacity: 1 },
  ];
  return [drawn.animate(frames, { duration: STEP, easing: EASE })];
}

/** Moves the stack that stands at the end along its trail. */
function travel(stage: Stage, end: string, trail: string[], kind: LastMove['kind']): Animation[] {
  const drawn = stage.stacks.get(end);
  const inner = drawn?.firstElementChild;
  if (!drawn || !inner) return [];
  const goal = stage.layout.of(end);
  const points = trail.map((square) => {
    const { x, y } = stage.layout.of(square);
    return { x: x - goal.x, y: y - goal.y };
  });
  drawn.parentElement?.append(drawn);
  const frames: Keyframe[] = [];
  points.forEach((point, i) => {
    const next = points[i + 1];
    frames.push({ transform: at(point), easing: EASE });
    if (next && kind === 'jump') {
      const middle = { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 - 24 };
      frames.push({ transform: at(middle, 'scale(1.16)') });
    }
  });
  const duration = (kind === 'jump' ? HOP : STEP) * Math.max(1, points.length - 1);
  return [inner.animate(frames, { duration })];
}

/** A checker that a jump removes. */
export interface CapturedChecker {
  cell: Cell;
  /** The letter of the checker. */
  checker: string;
  /** Which jump of the move removes it, counted from zero. */
  jump: number;
}

/** The checkers that the last move captured, in jump order. A stack loses its top checker first. */
export function capturedCheckers(before: Scene, after: Scene): CapturedChecker[] {
  const now = byName(after);
  const removed = new Map(
    before.cells.map((cell) => {
      const left = now.get(cell.square)?.checkers.length ?? 0;
      return [cell.square, { cell, checkers: [...cell.checkers.slice(left)] }];
    }),
  );
  return (after.last?.captures ?? []).flatMap((square, jump) => {
    const found = removed.get(square);
    const checker = found?.checkers.pop();
    return checker ? [{ cell: found!.cell, checker, jump }] : [];
  });
}

/** What was jumped lifts and slides away to its captor's side. */
function captured(stage: Stage, checkers: CapturedChecker[]): Animation[] {
  return checkers.flatMap(({ cell, checker, jump }) => {
    const ghost = conjure(stage, cell, checker);
    const away = [
      { transform: at({ x: 0, y: 0 }), opacity: 1 },
      { transform: at({ x: 0, y: -30 }, 'scale(1.15)'), opacity: 0.9, offset: 0.35 },
      { transform: at({ x: 120, y: -90 }, 'scale(.8)'), opacity: 0 },
    ];
    return vanish(ghost, away, { duration: 420, delay: HOP * (jump + 0.6), easing: 'ease-in' });
  });
}

/** A checker that is taken home goes its way and is gone. */
function leave(stage: Stage, cell: Cell, trail: string[]): Animation[] {
  const ghost = conjure(stage, cell, cell.checkers);
  const start = stage.layout.of(cell.square);
  const frames: Keyframe[] = trail.map((square) => {
    const { x, y } = stage.layout.of(square);
    return { transform: at({ x: x - start.x, y: y - start.y }), opacity: 1 };
  });
  const home = frames.at(-1)!;
  frames.push({ ...home, transform: `${home.transform as string} scale(.4)`, opacity: 0 });
  return vanish(ghost, frames, { duration: STEP * frames.length, easing: EASE });
}

/** A huffed checker is blown off the board. */
function blown(stage: Stage, cell: Cell): Animation[] {
  const ghost = conjure(stage, cell, cell.checkers);
  const frames = [
    { transform: at({ x: 0, y: 0 }), opacity: 1 },
    { transform: at({ x: 260, y: -60 }, 'rotate(80deg) scale(.7)'), opacity: 0 },
  ];
  return vanish(ghost, frames, { duration: 520, easing: 'cubic-bezier(.5,0,.9,.6)' });
}

/** The crown settles on the new king. */
function crowned(stage: Stage, square: string): Animation[] {
  const crown = stage.stacks.get(square)?.querySelector('.crown');
  const frames = [
    { transform: 'translate(0, 24px) scale(.3)', opacity: 0 },
    { transform: 'translate(0, -10px) scale(1.2)', opacity: 1, offset: 0.7 },
    { transform: 'none', opacity: 1 },
  ];
  const animation = crown?.animate(frames, { duration: 320, delay: STEP, fill: 'backwards' });
  return animation ? [animation] : [];
}

function conjure(stage: Stage, cell: Cell, checkers: string): SVGGElement {
  const { x, y } = stage.layout.of(cell.square);
  const ghost = stack(checkers, stage.colours);
  const place = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  place.setAttribute('transform', `translate(${x} ${y})`);
  place.append(ghost);
  stage.ghosts.append(place);
  return ghost;
}

function vanish(ghost: SVGGElement, frames: Keyframe[], how: KeyframeAnimationOptions) {
  const animation = ghost.animate(frames, { ...how, fill: 'both' });
  void animation.finished.catch(() => {}).then(() => ghost.parentElement?.remove());
  return [animation];
}
