// The games that this browser keeps: those on one screen and against the computer, and the seats
// taken in matches of a server.

import { loadItem, onStoredElsewhere, removeItem, saveItem } from '../storage';
import type { MatchState, Seat } from '../generated/protocol';
import type { MatchDisplay } from '../generated/wasm';

export type LocalPlayer =
  { kind: 'person'; name: string; colour?: string } | { kind: 'computer'; level: number };

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

/** A seat in a match of a server. */
export interface StoredSeat {
  secret: string;
  /** The link for the other player, until that player has come. */
  invite?: string;
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
  /** Calls back when another tab has gone on with a game at this screen. */
  onChange: (id: string, changed: () => void) => onStoredElsewhere(`local.${id}`, changed),

  /** The seat that this browser has in a match, by its secret. */
  seat: (id: string) => loadItem<StoredSeat>(`match.${id}`),
  /** Keeps a seat, and returns whether it outlasts the page. */
  takeSeat: (id: string, seat: StoredSeat) => saveItem(`match.${id}`, seat),
};

/**
 * Keeps a seat, and says where it is played: a seat that the browser does not keep stays in the address,
 * where a reload finds it.
 */
export function seatAddress(id: string, seat: StoredSeat): string {
  return games.takeSeat(id, seat) ? `/${id}` : `/${id}#${seat.secret}`;
}

export const otherSeat = (seat: Seat): Seat => (seat === 'one' ? 'two' : 'one');
