// What the computer thinks of a position and how it judges a game, while these are studied.

import { chosen } from '../settings.svelte';
import { Computer } from '../workers/computer-client';
import type { Levels } from '../workers/computer.worker';
import type { EndgameAnswer } from '../generated/protocol';
import type {
  AnalysisReport,
  GameLine,
  GameReview,
  JudgedMove,
  ReviewMoment,
  ReviewProgress,
  Scene,
} from '../generated/wasm';
import { ending } from './endgame-lookup';
import { type ExactEvaluation, isExact } from './evaluation';
import { reviews } from './review-cache';

/** How many positions are visited for a proof that nobody asked for. */
const PROOF = 1_500_000;
const NODES = [20_000, 100_000, 500_000, 2_000_000, 8_000_000];
/** How many lines the analysis shows. */
export const LINES = 3;

/** A review, and the places of its moves in the tree. */
export type PlacedReview = GameReview & { path: number[] };

export class Analysis {
  thought = $state.raw<AnalysisReport | null>(null);
  /** Whether the computer is searching for more than it has shown. */
  searching = $state(false);
  /** What is proven of the position without being asked. */
  proof = $state.raw<ExactEvaluation | null>(null);
  /** What is known of it as an ending. */
  known = $state.raw<EndgameAnswer | null>(null);
  review = $state.raw<PlacedReview | null>(null);
  progress = $state.raw<ReviewProgress | null>(null);
  private worker: Computer | null = null;
  private scene: Scene | null = null;
  private turn = 0;
  private proving = false;

  /** `now` is the line to what is on the board. */
  constructor(private now: () => GameLine) {}

  get computer(): Computer {
    return (this.worker ??= new Computer((progress) => {
      if ('of' in progress) this.progress = progress;
      else if (this.searching) this.thought = progress;
    }));
  }

  /** Whether the computer analyses every position that is on the board. */
  get on(): boolean {
    return chosen.engine;
  }

  set on(on: boolean) {
    chosen.engine = on;
    if (on) void this.think();
    else this.stop();
  }

  get best() {
    return this.thought?.lines[0];
  }

  /** How the game ends with best play, where that is certain. */
  get exact(): ExactEvaluation | null {
    return [this.known, this.best, this.proof].find(isExact) ?? null;
  }

  judged(node: number): JudgedMove | undefined {
    return this.review?.moves[this.review.path.indexOf(node)];
  }

  /** All moments of both sides, in the order of the game. */
  get moments(): ReviewMoment[] {
    return (this.review?.moments.flat() ?? []).sort((a, b) => a.index - b.index);
  }

  /** Another position is on the board. */
  look(scene: Scene | null) {
    this.scene = scene;
    void this.lookUp();
    if (this.on) return void this.think();
    this.thought = null;
    void this.prove();
  }

  /** Thinks longer and longer, until it is switched off or the board changes. */
  async think() {
    // A review is not interrupted: it ends by itself, and then this is called again.
    if (this.progress) return;
    const turn = ++this.turn;
    this.worker?.stop();
    this.thought = null;
    this.searching = this.scene !== null && !this.scene.end;
    const here = this.now();
    for (const nodes of NODES) {
      if (turn !== this.turn || !this.searching) return;
      try {
        const found = await this.computer.think(here, { nodes, lines: LINES });
        if (turn === this.turn) this.thought = found;
        if (found.lines.every(isExact)) break;
      } catch {
        return;
      }
    }
    if (turn === this.turn) this.searching = false;
  }

  private stop() {
    this.turn++;
    this.searching = false;
    this.thought = null;
    if (!this.progress) this.worker?.stop();
    void this.prove();
  }

  /** Judges the moves of a line, which stand at these places of the tree. */
  async judge(line: GameLine, path: number[], levels: Levels) {
    this.turn++;
    this.searching = false;
    this.worker?.stop();
    this.progress = { done: 0, of: line.moves.length + 1 };
    try {
      const review = await reviews.of(line, () =>
        this.computer.review(line, { nodes: 30_000, lines: 1 }, levels),
      );
      this.review = { ...review, path };
    } finally {
      this.progress = null;
      if (this.on) void this.think();
    }
  }

  end() {
    this.worker?.close();
  }

  /** The tic-tac-toes are solved: where a proof is quickly found, it is shown as the truth. */
  private async prove() {
    const here = this.now();
    this.proof = null;
    if (this.proving || this.scene?.shape !== 'grid' || this.scene.end || this.progress) return;
    this.proving = true;
    const found = await this.computer.think(here, { nodes: PROOF, lines: 1 }).catch(() => null);
    this.proving = false;
    if (here !== this.now()) void this.prove();
    else this.proof = found?.lines.slice(0, 1).find(isExact) ?? null;
  }

  /** Endings of a few checkers are known to the games room. */
  private async lookUp() {
    const here = this.now();
    this.known = null;
    if (!this.scene || this.scene.shape !== 'dark' || this.scene.end) return;
    const found = await ending(this.scene, () => here === this.now());
    if (here === this.now()) this.known = found;
  }
}
