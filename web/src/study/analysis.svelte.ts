// What is thought of a position and judged of a game while it is studied.

import { Computer } from '../rules/computer';
import type { Certain, Judged, Line, Review, Scene, Thought } from '../types';
import { ending, type Ending } from './endgame';

/** How many positions are visited for a proof that nobody asked for. */
const PROOF = 1_500_000;
const NODES = [20_000, 100_000, 500_000, 2_000_000];

export class Analysis {
  thought = $state.raw<Thought | null>(null);
  thinking = $state(false);
  /** What is proven of the position without being asked. */
  proof = $state.raw<Certain | null>(null);
  /** What is known of it as an ending. */
  known = $state.raw<Ending | null>(null);
  /** What was judged, and the moves that it is about. */
  review = $state.raw<(Review & { path: number[] }) | null>(null);
  progress = $state.raw<{ done: number; of: number } | null>(null);
  private worker: Computer | null = null;
  private scene: Scene | null = null;
  private asked = 0;
  private proving = false;

  /** `now` is the line to what is on the board. */
  constructor(private now: () => Line) {}

  get computer(): Computer {
    return (this.worker ??= new Computer((what: { done?: number; of?: number }) => {
      if (what.of !== undefined) this.progress = { done: what.done!, of: what.of };
    }));
  }

  get best() {
    return this.thought?.ways[0];
  }

  /** How the game ends with best play, where that is certain. */
  get exact(): Certain | null {
    return this.known?.certain ?? this.best?.exact ?? this.proof;
  }

  judged(node: number): Judged | undefined {
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
        if (found.ways.every((way) => way.exact)) break;
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
  async judge(line: Line, path: number[]) {
    this.stop();
    this.progress = { done: 0, of: line.moves.length + 1 };
    try {
      this.review = { ...(await this.computer.review(line, { nodes: 30_000, lines: 1 })), path };
    } finally {
      this.progress = null;
    }
  }

  end() {
    this.worker?.end();
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
    else if (found) this.proof = found.ways[0]?.exact ?? null;
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
