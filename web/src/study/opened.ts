// A line that somebody was sent: as far as it can be played, and why not further.

import { rules } from '../rules/rules';
import { entry } from '../shelf';
import type { Explained, Line } from '../types';
import { sayError } from '../words/answers.svelte';

/** What is wrong with a line: a move of it, where it begins, or the game's name. */
export type Fault =
  | { kind: 'move'; number: number; text: string; why: Explained }
  | { kind: 'position'; why: string }
  | { kind: 'game' };

const playable = (line: Line) =>
  rules.scene(line).then(
    () => true,
    () => false,
  );

/** What can be shown of a line; where nothing can, a game from its start. */
export async function opened(line: Line, otherwise: Line): Promise<[Line, Fault?]> {
  const { game, options, moves } = line;
  if (!entry(game)) return [otherwise, { kind: 'game' }];
  if (await playable(line)) return [line];
  try {
    await rules.scene({ ...line, moves: [] });
  } catch (error) {
    const start = { game, options, moves: [] };
    const why = await sayError(error);
    return [(await playable(start)) ? start : { ...start, options: {} }, { kind: 'position', why }];
  }
  // What follows a move that cannot be played cannot be played either.
  let [good, bad] = [0, moves.length];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (await playable({ ...line, moves: moves.slice(0, middle) })) good = middle;
    else bad = middle;
  }
  const shown = { ...line, moves: moves.slice(0, good) };
  const text = moves[good]!;
  return [shown, { kind: 'move', number: good + 1, text, why: await rules.explain(shown, text) }];
}
