// Which of the legal moves a player means, by the squares that were tapped. No rule of a game is
// known here: only texts, and the squares that each touches.

import type { Action } from '../types';

export type Meaning =
  /** This is the move. */
  | { kind: 'act'; text: string }
  /** More has to be tapped; `stop` is played by tapping the last square again. */
  | { kind: 'more'; taps: string[]; stop: Action | null }
  /** The taps are taken back. */
  | { kind: 'none' }
  /** No legal move has these squares. */
  | { kind: 'tried'; squares: string[] };

/** The moves that the squares tapped so far leave. */
export function candidates(actions: Action[], taps: string[]): Action[] {
  const [from, ...rest] = taps;
  return actions.filter((action) => {
    if (action.trail.length === 0) return false;
    if (action.kind === 'exchange') return taps.every((square) => action.trail.includes(square));
    return action.trail[0] === from && rest.every((square) => action.trail.includes(square, 1));
  });
}

const end = (action: Action) => action.trail.at(-1);

/** What one more tap means. */
export function tap(actions: Action[], taps: string[], square: string): Meaning {
  if (taps.length === 0) return begin(actions, square);
  const before = candidates(actions, taps);
  if (square === taps.at(-1)) {
    const stops = before.filter((action) => taps.length > 1 && end(action) === square);
    if (stops.length === 1) return act(stops[0]!);
  }
  const comesBack = before.some((action) => action.trail.length > 2 && end(action) === square);
  if (taps.includes(square) && !comesBack) return { kind: 'none' };
  const next = [...taps, square];
  const left = candidates(actions, next);
  if (left.length === 0) return elsewhere(actions, taps, square);
  const ends = left.filter((action) => action.kind === 'exchange' || end(action) === square);
  if (ends.length === 1 && !ends[0]!.onward) return act(ends[0]!);
  if (left.length === 1 && next.includes(end(left[0]!)!)) return act(left[0]!);
  return { kind: 'more', taps: next, stop: ends.length === 1 ? ends[0]! : null };
}

function begin(actions: Action[], square: string): Meaning {
  const left = candidates(actions, [square]);
  if (left.length === 0) return { kind: 'tried', squares: [square] };
  const whole = left.filter((action) => action.trail.length === 1);
  if (whole.length === 1) return act(whole[0]!);
  return { kind: 'more', taps: [square], stop: null };
}

/** A tap that no move fits: another checker, or a try that the rule book answers. */
function elsewhere(actions: Action[], taps: string[], square: string): Meaning {
  if (candidates(actions, [square]).length > 0) return begin(actions, square);
  return { kind: 'tried', squares: [...taps, square] };
}

function act(action: Action): Meaning {
  return { kind: 'act', text: action.text };
}

/** The squares that can be tapped next, and which of them end a move. */
export function targets(actions: Action[], taps: string[]): Map<string, boolean> {
  const found = new Map<string, boolean>();
  for (const action of candidates(actions, taps)) {
    for (const square of action.trail.slice(action.kind === 'exchange' ? 0 : 1)) {
      if (!taps.includes(square)) found.set(square, found.get(square) ?? false);
    }
    const last = end(action)!;
    if (!taps.includes(last)) found.set(last, true);
  }
  return found;
}
