// What happens between two scenes, as acts with times: which checker flies where, what is captured
// when, and what is heard. It knows no pixels.

import type { Side } from '../generated/protocol';
import type { Cell, LastMove, Scene } from '../generated/wasm';

/** How long one of each motion takes, in milliseconds. */
export const SPAN = {
  step: 200,
  hop: 230,
  /** How long a checker rests between two jumps. */
  rest: 60,
  /** How long a captured checker takes to leave the board. */
  taken: 260,
  drop: 180,
  /** Being set down by the hand that carried it there. */
  put: 120,
  swap: 240,
  crown: 240,
  blown: 260,
  home: 220,
  tuck: 160,
  undo: 180,
} as const;

/** When a jumper is over what it jumps, and that begins to rise, as a part of the jump. */
const OVER = 0.5;

/** What is heard. */
export type Sound =
  | 'lift'
  | 'step'
  | 'land'
  | 'capture'
  | 'crown'
  | 'huff'
  | 'place'
  | 'swap'
  | 'home'
  | 'tuck'
  | 'undo'
  | 'refuse';

export interface Cue {
  sound: Sound;
  /** When it is heard, in milliseconds after the move. */
  at: number;
  /** How many of its kind came before it in the move: later ones sound higher. */
  step: number;
}

interface Timed {
  checkers: string;
  at: number;
  span: number;
}

/** Something that is seen on the board while it changes. */
export type Act =
  /** A checker or stack goes from square to square: along the board, or in an arc above it. */
  | (Timed & { kind: 'step' | 'hop' | 'swap'; from: string; to: string; rest: number })
  /** It stands there until something happens to it. */
  | (Timed & { kind: 'stand'; square: string })
  /** It leaves the board for a player's side: captured, or come home. */
  | (Timed & { kind: 'taken' | 'home'; square: string; by: Side; beneath: number })
  /** It slides under what has just jumped it. */
  | (Timed & { kind: 'tuck'; from: string; to: string; beneath: number })
  | (Timed & { kind: 'blown'; square: string; by: Side });

/** A motion of what stands on a square in the end. */
export interface Settling {
  kind: 'drop' | 'put' | 'crown' | 'tip' | 'appear';
  square: string;
  at: number;
  span: number;
}

export interface Choreography {
  acts: Act[];
  settlings: Settling[];
  cues: Cue[];
  /** Until when what stands on a square in the end is not there yet. */
  hidden: Map<string, number>;
}

const byName = (scene: Scene) => new Map(scene.cells.map((cell) => [cell.square, cell]));

/** A checker that a jump removes. */
export interface CapturedChecker {
  cell: Cell;
  /** The letter of the checker. */
  checker: string;
  /** Which capture of the move removes it, counted from zero. */
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

/**
 * How `after` came from `before`; nothing if one move does not lead there. What a hand has carried to
 * its square is only set down there.
 */
export function choreograph(before: Scene, after: Scene, carried = false): Choreography | null {
  if (before.game !== after.game || before.cells.length !== after.cells.length) return null;
  const { last } = after;
  if (last && leads(before, after, last)) return new Composer(before, after, carried).compose(last);
  const { last: undone } = before;
  if (undone && leads(after, before, undone)) return takenBack(before, after, undone);
  return null;
}

/** Whether the last move of `after` can have been made on the board before it. */
function leads(before: Scene, after: Scene, { kind, trail, captures }: LastMove): boolean {
  const [was, now] = [byName(before), byName(after)];
  const on = (scene: Map<string, Cell>, square?: string) => scene.get(square ?? '')?.checkers ?? '';
  const [from, to] = [trail[0], trail.at(-1)];
  switch (kind) {
    case 'place':
      return !on(was, from) && on(now, from) !== '';
    case 'huff':
      return on(was, from) !== '' && !on(now, from);
    case 'exchange':
      return on(was, from) === on(now, to) && on(was, to) === on(now, from);
    case 'step':
    case 'jump': {
      const left = from === to || (on(was, from) !== '' && !on(now, from));
      const came = from === to || !on(was, to);
      return left && came && captures.every((square) => on(was, square) !== '');
    }
    default:
      return false;
  }
}

/** A move is taken back: its checkers return at once to where they were. */
function takenBack(before: Scene, after: Scene, { kind, trail, captures }: LastMove): Choreography {
  const [was, now] = [byName(before), byName(after)];
  const [from, to] = [trail[0]!, trail.at(-1)!];
  const at = (scene: Map<string, Cell>, square: string) => scene.get(square)?.checkers ?? '';
  const span = SPAN.undo;
  const acts: Act[] = [];
  const hidden = new Map<string, number>();
  const back = (from: string, to: string) => {
    acts.push({ kind: 'step', checkers: at(was, from), from, to, at: 0, span, rest: 0 });
    hidden.set(to, span);
  };
  if (kind === 'step' || kind === 'jump') {
    if (at(was, to) && from !== to) back(to, from);
  }
  if (kind === 'exchange') {
    back(from, to);
    back(to, from);
  }
  const returned = kind === 'huff' ? [from] : [...new Set(captures)];
  const settlings = returned.map((square): Settling => {
    return { kind: 'appear', square, at: 0, span };
  });
  return {
    acts: acts.filter(({ checkers }) => checkers),
    settlings: settlings.filter(({ square }) => at(now, square)),
    cues: [{ sound: 'undo', at: span / 2, step: 0 }],
    hidden,
  };
}

/** Puts together the acts of one move. */
class Composer {
  private acts: Act[] = [];
  private settlings: Settling[] = [];
  private cues: Cue[] = [];
  private hidden = new Map<string, number>();
  private was: Map<string, Cell>;
  private now: Map<string, Cell>;

  constructor(
    private before: Scene,
    private after: Scene,
    private carried: boolean,
  ) {
    this.was = byName(before);
    this.now = byName(after);
  }

  compose(last: LastMove): Choreography {
    const [from, to] = [last.trail[0]!, last.trail.at(-1)!];
    if (last.kind === 'place') this.place(to);
    if (last.kind === 'exchange') this.exchange(from, to);
    if (last.kind === 'step') this.step(last);
    if (last.kind === 'jump') this.jump(last);
    if (last.kind === 'huff') this.huff(from, last.side);
    const { acts, settlings, cues, hidden } = this;
    return { acts, settlings, cues, hidden };
  }

  /** What stood on a square before the move. */
  private standing(square: string): string {
    return this.was.get(square)?.checkers ?? '';
  }

  private hear(sound: Sound, at: number, step = 0) {
    this.cues.push({ sound, at, step });
  }

  private place(square: string) {
    this.settlings.push({ kind: 'drop', square, at: 0, span: SPAN.drop });
    this.hear('place', SPAN.drop * 0.8);
  }

  private exchange(from: string, to: string) {
    const span = SPAN.swap;
    const pairs = [
      [from, to],
      [to, from],
    ] as const;
    for (const [a, b] of pairs) {
      const checkers = this.standing(a);
      this.acts.push({ kind: 'swap', checkers, from: a, to: b, at: 0, span, rest: 0 });
      this.hidden.set(b, span);
    }
    this.hear('swap', span * 0.9);
  }

  private huff(square: string, by: Side) {
    const checkers = this.standing(square);
    this.acts.push({ kind: 'blown', checkers, square, by, at: 0, span: SPAN.blown });
    this.hear('huff', 0);
  }

  private step({ trail, side, crowned }: LastMove) {
    const span = SPAN.step;
    const checkers = this.standing(trail[0]!);
    if (this.carried) return this.setDown(trail.at(-1)!, checkers, side, crowned);
    for (const [i, from] of trail.slice(0, -1).entries())
      this.acts.push({
        kind: 'step',
        checkers,
        from,
        to: trail[i + 1]!,
        at: i * span,
        span,
        rest: 0,
      });
    const arrives = span * (trail.length - 1);
    this.hear('step', arrives - span * 0.15);
    this.arrive(trail.at(-1)!, checkers, arrives, side, crowned);
  }

  /** A hand puts something where it was carried. */
  private setDown(square: string, checkers: string, side: Side, crowned: boolean) {
    this.settlings.push({ kind: 'put', square, at: 0, span: SPAN.put });
    this.hear('step', SPAN.put * 0.7);
    this.arrive(square, checkers, 0, side, crowned);
  }

  /** Something has reached its last square: it stands there, or goes home from there. */
  private arrive(square: string, checkers: string, at: number, side: Side, crowned: boolean) {
    if (this.now.get(square)?.checkers) {
      if (at > 0) this.hidden.set(square, at);
      if (!crowned) return;
      this.settlings.push({ kind: 'crown', square, at, span: SPAN.crown });
      this.hear('crown', at + SPAN.crown * 0.4);
      return;
    }
    // Only who goes home leaves the board with a move of its own.
    this.acts.push({
      kind: 'home',
      checkers,
      square,
      by: side,
      beneath: 0,
      at,
      span: SPAN.home,
    });
    this.hear('home', at);
  }

  private jump(last: LastMove) {
    const { trail, side, crowned } = last;
    const mover = this.standing(trail[0]!);
    const captured = this.jumpsOf(last);
    const end = this.now.get(trail.at(-1)!)?.checkers ?? '';
    const count = captured.length;
    // In Stack'Em what is captured goes along, at the bottom.
    const keeps = count > 0 && end.length === mover.length + count;
    const victims = new Map<string, { checkers: string; since: number }>();
    for (const { cell } of captured)
      victims.set(cell.square, { checkers: cell.checkers, since: 0 });
    const hops = trail.length - 1;
    const { carried } = this;
    const beat = carried ? SPAN.put : SPAN.hop + SPAN.rest;
    let taken = 0;
    for (let i = 0; i < hops; i++) {
      const at = i * beat;
      const lands = at + SPAN.hop;
      const rest = i < hops - 1 || keeps ? SPAN.rest : 0;
      const captives = keeps ? end.slice(count - taken, count) : '';
      const checkers = captives + mover;
      const [from, to] = [trail[i]!, trail[i + 1]!];
      if (!carried) {
        this.acts.push({ kind: 'hop', checkers, from, to, at, span: SPAN.hop, rest });
        this.hear('land', lands - 20, i);
      }
      for (const { cell, checker } of captured.filter(({ hop }) => hop === i)) {
        taken++;
        const { square } = cell;
        const rises = carried ? at : at + SPAN.hop * OVER;
        const stood = victims.get(square)!;
        const { checkers, since } = stood;
        if (rises > since)
          this.acts.push({ kind: 'stand', checkers, square, at: since, span: rises - since });
        const left = checkers.slice(0, -1);
        victims.set(square, { checkers: left, since: rises });
        const timed = { checkers: checker, at: rises, beneath: left.length };
        if (keeps && carried) continue;
        if (keeps) {
          const span = SPAN.hop * (1 - OVER) + SPAN.rest;
          this.acts.push({ ...timed, kind: 'tuck', from: square, to, span });
          this.hear('tuck', lands + SPAN.rest, i);
        } else {
          this.acts.push({ ...timed, kind: 'taken', square, by: side, span: SPAN.taken });
          this.hear('capture', rises + SPAN.taken, i);
        }
      }
    }
    // What is left of a stack is seen from its last capture on.
    for (const [square, { checkers, since }] of victims)
      if (checkers && since > 0) this.hidden.set(square, since);
    if (carried) return this.setDown(trail.at(-1)!, mover, side, crowned);
    const arrives = hops * beat - (keeps ? 0 : SPAN.rest);
    if (keeps)
      this.settlings.push({ kind: 'tip', square: trail.at(-1)!, at: arrives, span: SPAN.tuck });
    this.arrive(trail.at(-1)!, mover, arrives, side, crowned);
  }

  /** Which jump of the move passes over each captured checker. */
  private jumpsOf({ trail }: LastMove) {
    const middle = (from: string, to: string) => {
      const [a, b] = [this.was.get(from), this.was.get(to)];
      return a && b ? [(a.file + b.file) / 2, (a.rank + b.rank) / 2] : [];
    };
    const middles = trail.slice(1).map((to, i) => middle(trail[i]!, to));
    let next = 0;
    return capturedCheckers(this.before, this.after).map((captured) => {
      const { file, rank } = captured.cell;
      const over = middles.findIndex(([x, y], i) => i >= next && x === file && y === rank);
      const hop = over < 0 ? Math.min(captured.jump, middles.length - 1) : over;
      next = hop + 1;
      return { ...captured, hop };
    });
  }
}

/** Whose pile each captured or homecoming checker is added to. */
export const pileOf = (act: Act): Side | null =>
  act.kind === 'taken' || act.kind === 'home' || act.kind === 'blown' ? act.by : null;
