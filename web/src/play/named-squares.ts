// The squares that a message names: they show their numbers, also where the board shows none.

import type { LocalizedSentence, MoveExplanation, SentenceArg } from '../generated/wasm';
import type { Sentence } from '../i18n/sentences.svelte';
import type { RoomState } from './room-state.svelte';
import type { Session } from './session';
import { huffs } from './slot-message';

/** The squares in a sentence of the rules, those of its moves included. */
export function squaresIn({ args = [] }: Sentence): string[] {
  const inArg = ({ kind, texts, sentences = [] }: SentenceArg): string[] => {
    if (kind === 'square' || kind === 'squares' || kind === 'any-of') return texts;
    if (kind === 'moves') return texts.flatMap((text) => text.split(/[^a-z0-9]|x(?=\d)/));
    return sentences.flatMap((sentence: LocalizedSentence) => squaresIn(sentence));
  };
  return args.flatMap(inArg);
}

/** How the answer to a tap is marked on the board. */
export const marksOf = (answer: MoveExplanation | null) => ({
  pointed: answer?.squares ?? [],
  named: answer ? [...answer.squares, ...squaresIn(answer.sentence)] : [],
});

/** The squares that the message slot of a match names now. */
export function namedSquares(session: Session, room: RoomState): string[] {
  const { notice, hint, idea, duty, scene } = session;
  if (notice) return [...notice.squares, ...squaresIn(notice)];
  if (room.past || !scene) return [];
  if (hint) return [...hint.squares, ...squaresIn(hint.sentence)];
  if (idea) return idea.trails.flat();
  if (room.choice.stop) return [room.choice.taps.at(-1)!];
  return [...(duty?.squares ?? []), ...huffs(scene).map(({ trail }) => trail[0]!)];
}
