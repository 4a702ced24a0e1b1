// Messages to the player of a match, and how long each stays.

import type { EventKind, Seat } from '../generated/protocol';
import type { Sentence } from '../i18n/sentences.svelte';

export interface Notice extends Sentence {
  /**
   * `board` is about the position on the board, such as why a move is illegal. `reply` answers
   * something else that the player did, such as an offer of a draw.
   */
  about: 'board' | 'reply';
  /** The rule behind it. */
  rule?: string | null;
  /** The squares that it is about. */
  squares: string[];
}

/** A message about the position on the board. */
export const boardNotice = (sentence: Sentence, squares: string[] = []): Notice => ({
  ...sentence,
  about: 'board',
  squares,
});

/** A reply to what the player did. */
export const replyNotice = (sentence: Sentence): Notice => ({
  ...sentence,
  about: 'reply',
  squares: [],
});

/**
 * What is left of a notice after an event: a message about the board stays until the position changes,
 * and a reply until the player moves by hand or offers something else. Neither outlasts the game or a
 * takeback.
 */
export function noticeAfter(notice: Notice | null, event: EventKind, mine: Seat[]): Notice | null {
  switch (event.kind) {
    case 'moved': {
      const byHand = mine.includes(event.seat) && (event.how ?? 'by-hand') === 'by-hand';
      return byHand || notice?.about === 'board' ? null : notice;
    }
    case 'offered':
      return mine.includes(event.seat) && notice?.about === 'reply' ? null : notice;
    case 'taken-back':
    case 'began':
    case 'ended':
      return null;
    default:
      return notice;
  }
}
