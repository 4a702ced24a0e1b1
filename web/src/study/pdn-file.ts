// A PDN file with several games: what its list shows, and the search in it.

import type { PdnGameSummary } from '../generated/wasm';
import type { Computer } from '../workers/computer-client';

export interface PdnFile {
  text: string;
  games: PdnGameSummary[];
  /** The place of the game that is open, from 0; -1 if none could be opened. */
  at: number;
}

export async function readPdnFile(computer: Computer, text: string): Promise<PdnFile> {
  return { text, games: await computer.gamesOfPdn(text), at: -1 };
}

/** A text as it is searched: without case and accents. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** The places of the games that have all words of a search in their names, events, dates or results. */
export function searchGames(games: PdnGameSummary[], search: string): number[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return games.flatMap((game, place) => {
    const { players, event, date, result } = game;
    const text = plain([place + 1, ...players, event, date, result, game.game ?? ''].join(' '));
    return words.every((word) => text.includes(word)) ? [place] : [];
  });
}

/** The next game that can be opened, forwards or backwards; the present one if there is none. */
export function nextGame({ games, at }: PdnFile, step: 1 | -1): number {
  for (let to = at + step; to >= 0 && to < games.length; to += step) {
    if (!games[to]!.fault) return to;
  }
  return at;
}
