// What a screen reader says of squares and moves.

import { seenAs } from '../board/checkers';
import type { Action, Cell, Certain, Scene, Side, Way } from '../types';
import { capital, t, word } from './words.svelte';

/** What a side is called: by its colour, as it is seen. */
export const saySide = ({ sides }: Scene, side: Side): string =>
  word(seenAs(sides[side === 'first' ? 0 : 1], side === 'first'));

/** What the checker on a square can do, or has to. */
export function sayChance({ actions }: Scene, square: string, due: string[] = []): string {
  const own = actions.filter(({ trail }) => trail[0] === square);
  if (own.some(({ kind }) => kind === 'jump')) {
    if (due.includes(square)) return t('should-jump-now');
    return t(actions.some(({ kind }) => kind === 'step') ? 'can-jump' : 'must-jump-now');
  }
  return own.some(({ kind }) => kind === 'step') ? t('can-move') : '';
}

/** What is on a square. */
export function sayCell(scene: Scene, cell: Cell): string {
  const { square, checkers } = cell;
  if (!checkers) return `${square}, ${t('empty')}`;
  const each = [...checkers].map((letter) => sayChecker(scene, letter));
  if (each.length === 1) return `${square}, ${each[0]}`;
  const all = [...each].reverse().join(', ');
  return `${square}, ${t('stack-of', { count: each.length, top: each.at(-1)!, all })}`;
}

/** What a checker is called. */
export function sayChecker(scene: Scene, letter: string): string {
  const side = saySide(scene, letter.toLowerCase() === 'a' ? 'first' : 'second');
  if (scene.shape === 'grid') return t('checker', { side });
  return t(letter === letter.toLowerCase() ? 'man' : 'king', { side });
}

/** What a button says for a decision that is no move on the board. */
export function sayDecision(scene: Scene, { kind, text, trail }: Action): string {
  if (kind === 'huff') return t('huff', { square: trail[0]! });
  if (text === 'pass' && scene.phase === 'exchange') return t('no-exchange');
  return word(text);
}

const count = (scene: Scene, test: (letter: string) => boolean) =>
  scene.cells.reduce((sum, cell) => sum + [...cell.checkers].filter(test).length, 0);

/** What the last move was and did. */
export function sayMove(before: Scene | null, after: Scene): string {
  const { last } = after;
  if (!last) return '';
  const side = capital(saySide(after, last.side));
  const from = last.trail[0] ?? '';
  const to = last.trail.slice(1).join(', ') || from;
  const kind = last.kind === 'word' ? last.text : last.kind;
  const parts = [t(`said-${kind as 'step'}`, { side, from, to })];
  if (before && last.kind === 'jump' && after.shape === 'dark') {
    const enemy = last.side === 'first' ? 'b' : 'a';
    const theirs = (letter: string) => letter.toLowerCase() === enemy;
    const taken = count(before, theirs) - count(after, theirs) || last.trail.length - 1;
    parts.push(t('said-taken', { count: taken }));
  }
  const king = (letter: string) => letter === (last.side === 'first' ? 'A' : 'B');
  if (before && count(after, king) > count(before, king)) parts.push(t('said-crowned'));
  const home = (scene: Scene) => scene.home?.[last.side === 'first' ? 0 : 1] ?? 0;
  if (before && home(after) > home(before)) parts.push(t('said-home'));
  return `${parts.join(', ')}.`;
}

/** How a game ends for certain. */
export function sayExact({ sides, shape }: Scene, { winner, margin, plies }: Certain): string {
  if (!winner) return t(shape === 'grid' ? 'exact-tie' : 'exact-draw');
  const side = word(sides[winner === 'first' ? 0 : 1]);
  if (margin !== null) return t('exact-by', { side, count: margin });
  return plies === null ? t('exact-wins', { side }) : t('exact-in', { side, count: plies });
}

/** What a way is worth, and to whom. The computer's scores are the first side's. */
export function sayWorth(scene: Scene, { exact, score }: Way): string {
  if (exact) return sayExact(scene, exact);
  if (!/^[+-]/.test(score)) return score;
  const first = score.startsWith('+');
  return t('score-for', { score: `+${score.slice(1)}`, side: word(scene.sides[first ? 0 : 1]) });
}
