// The rules and the arbiter in a worker, so that they never block the page. Matches and studied games
// live here; the page refers to them by number.

import init, * as rules from '../../wasm/rules/crownhead.js';
import { sentenceOf } from './worker-error';

/** The document has requested the module already, so it is here or on its way. */
const ready = init();
// Every call reports the failure, so nothing else has to.
ready.catch(() => {});

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
  setUp: (line: unknown, second: boolean, cells: unknown) =>
    rules.set_up(json(line), second, json(cells)),
  book: (game: string) => parse(rules.book(game)),
  compare: (games: string[]) => parse(rules.compare(json(games))),
  scene: (line: unknown) => {
    const once = rules.GameHandle.open(json(line));
    try {
      return parse(once.scene());
    } finally {
      once.free();
    }
  },

  showGame: (id: number, line: unknown) => {
    const known = games.get(id);
    if (known) known.go_to(json(line));
    else games.set(id, rules.GameHandle.open(json(line)));
    return parse(game(id).scene());
  },
  tapInGame: (id: number, taps: string[], square: string) =>
    parse(game(id).tap(json(taps), square)),
  explainInGame: (id: number, text: string) => parse(game(id).explain(text)),
  explainTouchInGame: (id: number, squares: string[]) =>
    parse(game(id).explain_taps(json(squares))),
  closeGame: (id: number) => close(games, id),

  open: (id: number, opening: unknown) =>
    void matches.set(id, rules.MatchHandle.open(json(opening))),
  restore: (id: number, state: unknown) =>
    void matches.set(id, rules.MatchHandle.restore(json(state))),
  close: (id: number) => close(matches, id),
  state: (id: number) => parse(match(id).state()),
  display: (id: number, viewer: unknown) => parse(match(id).display(json(viewer))),
  command: (id: number, command: unknown) => parse(match(id).command(json(command))),
  tick: (id: number, now: number) => parse(match(id).tick(now)),
  follow: (id: number, events: unknown) => parse(match(id).follow(json(events))),
  version: (id: number) => match(id).version(),
  commitment: (id: number, secret: unknown) => match(id).commitment(json(secret)),
  sceneAt: (id: number, plies: number) => parse(match(id).scene_at(plies)),
  explain: (id: number, text: string) => parse(match(id).explain(text)),
  explainTouch: (id: number, squares: string[]) => parse(match(id).explain_taps(json(squares))),
  tap: (id: number, taps: string[], square: string) => parse(match(id).tap(json(taps), square)),
  tapPremove: (id: number, taps: string[], square: string) =>
    parse(match(id).tap_premove(json(taps), square)),
  premoves: (id: number) => parse(match(id).premoves()),
  trails: (id: number, moves: string[]) => parse(match(id).trails(json(moves))),
};

export type RulesCalls = typeof calls;

addEventListener('message', async ({ data }) => {
  const { id, name, args } = data as { id: number; name: keyof RulesCalls; args: never[] };
  try {
    await ready;
    const call = calls[name] as (...args: never[]) => unknown;
    postMessage({ id, result: call(...args) });
  } catch (error) {
    postMessage({ id, error: sentenceOf(error) });
  }
});
