// The squares that a player has tapped so far. The rules narrow the legal moves by the taps: the
// first tap is answered from the scene, every further one by the rules' worker.

import type { FirstTap, TapReply } from '../generated/wasm';

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

/** Where taps are answered. */
export interface TapHost {
  /** Whether taps can be answered now. Until then they wait. */
  ready: () => boolean;
  firstTaps: () => FirstTap[];
  tapper: Tapper;
  onreply: (reply: TapReply) => void;
  /** Makes a move. It settles when the move is on the board, or is refused. */
  onact: (text: string) => Promise<unknown>;
}

/** Queues taps and applies their replies in order, so that fast taps mean what slow ones do. */
export class TapQueue {
  selection = NO_SELECTION;
  private queue: string[] = [];
  private busy = false;
  /** Whether a move that was tapped is being made. */
  private acting = false;
  /** Counts resets, so that a reply to an earlier selection is dropped. */
  private generation = 0;

  constructor(private host: TapHost) {}

  get taps(): string[] {
    return this.selection.taps;
  }

  /** Forgets the selection and every tap that waits. */
  reset() {
    this.queue = [];
    this.clearSelection();
  }

  /** Another position is on the board. If the tapped move led there, the taps behind it stay. */
  positionChanged() {
    if (this.acting) this.clearSelection();
    else this.reset();
  }

  /** Adds a tap. The first one is answered before this returns, if the host is ready. */
  push(square: string) {
    this.queue.push(square);
    this.resume();
  }

  /** Answers the taps that wait, if the host is ready. */
  resume() {
    if (!this.busy) void this.drain();
  }

  private async drain() {
    this.busy = true;
    try {
      while (this.queue.length > 0 && this.host.ready()) {
        const square = this.queue.shift()!;
        const { generation, taps } = this;
        const reply =
          taps.length === 0 ? this.firstReply(square) : await this.host.tapper(taps, square);
        if (generation !== this.generation) continue;
        this.apply(reply);
        if (reply.kind === 'act') await this.act(reply.text);
      }
    } catch {
      this.reset();
    } finally {
      this.busy = false;
    }
  }

  private async act(text: string) {
    this.acting = true;
    try {
      await this.host.onact(text);
    } finally {
      this.acting = false;
    }
  }

  private firstReply(square: string): TapReply {
    const known = this.host.firstTaps().find((tap) => tap.square === square);
    return known?.reply ?? { kind: 'no-action', squares: [square] };
  }

  private apply(reply: TapReply) {
    if (reply.kind === 'more') this.selection = reply;
    else this.clearSelection();
    this.host.onreply(reply);
  }

  private clearSelection() {
    this.generation++;
    this.selection = NO_SELECTION;
  }
}
