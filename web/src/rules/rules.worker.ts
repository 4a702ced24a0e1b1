// The rules and the arbiter, in a worker: nothing they do can hold the page up.

import init, * as rules from '../../wasm/rules/crownhead.js';
import { said } from './unable';

/** The document has asked for the module already, so it is at hand or on its way. */
const ready = init();
// Whoever asks for something is told that it did not come.
ready.catch(() => {});
const tables = new Map<number, rules.Table>();
function at(id: number): rules.Table {
  const table = tables.get(id);
  if (!table) throw new Error(`no table ${id}`);
  return table;
}

const calls = {
  scene: (line: unknown) => JSON.parse(rules.scene(JSON.stringify(line))),
  ahead: (line: unknown) => JSON.parse(rules.ahead(JSON.stringify(line))),
  explain: (line: unknown, text: string) => JSON.parse(rules.explain(JSON.stringify(line), text)),
  touch: (line: unknown, squares: string[]) =>
    JSON.parse(rules.touch(JSON.stringify(line), JSON.stringify(squares))),
  setUp: (line: unknown, second: boolean, cells: unknown) =>
    rules.set_up(JSON.stringify(line), second, JSON.stringify(cells)),
  book: (game: string) => JSON.parse(rules.book(game)),
  compare: (games: string[]) => JSON.parse(rules.compare(JSON.stringify(games))),
  open: (id: number, opening: unknown) =>
    void tables.set(id, rules.Table.open(JSON.stringify(opening))),
  restore: (id: number, state: unknown) =>
    void tables.set(id, rules.Table.restore(JSON.stringify(state))),
  close: (id: number) => {
    at(id).free();
    tables.delete(id);
  },
  state: (id: number) => JSON.parse(at(id).state()),
  look: (id: number, viewer: unknown) => JSON.parse(at(id).look(JSON.stringify(viewer))),
  command: (id: number, given: unknown) => JSON.parse(at(id).command(JSON.stringify(given))),
  tick: (id: number, now: number) => JSON.parse(at(id).tick(now)),
  follow: (id: number, events: unknown) => JSON.parse(at(id).follow(JSON.stringify(events))),
  version: (id: number) => at(id).version(),
  commitment: (id: number, of: unknown) => at(id).commitment(JSON.stringify(of)),
};

export type Calls = typeof calls;

addEventListener('message', async ({ data }) => {
  const { id, name, args } = data as { id: number; name: keyof Calls; args: never[] };
  try {
    await ready;
    const call = calls[name] as (...args: never[]) => unknown;
    postMessage({ id, answer: call(...args) });
  } catch (error) {
    postMessage({ id, error: said(error) });
  }
});
