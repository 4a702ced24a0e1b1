// The rules and the arbiter in a worker, so that they never block the page. Matches and studied games
// live here; the page refers to them by number.

import init, * as rules from '../../wasm/rules/crownhead.js';
import type {
  Command,
  MatchEvent,
  MatchSettings,
  MatchState,
  Salt,
  Seat,
  Secret,
  Viewer,
} from '../generated/protocol';
import type {
  BoxAnswer,
  CommandOutcome,
  ComparisonRow,
  GameLine,
  LastMoveRemarks,
  MatchDisplay,
  MoveExplanation,
  OpponentSettings,
  OpponentTurn,
  RuleEntry,
  Scene,
  TapOptions,
  TapReply,
} from '../generated/wasm';
import { serve } from './worker-server';

const matches = new Map<number, rules.MatchHandle>();
const games = new Map<number, rules.GameHandle>();

function handle<T>(handles: Map<number, T>, id: number): T {
  const found = handles.get(id);
  if (!found) throw new Error(`no handle ${id}`);
  return found;
}
const match = (id: number) => handle(matches, id);
const game = (id: number) => handle(games, id);

function close<T extends { free(): void }>(handles: Map<number, T>, id: number) {
  handles.get(id)?.free();
  handles.delete(id);
}

const json = JSON.stringify;
const parse = JSON.parse;

const calls = {
  setUp: (line: GameLine, second: boolean, cells: Record<string, string>): string =>
    rules.set_up(json(line), second, json(cells)),
  book: (game: string): RuleEntry[] => parse(rules.book(game)),
  compare: (games: string[]): ComparisonRow[] => parse(rules.compare(json(games))),
  everyBox: (line: GameLine, move: string): BoxAnswer[] => {
    const once = rules.GameHandle.open(json(line));
    try {
      return parse(once.explain_in_every_box(move));
    } finally {
      once.free();
    }
  },
  scene: (line: GameLine): Scene => {
    const once = rules.GameHandle.open(json(line));
    try {
      return parse(once.scene());
    } finally {
      once.free();
    }
  },

  showGame: (id: number, line: GameLine): Scene => {
    const known = games.get(id);
    if (known) known.go_to(json(line));
    else games.set(id, rules.GameHandle.open(json(line)));
    return parse(game(id).scene());
  },
  tapInGame: (id: number, taps: string[], square: string): TapReply =>
    parse(game(id).tap(json(taps), square)),
  explainInGame: (id: number, text: string): MoveExplanation => parse(game(id).explain(text)),
  explainTouchInGame: (id: number, squares: string[]): MoveExplanation =>
    parse(game(id).explain_taps(json(squares))),
  closeGame: (id: number) => close(games, id),

  open: (id: number, settings: MatchSettings, now: number, salt: Salt) =>
    void matches.set(id, rules.MatchHandle.open(json(settings), now, json(salt))),
  restore: (id: number, state: MatchState) =>
    void matches.set(id, rules.MatchHandle.restore(json(state))),
  close: (id: number) => close(matches, id),
  state: (id: number): MatchState => parse(match(id).state()),
  opponentTurn: (id: number, { seat, seed }: OpponentSettings, now: number): OpponentTurn =>
    parse(match(id).opponent_turn(seat === 'two', seed, now)),
  display: (id: number, viewer: Viewer): MatchDisplay => parse(match(id).display(json(viewer))),
  command: (id: number, seat: Seat, command: Command, now: number): CommandOutcome =>
    parse(match(id).command(seat === 'two', json(command), now)),
  tick: (id: number, now: number): CommandOutcome => parse(match(id).tick(now)),
  follow: (id: number, events: MatchEvent[]): MatchEvent[] => parse(match(id).follow(json(events))),
  version: (id: number) => match(id).version(),
  commitment: (id: number, seat: Seat, secret: Secret) =>
    match(id).commitment(seat === 'two', json(secret)),
  sceneAt: (id: number, plies: number): Scene => parse(match(id).scene_at(plies)),
  explain: (id: number, text: string): MoveExplanation => parse(match(id).explain(text)),
  explainTouch: (id: number, squares: string[]): MoveExplanation =>
    parse(match(id).explain_taps(json(squares))),
  otherBoxes: (id: number): LastMoveRemarks | null => parse(match(id).other_boxes()),
  tap: (id: number, taps: string[], square: string): TapReply =>
    parse(match(id).tap(json(taps), square)),
  tapPremove: (id: number, taps: string[], square: string): TapReply =>
    parse(match(id).tap_premove(json(taps), square)),
  premoves: (id: number): TapOptions => parse(match(id).premoves()),
  trails: (id: number, moves: string[]): string[][] => parse(match(id).trails(json(moves))),
};

export type RulesCalls = typeof calls;

// The document has requested the module already, so it is here or on its way.
serve(init().then(() => calls));
