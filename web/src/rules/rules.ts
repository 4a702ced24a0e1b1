// The rules as the page asks them.

import type {
  Action,
  Command,
  Done,
  Explained,
  Line,
  Look,
  MatchEvent,
  MatchSettings,
} from '../types';
import type { Rule, Scene, Seat, Viewer } from '../types';
import address from '../../wasm/rules/crownhead_bg.wasm?url';
import { Asked } from './ask';
import { worker } from './wake';

/** Which rules these are: others have another address. */
export const edition: string = address;

const asked = new Asked(worker);

const ask = <T>(name: string, ...args: unknown[]) => asked.ask<T>(name, args);

export interface Row {
  topic: string;
  says: Rule[][];
}

export const rules = {
  scene: (line: Line) => ask<Scene>('scene', line),
  /** What the player who is not on turn may do next. */
  ahead: (line: Line) => ask<Action[]>('ahead', line),
  explain: (line: Line, text: string) => ask<Explained>('explain', line, text),
  touch: (line: Line, squares: string[]) => ask<Explained>('touch', line, squares),
  /** The text of a board that is set up by hand, be it a position yet or not. */
  setUp: (line: Line, second: boolean, cells: Record<string, string>) =>
    ask<string>('setUp', line, second, cells),
  book: (game: string) => ask<Rule[]>('book', game),
  compare: (games: string[]) => ask<Row[]>('compare', games),
};

let tableCount = 0;

/** A match that the arbiter runs in the page's worker. */
export class Table {
  private id = ++tableCount;
  /** Settled when the table stands, or cannot; what is asked of it before waits its turn. */
  readonly ready: Promise<unknown>;

  private constructor(how: 'open' | 'restore', given: unknown) {
    this.ready = ask(how, this.id, given);
  }

  static open(settings: MatchSettings): Table {
    return new Table('open', { settings, now: Date.now(), salt: randomHex(16) });
  }

  static restore(state: unknown): Table {
    return new Table('restore', state);
  }

  state = () => ask<unknown>('state', this.id);
  look = (viewer: Viewer) => ask<Look>('look', this.id, viewer);
  command = (seat: Seat, command: Command) =>
    ask<Done>('command', this.id, { seat, command, now: Date.now() });
  tick = () => ask<Done>('tick', this.id, Date.now());
  follow = (events: MatchEvent[]) => ask<MatchEvent[]>('follow', this.id, events);
  version = () => ask<number>('version', this.id);
  commitment = (seat: Seat, secret: string) => ask<string>('commitment', this.id, { seat, secret });
  close = () => void ask('close', this.id).catch(() => {});
}

export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
