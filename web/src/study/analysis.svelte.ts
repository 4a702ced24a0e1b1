// What is thought of a position and judged of a game while it is studied.

import { Computer } from '../workers/computer-client';
import type { EndgameAnswer } from '../generated/protocol';
import type {
  AnalysisReport,
  GameLine,
  GameReview,
  JudgedMove,
  ReviewProgress,
  Scene,
} from '../generated/wasm';
import { ending } from './endgame-lookup';
import { type ExactEvaluation, isExact } from './evaluation';

/** How many positions are visited for a proof that nobody asked for. */
const PROOF = 1_500_000;
const NODES = [20_000, 100_000, 500_000, 2_000_000];

export class Analysis {
  thought = $state.raw<AnalysisReport | null>(null);
  thinking = $state(false);
  /** What is proven of the position without being asked. */
  proof = $state.raw<ExactEvaluation | null>(null);
  /** What is known of it as an ending. */
  known = $state.raw<EndgameAnswer | null>(null);
  /** What was judged, and the moves that it is about. */
  review = $state.raw<(GameReview & { path: number[] }) | null>(null);
  progress = $state.raw<ReviewProgress | null>(null);
  private worker: Computer | null = null;
  private scene: Scene | null = null;
  private asked = 0;
  private proving = false;

  /** `now` is the line to what is on the board. */
  constructor(private now: () => GameLine) {}

  get computer(): Computer {
    return (this.worker ??= new Computer((progress) => {
      if ('of' in progress) this.progress = progress;
    }));
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

  /** Another position is on the board. */
  look(scene: Scene | null) {
    this.scene = scene;
    void this.lookUp();
    if (this.thinking) return void this.think();
    this.thought = null;
    void this.prove();
  }

  /** Thinks longer and longer, until it is stopped or the board changes. */
  async think() {
    const turn = ++this.asked;
    this.worker?.stop();
    this.thinking = true;
    this.thought = null;
    const here = this.now();
    for (const nodes of NODES) {
      if (turn !== this.asked || !this.thinking) return;
      try {
        const found = await this.computer.think(here, { nodes, lines: 3 });
        if (turn === this.asked) this.thought = found;
        if (found.lines.every(isExact)) break;
      } catch {
        return;
      }
    }
    if (turn === this.asked) this.thinking = false;
  }

  stop() {
    this.thinking = false;
    this.asked++;
    this.worker?.stop();
  }

  /** Judges the moves of a line, which stand at these places of the tree. */
  async judge(line: GameLine, path: number[]) {
    this.stop();
    this.progress = { done: 0, of: line.moves.length + 1 };
    try {
      this.review = { ...(await this.computer.review(line, { nodes: 30_000, lines: 1 })), path };
    } finally {
      this.progress = null;
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
