// The challenges of this browser that wait for somebody.

import { keep, kept } from '../storage';
import { games } from '../play/games';
import { api, type NewChallenge, Problem } from './api';

export interface Own {
  id: string;
  secret: string;
  game: string;
}

const MOST = 10;

const list = (): Own[] => kept<Own[]>('challenges') ?? [];

const drop = (id: string) =>
  keep(
    'challenges',
    list().filter((own) => own.id !== id),
  );

export const challenges = {
  list,

  async make(what: NewChallenge) {
    const { id, secret } = await api.challenge(what);
    const own = { id, secret, game: what.settings.play.game };
    keep('challenges', [own, ...list()].slice(0, MOST));
  },

  async withdraw(own: Own) {
    drop(own.id);
    await api.withdraw(own.id, own.secret);
  },

  /** Looks whether somebody came, which also keeps it waiting. Says to which match that led. */
  async look(own: Own): Promise<string | null> {
    try {
      const { match } = await api.lookAtChallenge(own.id, own.secret);
      if (!match) return null;
      games.takeSeat(match, own.secret);
      drop(own.id);
      return match;
    } catch (error) {
      if (error instanceof Problem && error.kind === 'no-challenge') drop(own.id);
      return null;
    }
  },
};
