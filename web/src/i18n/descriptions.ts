// What a screen reader says of squares and moves.

import { hasCoins, visibleColour } from '../board/checkers';
import { entry } from '../catalog';
import type { Evaluation, Side } from '../generated/protocol';
import type { ActionKind, Cell, Scene, SceneAction, ScoreUnit } from '../generated/wasm';
import type { ExactEvaluation } from '../study/evaluation';
import { capital, type Key, number, t, word } from './i18n.svelte';

/** What a side is called: by its colour, as it is seen. */
export const sideName = (scene: Scene, side: Side): string => word(visibleColour(scene, side));

/** What the checker on a square can do, or has to. */
export function describeOptions({ actions }: Scene, square: string, due: string[] = []): string {
  const own = actions.filter(({ trail }) => trail[0] === square);
  if (own.some(({ kind }) => kind === 'jump')) {
    if (due.includes(square)) return t('should-jump-now');
    return t(actions.some(({ kind }) => kind === 'step') ? 'can-jump' : 'must-jump-now');
  }
  return own.some(({ kind }) => kind === 'step') ? t('can-move') : '';
}

/** What is on a square. */
export function describeCell(scene: Scene, cell: Cell): string {
  const { square, checkers } = cell;
  if (!checkers) return `${square}, ${t('empty')}`;
  const each = [...checkers].map((letter) => describeChecker(scene, letter));
  if (each.length === 1) return `${square}, ${each[0]}`;
  const all = [...each].reverse().join(', ');
  return `${square}, ${t('stack-of', { count: each.length, top: each.at(-1)!, all })}`;
}

/** What a checker is called. */
export function describeChecker(scene: Scene, letter: string): string {
  const owner = letter.toLowerCase() === 'a' ? 'first' : 'second';
  const side = sideName(scene, owner);
  if (scene.shape === 'grid') return t(hasCoins(scene, owner) ? 'coin' : 'checker', { side });
  return t(letter === letter.toLowerCase() ? 'man' : 'king', { side });
}

/** What a button says for a decision that is no move on the board. */
export function decisionLabel(scene: Scene, { kind, trail }: SceneAction): string {
  if (kind === 'huff') return t('huff', { square: trail[0]! });
  if (kind === 'pass' && scene.phase === 'exchange') return t('no-exchange');
  return word(kind);
}

/** Whether a button stands for a decision, because nothing moves on the board. */
export const isDecision = (kind: ActionKind): boolean => isClaimOrPass(kind) || kind === 'huff';

/** Whether a decision is about no single checker. */
export const isClaimOrPass = (kind: ActionKind): boolean =>
  kind === 'pass' || kind === 'compel' || kind === 'stand';

/** What the last move was and did. */
export function describeMove(before: Scene | null, after: Scene): string {
  const { last } = after;
  if (!last) return '';
  const side = capital(sideName(after, last.side));
  const from = last.trail[0] ?? '';
  const to = last.trail.slice(1).join(', ') || from;
  const parts = [t(`said-${last.kind}`, { side, from, to })];
  if (last.kind === 'jump') parts.push(t('said-taken', { count: last.captures.length }));
  if (last.crowned) parts.push(t('said-crowned'));
  const home = (scene: Scene) => scene.home?.[last.side === 'first' ? 0 : 1] ?? 0;
  if (before && home(after) > home(before)) parts.push(t('said-home'));
  return `${parts.join(', ')}.`;
}

/** The side to move, if it is better, or else the other. */
const betterSide = (scene: Scene, better: boolean) =>
  sideName(scene, (scene.side === 'first') === better ? 'first' : 'second');

/** An evaluation, and the tic-tac-toes by which a side is ahead where they are counted. */
type WithMargin<T extends Evaluation> = T & { margin?: number };

/** How a game ends for certain, in a sentence. */
export function describeExact(
  scene: Scene,
  { value, margin, plies }: WithMargin<ExactEvaluation>,
): string {
  if (value === 'draw') return t(scene.shape === 'grid' ? 'exact-tie' : 'exact-draw');
  const side = betterSide(scene, value === 'win');
  if (margin) return t('exact-by', { side, count: Math.abs(margin) });
  return plies ? t('exact-in', { side, count: plies }) : t('exact-wins', { side });
}

/** What a way is worth, and to whom. */
export function describeEvaluation(scene: Scene, evaluation: WithMargin<Evaluation>): string {
  if (evaluation.kind === 'estimate') return describeScore(scene, evaluation.score);
  const { value, plies, margin } = evaluation;
  if (value === 'draw') return t(scene.shape === 'grid' ? 'worth-tie' : 'worth-draw');
  const side = betterSide(scene, value === 'win');
  if (margin) return t('worth-by', { side, count: Math.abs(margin) });
  return plies ? t('exact-in', { side, count: plies }) : t('worth-wins', { side });
}

/** The texts of scores in each unit; men need none. */
const UNITS: Record<ScoreUnit, Key | null> = {
  men: null,
  steps: 'score-steps',
  'tic-tac-toes': 'score-lines',
};

function describeScore(scene: Scene, score: number): string {
  const tenths = Math.round(Math.abs(score) * 10);
  if (tenths === 0) return t('score-even');
  const fraction = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const points = `+${number(tenths / 10, fraction)}`;
  const unit = UNITS[entry(scene.game)?.score_unit ?? 'men'];
  const lead = unit ? t(unit, { score: points }) : points;
  return t('score-for', { score: lead, side: betterSide(scene, score > 0) });
}
