// The games that this browser keeps: those on one screen and against the computer, and the seats
// taken in matches of a server.

import { removeItem, saveItem, loadItem } from '../storage';
import type { MatchState, Seat } from '../generated/protocol';
import type { MatchDisplay } from '../generated/wasm';

export type LocalPlayer = { kind: 'person'; name: string } | { kind: 'computer'; level: number };

/** A game at this screen, as it is kept. */
export interface LocalGame {
  id: string;
  seats: { one: LocalPlayer; two: LocalPlayer };
  state: MatchState;
  /** What the computer's chance is made from. */
  seed: number;
  /** What was on the screen, and which rules drew it: shown until these are there again. */
  shown?: { look: MatchDisplay; by: string };
}

/** What the shelf lists of a game. */
export interface Listed {
  id: string;
  kind: 'local' | 'match';
  game: string;
  changed: number;
  over: boolean;
  plies: number;
}

const MOST = 30;

export const games = {
  list: (): Listed[] => loadItem<Listed[]>('games') ?? [],

  /** Puts a game at the head of the list; the oldest make room. */
  note(entry: Listed) {
    const others = games.list().filter((other) => other.id !== entry.id);
    const list = [entry, ...others];
    for (const gone of list.slice(MOST)) removeItem(`${gone.kind}.${gone.id}`);
    saveItem('games', list.slice(0, MOST));
  },

  drop(entry: Listed) {
    removeItem(`${entry.kind}.${entry.id}`);
    saveItem(
      'games',
      games.list().filter((other) => other.id !== entry.id),
    );
  },

  save: (game: LocalGame) => saveItem(`local.${game.id}`, game),
  load: (id: string) => loadItem<LocalGame>(`local.${id}`),

  /** The seat that this browser has in a match, by its secret. */
  seat: (id: string) => loadItem<{ secret: string; invite?: string }>(`match.${id}`),
  takeSeat: (id: string, secret: string, invite?: string) =>
    saveItem(`match.${id}`, { secret, invite }),
};

export const otherSeat = (seat: Seat): Seat => (seat === 'one' ? 'two' : 'one');
