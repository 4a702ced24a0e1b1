// What the games room tells of people and of what they played, as JSON.

import type { BySeat, MatchSettings, Seat } from '../types';

export interface Player {
  name?: string;
  /** The level of the computer that plays. */
  computer?: number;
  /** Whether the name is that of an account, and so nobody else's. */
  account?: boolean;
}

export interface Challenge {
  id: string;
  settings: MatchSettings;
  name?: string;
  account?: boolean;
  /** Where its maker sits. */
  seat: Seat;
  made: number;
  match?: string;
}

export interface MatchInProgress {
  id: string;
  game: string;
  players: BySeat<Player>;
}

export interface Lobby {
  challenges: Challenge[];
  matches: MatchInProgress[];
}

/** A game that is over. */
export interface ArchivedGame {
  match: string;
  number: number;
  game: string;
  players: BySeat<Player>;
  winner: Seat | null;
  reason: string;
  ended: number;
  plies: number;
}

export interface ArchivePage {
  games: ArchivedGame[];
  /** Where the next page begins. */
  after: string | null;
}

export interface Rating {
  game: string;
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
}

export interface Profile {
  name: string;
  made: number;
  ratings: Rating[];
}

export interface SessionInfo {
  id: string;
  made: number;
  seen: number;
  program: string;
  this: boolean;
}

export interface TokenInfo {
  id: string;
  name: string;
  scopes: string[];
  made: number;
}

/** Everything that is kept of an account. */
export interface OwnData {
  name: string;
  made: number;
  mail: string | null;
  'mail-confirmed': boolean;
  'mail-notices': boolean;
  sessions: SessionInfo[];
  tokens: TokenInfo[];
  blocked: string[];
}
