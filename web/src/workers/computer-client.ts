// The page's side of the computer's worker, which is loaded on demand.

import type {
  AnalysisReport,
  AnalysisRequest,
  GameLine,
  OpponentSettings,
  OpponentTask,
  PdnTree,
  ReviewProgress,
} from '../generated/wasm';
import type { ComputerCalls, Levels } from './computer.worker';
import { WorkerClient } from './worker-client';

const start = () =>
  new Worker(new URL('./computer.worker.ts', import.meta.url), { type: 'module' });

/** A computer with a transposition table and a worker of its own. */
export class Computer {
  private worker: WorkerClient<ComputerCalls>;

  constructor(onprogress: (progress: AnalysisReport | ReviewProgress) => void = () => {}) {
    this.worker = new WorkerClient(start, (json) => onprogress(JSON.parse(json)));
  }

  /** What the computer opponent does, after as much thought as it needs. */
  answer = (opponent: OpponentSettings, task: OpponentTask) =>
    this.worker.call('answer', opponent, task);
  hint = (line: GameLine) => this.worker.call('hint', line, { time: 700, lines: 2 });
  think = (line: GameLine, request: AnalysisRequest) => this.worker.call('think', line, request);
  /** Judges every move; the moments are those of players of these levels. */
  review = (line: GameLine, request: AnalysisRequest, levels: Levels) =>
    this.worker.call('review', line, request, levels);
  toPdn = (tree: PdnTree) => this.worker.call('toPdn', tree);
  /** A game of a PDN text, by its place from 0. */
  fromPdn = (text: string, place = 0) => this.worker.call('fromPdn', text, place);
  gamesOfPdn = (text: string) => this.worker.call('gamesOfPdn', text);

  /** Stops the search, if there is one. */
  stop() {
    if (this.worker.busy) this.worker.terminate();
  }

  close() {
    this.worker.terminate();
  }
}
