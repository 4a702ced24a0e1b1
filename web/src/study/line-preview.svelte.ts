// A line of the analysis that is shown on the board while the pointer or the focus is on it: move by
// move, or up to one of its moves. The game that is studied stays where it is.

import { GameHandle } from '../workers/rules-client';
import type { GameLine, Scene } from '../generated/wasm';

/** How long each move of a line that plays out is shown, in milliseconds. */
const PACE = 650;

export class LinePreview {
  /** The position that is shown; none while no line is. */
  scene = $state.raw<Scene | null>(null);
  /** Which line it is, and how many of its moves are shown. */
  shown = $state.raw<{ line: number; moves: number } | null>(null);
  private handle = new GameHandle();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private turn = 0;

  /** Plays a line out, from its first move on. */
  play(from: GameLine, line: number, moves: string[]) {
    if (this.shown?.line === line && this.timer) return;
    this.stop();
    const next = async (count: number) => {
      await this.draw(from, line, moves, count);
      if (this.shown?.line !== line || this.shown.moves !== count) return;
      if (count < moves.length) this.timer = setTimeout(() => void next(count + 1), PACE);
    };
    // A pointer that only passes over a line changes nothing.
    this.timer = setTimeout(() => void next(1), PACE / 3);
  }

  /** Shows the first moves of a line. */
  async show(from: GameLine, line: number, moves: string[], count: number) {
    this.halt();
    await this.draw(from, line, moves, count);
  }

  private async draw(from: GameLine, line: number, moves: string[], count: number) {
    const turn = this.turn;
    const played = { ...from, moves: [...from.moves, ...moves.slice(0, count)] };
    const scene = await this.handle.show(played).catch(() => null);
    if (turn !== this.turn || !scene) return;
    this.scene = scene;
    this.shown = { line, moves: count };
  }

  private halt() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.turn++;
  }

  stop() {
    this.halt();
    this.scene = null;
    this.shown = null;
  }

  close() {
    this.stop();
    this.handle.close();
  }
}
