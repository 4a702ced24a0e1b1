// The game that one tap on Play opens: the last one that was begun here, or a first one for
// somebody new.

import { defaultGame, entry } from '../catalog';
import { loadItem, saveItem } from '../storage';
import type { LocalPlayer } from './game-store';
import { eveningNow, people, type Person, remember } from './household';
import { DEFAULTS, matchSettings, type Choices } from './match-settings';
import { localGameAddress, LocalSession } from './local-session.svelte';

export interface LastGame {
  game: string;
  against: 'computer' | 'here';
  level: number;
  choices: Choices;
}

/** Who somebody new plays against: the one who is still learning too. */
const FIRST_LEVEL = 1;

const NAME = 'last-game';

/** Options as the game has them today; what it does not know is left to its default. */
function knownOptions(game: string, options: Record<string, string> = {}): Record<string, string> {
  const known = entry(game)?.options ?? [];
  return Object.fromEntries(
    known.map(({ key, values }) => [
      key,
      values.includes(options[key] ?? '') ? options[key]! : values[0]!,
    ]),
  );
}

/** What was begun last, or `null` for somebody new. */
export function lastGame(): LastGame | null {
  const kept = loadItem<Partial<LastGame>>(NAME);
  if (!kept?.game || !entry(kept.game)) return null;
  const choices = { ...DEFAULTS, ...kept.choices };
  return {
    game: kept.game,
    against: kept.against === 'here' ? 'here' : 'computer',
    level: kept.level ?? loadItem<number>('level') ?? FIRST_LEVEL,
    choices: { ...choices, options: knownOptions(kept.game, choices.options) },
  };
}

/** What somebody new plays. */
export const firstGame = (): LastGame => ({
  game: defaultGame.id,
  against: 'computer',
  level: loadItem<number>('level') ?? FIRST_LEVEL,
  choices: { ...DEFAULTS, options: knownOptions(defaultGame.id) },
});

/** Begins such a game, remembers it, and says where it is. */
export async function openGame(what: LastGame, chosen?: [Person, Person]): Promise<string> {
  const { against, level, choices } = what;
  const game = entry(what.game)!;
  const here = against === 'here';
  // The same two as before, while the evening lasts.
  const players = chosen ?? (eveningNow().length > 0 ? people() : []);
  const seat = (person?: Person): LocalPlayer =>
    person?.name ? { kind: 'person', ...person } : { kind: 'person', name: '' };
  const one = seat(here ? players[0] : undefined);
  const two = here ? seat(players[1]) : ({ kind: 'computer', level } as const);
  if (here && chosen) remember(chosen);
  // Two at this screen toss or draw lots themselves, and the computer waits without a clock.
  const fitted: Choices =
    against === 'here' ? { ...choices, side: 'first' } : { ...choices, clock: 'none' };
  const id = await LocalSession.create(matchSettings(game, fitted, true), { one, two });
  saveItem(NAME, what);
  if (against === 'computer') saveItem('level', level);
  return localGameAddress(id);
}
