// The page's side of the rules' worker: stateless calls, matches and studied games.

import type {
  Command,
  MatchEvent,
  MatchSettings,
  MatchState,
  Seat,
  Viewer,
} from '../generated/protocol';
import type { GameLine, OpponentSettings } from '../generated/wasm';
import address from '../../wasm/rules/crownhead_bg.wasm?url';
import type { RulesCalls } from './rules.worker';
import { rulesWorker } from './start-worker';
import { WorkerClient } from './worker-client';

/** Identifies this build of the rules: another build has another address. */
export const edition: string = address;

const worker = new WorkerClient<RulesCalls>(rulesWorker);

const call: typeof worker.call = (name, ...args) => worker.call(name, ...args);

export const rules = {
  /** The scene after the moves of a line that is needed once. */
  scene: (line: GameLine) => call('scene', line),
  /** The text of a board that is set up by hand, whether it is a position yet or not. */
  setUp: (line: GameLine, second: boolean, cells: Record<string, string>) =>
    call('setUp', line, second, cells),
  /** What every box of checkers answers to a move after a line. */
  everyBox: (line: GameLine, move: string) => call('everyBox', line, move),
  book: (game: string) => call('book', game),
  compare: (games: string[]) => call('compare', games),
};

let handleCount = 0;

/** A match that the arbiter runs in the worker. */
export class MatchHandle {
  private id = ++handleCount;
  /** Settles when the match is open, or cannot be. Calls made before are queued behind it. */
  readonly ready: Promise<unknown>;

  private constructor(open: (id: number) => Promise<unknown>) {
    this.ready = open(this.id);
  }

  static open(settings: MatchSettings): MatchHandle {
    return new MatchHandle((id) => call('open', id, settings, Date.now(), randomHex(16)));
  }

  static restore(state: MatchState): MatchHandle {
    return new MatchHandle((id) => call('restore', id, state));
  }

  state = () => call('state', this.id);
  /** Does what the computer opponent wants and needs no thought for. */
  opponentTurn = (opponent: OpponentSettings) =>
    call('opponentTurn', this.id, opponent, Date.now());
  display = (viewer: Viewer) => call('display', this.id, viewer);
  command = (seat: Seat, command: Command) => call('command', this.id, seat, command, Date.now());
  tick = () => call('tick', this.id, Date.now());
  follow = (events: MatchEvent[]) => call('follow', this.id, events);
  version = () => call('version', this.id);
  commitment = (seat: Seat, secret: string) => call('commitment', this.id, seat, secret);
  /** The scene after the first moves of the game. */
  sceneAt = (plies: number) => call('sceneAt', this.id, plies);
  explain = (text: string) => call('explain', this.id, text);
  /** The rule book's answer to squares that were touched one after the other. */
  explainTouch = (squares: string[]) => call('explainTouch', this.id, squares);
  /** What other boxes of checkers say differently about the last move. */
  otherBoxes = () => call('otherBoxes', this.id);
  /** What the player who is not on turn may do next. */
  premoves = () => call('premoves', this.id);
  /** What one more tap means for the legal moves. */
  tap = (taps: string[], square: string) => call('tap', this.id, taps, square);
  /** What one more tap means for the moves that can be planned. */
  tapPremove = (taps: string[], square: string) => call('tapPremove', this.id, taps, square);
  /** The squares that each of these moves touches, played from here. */
  trails = (moves: string[]) => call('trails', this.id, moves);
  close = () => void call('close', this.id).catch(() => {});
}

/** A game that is studied: the worker keeps its positions and plays only what is new in a line. */
export class GameHandle {
  private id = ++handleCount;

  show = (line: GameLine) => call('showGame', this.id, line);
  tap = (taps: string[], square: string) => call('tapInGame', this.id, taps, square);
  explain = (text: string) => call('explainInGame', this.id, text);
  explainTouch = (squares: string[]) => call('explainTouchInGame', this.id, squares);
  close = () => void call('closeGame', this.id).catch(() => {});
}

export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
