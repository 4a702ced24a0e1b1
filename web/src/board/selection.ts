// The squares that a player has tapped so far. The rules narrow the legal moves by the taps: the
// first tap is answered from the scene, every further one by the rules' worker.

import type { FirstTap, TapReply } from '../types';

/** Asks the rules what one more tap means. */
export type Tapper = (taps: string[], square: string) => Promise<TapReply>;

/** What the taps so far leave open. */
export type Selection = Extract<TapReply, { kind: 'more' }>;

export const NO_SELECTION: Selection = {
  kind: 'more',
  taps: [],
  stop: null,
  targets: [],
  choices: [],
};

/** Queues taps and applies their replies in order, so that fast taps mean what slow ones do. */
export class TapQueue {
  selection = NO_SELECTION;
  private queue: string[] = [];
  private busy = false;
  /** Counts resets, so that a reply to an earlier selection is dropped. */
  private generation = 0;

  constructor(
    private firstTaps: () => FirstTap[],
    private tapper: Tapper,
    private onreply: (reply: TapReply) => void,
  ) {}

  get taps(): string[] {
    return this.selection.taps;
  }

  /** Forgets the selection and every tap that waits. */
  reset() {
    this.generation++;
    this.queue = [];
    this.selection = NO_SELECTION;
  }

  /** Adds a tap. The first one is answered before this returns. */
  push(square: string) {
    this.queue.push(square);
    if (!this.busy) void this.drain();
  }

  private async drain() {
    this.busy = true;
    try {
      for (let square = this.queue.shift(); square !== undefined; square = this.queue.shift()) {
        const { generation, taps } = this;
        const reply = taps.length === 0 ? this.firstReply(square) : await this.tapper(taps, square);
        if (generation === this.generation) this.apply(reply);
      }
    } catch {
      this.reset();
    } finally {
      this.busy = false;
    }
  }

  private firstReply(square: string): TapReply {
    const known = this.firstTaps().find((tap) => tap.square === square);
    return known?.reply ?? { kind: 'no-action', squares: [square] };
  }

  private apply(reply: TapReply) {
    if (reply.kind === 'more') this.selection = reply;
    else this.reset();
    this.onreply(reply);
  }
}
