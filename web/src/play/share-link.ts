// A game on its way to somebody else: a link that holds it, or a text.

import type { GameLine } from '../generated/wasm';

/** The names of two players in an address. */
const PLAYERS = ['one', 'two'] as const;

/** A line as the part of an address behind `#`, with the names of its players if they are known. */
export function pack(line: GameLine, players: [string, string] = ['', '']): string {
  const params = new URLSearchParams({ game: line.game });
  for (const [key, value] of Object.entries(line.options)) params.set(`o.${key}`, value);
  if (line.position) params.set('position', line.position);
  PLAYERS.forEach((key, i) => players[i] && params.set(key, players[i]));
  if (line.moves.length > 0) params.set('moves', line.moves.join('_').replaceAll(' ', '~'));
  return params.toString();
}

/** The line behind an address, or none if it holds none. */
export function unpack(text: string): GameLine | null {
  const params = new URLSearchParams(text);
  const game = params.get('game');
  if (!game) return null;
  const options: Record<string, string> = {};
  for (const [key, value] of params) if (key.startsWith('o.')) options[key.slice(2)] = value;
  const moves = params.get('moves')?.replaceAll('~', ' ').split('_') ?? [];
  const position = params.get('position');
  return { game, options, moves, ...(position ? { position } : {}) };
}

/** The names of the players behind an address, first side first; empty where there are none. */
export function unpackPlayers(text: string): [string, string] {
  const params = new URLSearchParams(text);
  const [one, two] = PLAYERS.map((key) => (params.get(key) ?? '').slice(0, 60));
  return [one!, two!];
}

export const studyAddress = (line: GameLine, players?: [string, string]) =>
  `/study#${pack(line, players)}`;

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Saves a text as a file. */
export function saveText(text: string, name: string) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
