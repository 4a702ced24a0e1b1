// The challenges of this browser that wait for somebody.

import { saveItem, loadItem } from '../storage';
import { seatAddress } from '../play/game-store';
import { api, type NewChallenge, ApiProblem } from './api';

export interface OwnChallenge {
  id: string;
  secret: string;
  game: string;
}

const MOST = 10;

const list = (): OwnChallenge[] => loadItem<OwnChallenge[]>('challenges') ?? [];

const drop = (id: string) =>
  saveItem(
    'challenges',
    list().filter((own) => own.id !== id),
  );

export const challenges = {
  list,

  async make(what: NewChallenge) {
    const { id, secret } = await api.challenge(what);
    const own = { id, secret, game: what.settings.play.game };
    saveItem('challenges', [own, ...list()].slice(0, MOST));
  },

  async withdraw(own: OwnChallenge) {
    drop(own.id);
    await api.withdraw(own.id, own.secret);
  },

  /** Looks whether somebody came, which also keeps it waiting. Says where the match is then. */
  async look(own: OwnChallenge): Promise<string | null> {
    try {
      const { match } = await api.getChallenge(own.id, own.secret);
      if (!match) return null;
      const address = seatAddress(match, { secret: own.secret });
      drop(own.id);
      return address;
    } catch (error) {
      if (error instanceof ApiProblem && error.kind === 'no-challenge') drop(own.id);
      return null;
    }
  },
};
