// The computer as the page asks it. It is loaded when it is first wanted.

import type { Line, Review, Said, Thought } from '../types';
import { Asked } from './ask';

const start = () =>
  new Worker(new URL('./computer.worker.ts', import.meta.url), { type: 'module' });

/** A game with comments and variations, as PDN has them. */
export interface PdnTree extends Omit<Line, 'moves'> {
  comment: string;
  nodes: { parent: number | null; text: string; comment: string }[];
}

interface How {
  nodes?: number;
  time?: number;
  lines: number;
}

/** A computer with a memory and a worker of its own. */
export class Computer {
  private asked: Asked;

  constructor(report: (what: never) => void = () => {}) {
    this.asked = new Asked(start, (json) => report(JSON.parse(json) as never));
  }

  /** Loads the module, so that the first answer does not have to wait for it. */
  warm = () => this.think({ game: 'tic-tac-toe', options: {}, moves: [] }, { nodes: 1, lines: 1 });
  choose = (line: Line, level: number, seed: number) =>
    this.asked.ask<{ text: string; why: string }>('choose', [line, { level, seed, time: 1500 }]);
  hint = (line: Line) =>
    this.asked.ask<{ text: string; said: Said }>('hint', [line, { time: 700, lines: 2 }]);
  think = (line: Line, how: How) => this.asked.ask<Thought>('think', [line, how]);
  review = (line: Line, how: How) => this.asked.ask<Review>('review', [line, how]);
  toPdn = (tree: PdnTree) => this.asked.ask<string>('toPdn', [tree]);
  fromPdn = (text: string) => this.asked.ask<PdnTree>('fromPdn', [text]);

  /** Stops whatever it thinks about. */
  stop() {
    if (this.asked.busy) this.asked.end();
  }

  end() {
    this.asked.end();
  }
}
