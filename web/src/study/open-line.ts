// A line that somebody was sent: as far as it can be played, and why not further.

import { GameHandle, rules } from '../workers/rules-client';
import { entry } from '../catalog';
import type { GameLine, MoveExplanation } from '../generated/wasm';
import { translateError } from '../i18n/sentences.svelte';

/** What is wrong with a line: a move of it, where it begins, or the game's name. */
export type LinkFault =
  | { kind: 'move'; number: number; text: string; why: MoveExplanation }
  | { kind: 'position'; why: string }
  | { kind: 'game' };

const playable = (line: GameLine) =>
  rules.scene(line).then(
    () => true,
    () => false,
  );

async function explainIn(line: GameLine, text: string): Promise<MoveExplanation> {
  const game = new GameHandle();
  try {
    await game.show(line);
    return await game.explain(text);
  } finally {
    game.close();
  }
}

/** What can be shown of a line; where nothing can, a game from its start. */
export async function openLine(
  line: GameLine,
  otherwise: GameLine,
): Promise<[GameLine, LinkFault?]> {
  const { game, options, moves } = line;
  if (!entry(game)) return [otherwise, { kind: 'game' }];
  if (await playable(line)) return [line];
  try {
    await rules.scene({ ...line, moves: [] });
  } catch (error) {
    const start = { game, options, moves: [] };
    const why = await translateError(error);
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
  return [shown, { kind: 'move', number: good + 1, text, why: await explainIn(shown, text) }];
}
