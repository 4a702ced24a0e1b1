// What the match page shows besides the match itself: the past position that is replayed, the choice
// that the taps left open, and the arrows that the player drew.

import { NO_SELECTION } from '../board/selection';
import { t } from '../i18n/i18n.svelte';
import { chosen } from '../settings.svelte';
import type { ArrowSquares } from '../study/variation-tree';
import type { Side } from '../generated/protocol';
import type { Scene } from '../generated/wasm';
import { toggleArrow } from './arrows';
import { boardNotice } from './notice';
import type { MomentTrial } from '../study/moment-trial.svelte';
import type { Session } from './session';

export class RoomState {
  choice = $state.raw(NO_SELECTION);
  touched = $state<string | null>(null);
  /** Whether the board is turned around. */
  flipped = $state(false);
  /** Whether the upper player reads from the other side of the screen. */
  facing = $state(false);
  arrows: ArrowSquares[] = $state.raw([]);
  /** How many captured or homecoming checkers are on their way to each side's pile. */
  underway = $state.raw<Record<Side, number>>({ first: 0, second: 0 });
  /** What needs a confirmation before it is done. */
  confirming = $state<'resign' | 'draw' | null>(null);
  /** Whether the field for typed moves was opened with a key. */
  typing = $state(false);
  /** A move that waits to be confirmed, and its squares. */
  unconfirmed = $state.raw<{ text: string; trail: string[] } | null>(null);
  /** An earlier position that is looked at, and how many moves it had. */
  past = $state.raw<{ at: number; scene: Scene } | null>(null);

  /** A moment of the finished game that is tried again. */
  trial = $state.raw<MomentTrial | null>(null);
  /** Whether the checkers are in the box, and its lid is on. */
  boxed = $state(false);

  constructor(private session: Session) {}

  /** The side of the player who is here, or else the side that moves first. */
  get ownSide(): Side {
    const { mine } = this.session;
    return (mine.length === 1 && this.session.sideOf(mine[0]!)) || 'first';
  }

  /** The side at the bottom of the board. */
  get bottom(): Side {
    if (!this.flipped) return this.ownSide;
    return this.ownSide === 'first' ? 'second' : 'first';
  }

  toggleArrow = (from: string, to: string) => {
    this.arrows = toggleArrow(this.arrows, from, to);
  };

  /** Removes what belonged to the position before. */
  reset() {
    this.endTrial();
    this.boxed = false;
    this.choice = NO_SELECTION;
    this.past = null;
    this.arrows = [];
    this.confirming = null;
    this.unconfirmed = null;
  }

  /** Plays a move, or asks first where the player wants that. */
  async play(text: string) {
    if (!chosen.confirm || !this.session.canMove) return this.session.play(text);
    const action = this.session.scene?.actions.find((action) => action.text === text);
    this.session.clearBoardNotice();
    this.unconfirmed = { text, trail: action?.trail ?? [] };
  }

  /** Plays the move that waits, or drops it. */
  async confirmMove(yes: boolean) {
    const move = this.unconfirmed;
    this.unconfirmed = null;
    if (yes && move) await this.session.play(move.text);
  }

  beginTrial(trial: MomentTrial) {
    this.endTrial();
    this.boxed = false;
    this.past = null;
    this.trial = trial;
  }

  endTrial = () => {
    this.trial?.close();
    this.trial = null;
  };

  /** Shows the board after some moves; after all of them that is the present. */
  async goTo(at: number) {
    const { line } = this.session;
    if (!line) return;
    this.endTrial();
    this.boxed = false;
    this.session.clearBoardNotice();
    const to = Math.max(0, Math.min(at, line.moves.length));
    if (to === line.moves.length) return void (this.past = null);
    const scene = await this.session.sceneAt(to);
    if (scene && this.session.line === line) this.past = { at: to, scene };
  }

  /** Goes back to the last move. */
  returnToPresent = () => {
    this.past = null;
    this.session.clearBoardNotice();
  };

  /** Does what was to be confirmed, or drops it. */
  async confirm(yes: boolean) {
    const what = this.confirming;
    this.confirming = null;
    if (!yes || !what) return;
    await (what === 'draw' ? this.session.offer('draw') : this.session.resign());
  }

  /** Explains that no move is made on a board of the past. */
  refusePast(at: number) {
    const text = t(at === 0 ? 'past-start' : 'past-move', { at });
    this.session.notice = boardNotice({ text });
  }
}
