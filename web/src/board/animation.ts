// What happened between two scenes, shown and heard: the same for every move, whoever made it. What
// comes next cuts short what is still being shown, so nothing waits for a motion.

import type { Side } from '../generated/protocol';
import type { Scene } from '../generated/wasm';
import { type Act, choreograph, type Cue, pileOf, type Settling } from './choreography';
import { conjure, fly, hideUntil, type Pose, showFor, split } from './flight';
import type { Layout, Point } from './geometry';
import { svg } from './svg';

/** How high a jumper rises over a single checker, in hundredths of a square. */
const HIGH = 58;
/** How much the height of a stack adds to that. */
const LAYER = 9;
/** How high a checker is lifted for a step, and one that is captured. */
const LOW = 14;
const LIFTED = 46;

/** Up quickly, and down as things fall. */
const RISE = 'cubic-bezier(.2, .6, .45, 1)';
const FALL = 'cubic-bezier(.55, 0, .8, .45)';
const SETTLE = 'cubic-bezier(.2, .7, .3, 1)';

/** Names the animations that end when something has arrived. */
const ARRIVAL = 'arrival';

export interface Stage {
  layout: Layout;
  /** The drawn stack on a square. */
  stacks: Map<string, SVGGElement>;
  colours: [string, string];
  /** Where a player's captured checkers lie, in the picture's measures, and how large they are there. */
  pile: (side: Side) => { at: Point; scale: number } | null;
  /** How far from its new square a hand has let go what it carried there. */
  dropped: { by: Point; height: number } | null;
  /** Plays sounds; what it returns silences those that are still to come. */
  sound: (cues: Cue[]) => () => void;
  /** How many checkers are still on their way to each player's pile. */
  onflight: (underway: Record<Side, number>) => void;
  /** Whether what moves is still on its way to its last square. */
  onmove: (underway: boolean) => void;
}

/** Shows one change of a board at a time. */
export class Motion {
  /** Where is drawn what has left its square: what lies low, and what flies above it. */
  readonly low = svg('g', { class: 'low' });
  readonly high = svg('g', { class: 'high' });
  private running: Animation[] = [];
  private underway: Record<Side, number> = { first: 0, second: 0 };
  private silence = () => {};

  /** Whether something is being shown. */
  get busy(): boolean {
    return this.running.length > 0;
  }

  /** Ends at once whatever is being shown. */
  cut() {
    const { running } = this;
    this.running = [];
    for (const animation of running) animation.cancel();
    this.low.replaceChildren();
    this.high.replaceChildren();
    this.silence();
    this.silence = () => {};
  }

  /** Shows how `after` came from `before`. The stacks are drawn as they stand after it. */
  show(stage: Stage, before: Scene, after: Scene, moving: boolean) {
    this.cut();
    this.underway = { first: 0, second: 0 };
    const plan = choreograph(before, after, stage.dropped !== null);
    if (plan) this.silence = stage.sound(moving ? plan.cues : plan.cues.map(atOnce));
    if (plan && moving) {
      for (const act of plan.acts) this.perform(stage, act, after.home !== null);
      for (const settling of plan.settlings) this.settle(stage, settling);
      for (const [square, until] of plan.hidden) {
        const drawn = stage.stacks.get(square);
        if (!drawn) continue;
        const hiding = hideUntil(drawn, until);
        hiding.id = ARRIVAL;
        this.running.push(hiding);
      }
    }
    const { running } = this;
    const arrivals = running.filter(({ id }) => id === ARRIVAL);
    stage.onmove(arrivals.length > 0);
    stage.onflight({ ...this.underway });
    void Promise.allSettled(arrivals.map(({ finished }) => finished)).then(() => {
      if (running === this.running) stage.onmove(false);
    });
    void Promise.allSettled(running.map(({ finished }) => finished)).then(() => {
      if (running === this.running) this.cut();
    });
  }

  private perform(stage: Stage, act: Act, racing: boolean) {
    const { layout, colours } = stage;
    const start = layout.of('from' in act ? act.from : act.square);
    const flies = act.kind !== 'stand' && act.kind !== 'tuck';
    const above = act.kind === 'hop' || act.kind === 'swap' || act.kind === 'step';
    const layer = flies && above ? this.high : this.low;
    const { place, drawn } = conjure(layer, start, act.checkers, colours);
    // The mover is drawn over what it captures, and what is captured over what stands.
    place.style.opacity = '0';
    const rest = 'rest' in act ? act.rest : 0;
    this.running.push(showFor(place, { at: act.at, span: act.span + rest }));
    if (act.kind === 'stand') return;
    const poses = this.poses(stage, act, start);
    const motions = fly(drawn, poses, act);
    this.running.push(...motions);
    const side = pileOf(act);
    if (side && (act.kind === 'home') === racing)
      this.count(stage, side, act.checkers, motions[0]!);
  }

  /** Counts checkers as underway until they have arrived. */
  private count(stage: Stage, side: Side, checkers: string, flight: Animation) {
    const { underway } = this;
    underway[side] += checkers.length;
    const arrived = () => {
      if (underway !== this.underway) return;
      underway[side] -= checkers.length;
      stage.onflight({ ...underway });
    };
    flight.finished.then(arrived, arrived);
  }

  private poses(stage: Stage, act: Exclude<Act, { kind: 'stand' }>, start: Point): Pose[] {
    const { layout } = stage;
    const to = 'to' in act ? layout.of(act.to) : start;
    const way = { x: to.x - start.x, y: to.y - start.y };
    switch (act.kind) {
      case 'step':
        return arc(way, LOW, SETTLE);
      case 'hop':
        return arc(way, HIGH + LAYER * (act.checkers.length - 1));
      case 'swap':
        return arc(way, HIGH);
      case 'tuck':
        return [
          { x: 0, y: 0, height: act.beneath * LAYER, offset: 0 },
          { x: way.x * 0.3, y: way.y * 0.3, height: 24, offset: 0.35, easing: FALL },
          { ...way, height: 0, offset: 1 },
        ];
      case 'blown':
        return [
          { x: 0, y: 0, height: 0, offset: 0, easing: FALL },
          { x: 70, y: -10, height: 30, turn: 30, offset: 0.4 },
          { x: 300, y: -60, height: 90, turn: 160, offset: 1, opacity: 0 },
        ];
      case 'home':
      case 'taken': {
        const pile = stage.pile(act.by);
        const away = layout.edge(act.by);
        const goal = pile?.at ?? { x: start.x * 0.6, y: away };
        const far = { x: goal.x - start.x, y: goal.y - start.y };
        const low = act.beneath * LAYER;
        return [
          { x: 0, y: 0, height: low, offset: 0, easing: RISE },
          { x: far.x * 0.06, y: far.y * 0.06, height: low + LIFTED, offset: 0.35, easing: FALL },
          { ...far, height: 0, offset: 1, scale: pile?.scale ?? 0.5, opacity: pile ? 1 : 0 },
        ];
      }
    }
  }

  /** Adds the motions of what arrives with them. */
  private land(motions: Animation[]) {
    motions[0]!.id = ARRIVAL;
    this.running.push(...motions);
  }

  /** A motion of what stands there in the end. */
  private settle(stage: Stage, { kind, square, at, span }: Settling) {
    const drawn = stage.stacks.get(square)?.firstElementChild;
    if (!drawn) return;
    const how = { delay: at, duration: span, fill: 'backwards' as const };
    const down = { x: 0, y: 0, height: 0, offset: 1 };
    if (kind === 'drop') {
      const above = { x: 0, y: 0, height: 70, offset: 0, opacity: 0, easing: FALL };
      this.land(fly(drawn, [above, down], { at, span }));
    } else if (kind === 'put') {
      const { by, height } = stage.dropped!;
      const held = { ...by, height, offset: 0, easing: SETTLE };
      this.land(fly(drawn, [held, down], { at, span }));
    } else if (kind === 'appear') {
      this.running.push(drawn.animate([{ opacity: 0 }, { opacity: 1 }], how));
    } else if (kind === 'tip') {
      this.running.push(split(drawn).body.animate(tipping, how));
    } else {
      const crown = drawn.querySelector('.crown');
      if (crown) this.running.push(crown.animate(crowning, how));
    }
  }
}

const atOnce = (cue: Cue): Cue => ({ ...cue, at: cue.step * 60 });

/** From here to there, rising and falling. */
function arc(way: Point, height: number, easing = 'linear'): Pose[] {
  const half = { x: way.x / 2, y: way.y / 2 };
  if (easing !== 'linear')
    return [
      { x: 0, y: 0, height: 0, offset: 0, easing },
      { x: way.x * 0.8, y: way.y * 0.8, height, offset: 0.45, easing },
      { ...way, height: 0, offset: 1 },
    ];
  return [
    { x: 0, y: 0, height: 0, offset: 0, easing: RISE },
    { ...half, height, offset: 0.5, easing: FALL },
    { ...way, height: 0, offset: 1 },
  ];
}

/** The crown twists up out of the new king. */
const crowning = [
  { transform: 'translate(0, 20px) rotate(-200deg) scale(.2)', opacity: 0, easing: SETTLE },
  { transform: 'translate(0, -12px) rotate(14deg) scale(1.25)', opacity: 1, offset: 0.7 },
  { transform: 'none', opacity: 1 },
];

/** A stack leans back over what it has taken in, and stands again. */
const tipping = [
  { transform: 'none' },
  { transform: 'translate(0, -14px) rotate(-13deg)', offset: 0.35, easing: FALL },
  { transform: 'translate(0, 2px) rotate(3deg)', offset: 0.8 },
  { transform: 'none' },
];
