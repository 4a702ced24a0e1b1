// The page's side of the computer's worker, which is loaded on demand.

import type { AnalysisReport, GameLine, GameReview, LocalizedSentence } from '../types';
import { WorkerClient } from './worker-client';

const start = () =>
  new Worker(new URL('./computer.worker.ts', import.meta.url), { type: 'module' });

/** A game with comments and variations, as PDN has them. */
export interface PdnTree extends Omit<GameLine, 'moves'> {
  comment: string;
  nodes: { parent: number | null; text: string; comment: string }[];
}

interface AnalysisRequest {
  nodes?: number;
  time?: number;
  lines: number;
}

/** A computer with a transposition table and a worker of its own. */
export class Computer {
  private worker: WorkerClient;

  constructor(onprogress: (progress: never) => void = () => {}) {
    this.worker = new WorkerClient(start, (json) => onprogress(JSON.parse(json) as never));
  }

  /** Loads the module, so that the first real request does not wait for it. */
  warm = () => this.think({ game: 'tic-tac-toe', options: {}, moves: [] }, { nodes: 1, lines: 1 });
  choose = (line: GameLine, level: number, seed: number) =>
    this.worker.call<{ text: string; why: string }>('choose', [line, { level, seed, time: 1500 }]);
  hint = (line: GameLine) =>
    this.worker.call<{ text: string; sentence: LocalizedSentence }>('hint', [
      line,
      { time: 700, lines: 2 },
    ]);
  think = (line: GameLine, request: AnalysisRequest) =>
    this.worker.call<AnalysisReport>('think', [line, request]);
  review = (line: GameLine, request: AnalysisRequest) =>
    this.worker.call<GameReview>('review', [line, request]);
  toPdn = (tree: PdnTree) => this.worker.call<string>('toPdn', [tree]);
  fromPdn = (text: string) => this.worker.call<PdnTree>('fromPdn', [text]);

  /** Stops the search, if there is one. */
  stop() {
    if (this.worker.busy) this.worker.terminate();
  }

  close() {
    this.worker.terminate();
  }
}
