// The page's side of the rules' worker: stateless calls, matches and studied games.

import type {
  Command,
  CommandOutcome,
  ComparisonRow,
  GameLine,
  MatchDisplay,
  MatchEvent,
  MatchSettings,
  MoveExplanation,
  RuleEntry,
  Scene,
  Seat,
  TapOptions,
  TapReply,
  Viewer,
} from '../types';
import address from '../../wasm/rules/crownhead_bg.wasm?url';
import type { RulesCalls } from './rules.worker';
import { rulesWorker } from './start-worker';
import { WorkerClient } from './worker-client';

/** Identifies this build of the rules: another build has another address. */
export const edition: string = address;

const worker = new WorkerClient(rulesWorker);

const call = <T>(name: keyof RulesCalls, ...args: unknown[]) => worker.call<T>(name, args);

export const rules = {
  /** The scene after the moves of a line that is needed once. */
  scene: (line: GameLine) => call<Scene>('scene', line),
  /** The text of a board that is set up by hand, whether it is a position yet or not. */
  setUp: (line: GameLine, second: boolean, cells: Record<string, string>) =>
    call<string>('setUp', line, second, cells),
  book: (game: string) => call<RuleEntry[]>('book', game),
  compare: (games: string[]) => call<ComparisonRow[]>('compare', games),
};

let handleCount = 0;

/** A match that the arbiter runs in the worker. */
export class MatchHandle {
  private id = ++handleCount;
  /** Settles when the match is open, or cannot be. Calls made before are queued behind it. */
  readonly ready: Promise<unknown>;

  private constructor(how: 'open' | 'restore', argument: unknown) {
    this.ready = call(how, this.id, argument);
  }

  static open(settings: MatchSettings): MatchHandle {
    return new MatchHandle('open', { settings, now: Date.now(), salt: randomHex(16) });
  }

  static restore(state: unknown): MatchHandle {
    return new MatchHandle('restore', state);
  }

  state = () => call<unknown>('state', this.id);
  display = (viewer: Viewer) => call<MatchDisplay>('display', this.id, viewer);
  command = (seat: Seat, command: Command) =>
    call<CommandOutcome>('command', this.id, { seat, command, now: Date.now() });
  tick = () => call<CommandOutcome>('tick', this.id, Date.now());
  follow = (events: MatchEvent[]) => call<MatchEvent[]>('follow', this.id, events);
  version = () => call<number>('version', this.id);
  commitment = (seat: Seat, secret: string) =>
    call<string>('commitment', this.id, { seat, secret });
  /** The scene after the first moves of the game. */
  sceneAt = (plies: number) => call<Scene>('sceneAt', this.id, plies);
  explain = (text: string) => call<MoveExplanation>('explain', this.id, text);
  /** The rule book's answer to squares that were touched one after the other. */
  explainTouch = (squares: string[]) => call<MoveExplanation>('explainTouch', this.id, squares);
  /** What the player who is not on turn may do next. */
  premoves = () => call<TapOptions>('premoves', this.id);
  /** What one more tap means for the legal moves. */
  tap = (taps: string[], square: string) => call<TapReply>('tap', this.id, taps, square);
  /** What one more tap means for the moves that can be planned. */
  tapPremove = (taps: string[], square: string) =>
    call<TapReply>('tapPremove', this.id, taps, square);
  /** The squares that each of these moves touches, played from here. */
  trails = (moves: string[]) => call<string[][]>('trails', this.id, moves);
  close = () => void call('close', this.id).catch(() => {});
}

/** A game that is studied: the worker keeps its positions and plays only what is new in a line. */
export class GameHandle {
  private id = ++handleCount;

  show = (line: GameLine) => call<Scene>('showGame', this.id, line);
  tap = (taps: string[], square: string) => call<TapReply>('tapInGame', this.id, taps, square);
  explain = (text: string) => call<MoveExplanation>('explainInGame', this.id, text);
  explainTouch = (squares: string[]) =>
    call<MoveExplanation>('explainTouchInGame', this.id, squares);
  close = () => void call('closeGame', this.id).catch(() => {});
}

export function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
