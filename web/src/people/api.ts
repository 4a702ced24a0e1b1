// The games room as the page asks it. Whatever goes wrong becomes an error with a kind sentence.

import type { BySeat, MatchSettings, Seat } from '../types';
import { en } from '../i18n/en';
import { loadSentences, translate } from '../i18n/sentences.svelte';
import { t, word } from '../i18n/i18n.svelte';
import type { EndgameResult, EndgameTables } from '../study/endgame-lookup';
import type { Challenge, Lobby, OwnData, ArchivePage, Profile } from './types';

/** How long an answer is waited for, in milliseconds. */
const PATIENCE = 20_000;
const API = '/api/v1';

/** What the server would not do. `kind` is the last part of its problem's type. */
export class ApiProblem extends Error {
  constructor(
    readonly kind: string,
    detail: string,
    /** The kind of the arbiter's refusal, if it was the arbiter's. */
    readonly refusal?: string,
  ) {
    super(detail);
  }
}

/** What a person is told of an error. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return t('no-server');
  if (error.refusal) return translate({ text: error.message, message: `refusal.${error.refusal}` });
  const key = `problem.${error.kind}`;
  return key in en ? word(key) : error.message;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

async function ask<T = void>(
  method: Method,
  path: string,
  { body, secret }: { body?: unknown; secret?: string } = {},
): Promise<T> {
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (secret) headers.set('authorization', `Bearer ${secret}`);
  const response = await fetch(API + path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await response.text();
  if (!response.ok) throw await problem(response.status, text);
  return (text ? JSON.parse(text) : undefined) as T;
}

async function problem(status: number, text: string): Promise<ApiProblem> {
  try {
    const { type, title, detail, refusal } = JSON.parse(text);
    if (refusal) await loadSentences();
    return new ApiProblem(String(type).split('/').at(-1)!, detail ?? title, refusal?.kind);
  } catch {
    return new ApiProblem('failed', `${t('no-server')} (${status})`);
  }
}

interface OpenedMatch {
  id: string;
  seats: BySeat<{ secret: string; link: string }>;
}

export interface NewChallenge {
  settings: MatchSettings;
  name: string;
}

const named = (name: string) => (name ? { name } : {});
const part = encodeURIComponent;

export const api = {
  open: (settings: MatchSettings) => ask<OpenedMatch>('POST', '/matches', { body: settings }),

  endings: () => ask<EndgameTables[]>('GET', '/endgames'),
  ending: (game: string, options: Record<string, string>, position: string) => {
    const chosen = Object.entries(options).map(([key, value]) => `${key}=${value}`);
    const query = new URLSearchParams({ position });
    if (chosen.length > 0) query.set('options', chosen.join(','));
    return ask<EndgameResult>('GET', `/endgames/${part(game)}?${query}`);
  },

  lobby: () => ask<Lobby>('GET', '/lobby'),
  challenge: ({ settings, name }: NewChallenge) =>
    ask<{ id: string; secret: string }>('POST', '/challenges', {
      body: { ...settings, ...named(name) },
    }),
  getChallenge: (id: string, secret: string) =>
    ask<Challenge>('GET', `/challenges/${part(id)}`, { secret }),
  acceptChallenge: (id: string, name: string) =>
    ask<{ id: string; seat: Seat; secret: string }>('POST', `/challenges/${part(id)}/accept`, {
      body: named(name),
    }),
  withdraw: (id: string, secret: string) => ask('DELETE', `/challenges/${part(id)}`, { secret }),

  played: (search: URLSearchParams) => ask<ArchivePage>('GET', `/games?${search}`),
  playedBy: (name: string, search: URLSearchParams) =>
    ask<ArchivePage>('GET', `/accounts/${part(name)}/games?${search}`),
  profile: (name: string) => ask<Profile>('GET', `/accounts/${part(name)}`),

  signUp: (name: string, password: string) =>
    ask<{ name: string }>('POST', '/accounts', { body: { name, password } }),
  signIn: (name: string, password: string) =>
    ask<{ name: string }>('POST', '/session', { body: { name, password } }),
  signOut: () => ask('DELETE', '/session'),
  data: () => ask<OwnData>('GET', '/me/data'),
  setPassword: (old: string, next: string) =>
    ask('PUT', '/me/password', { body: { old, new: next } }),
  setMail: (mail: string | null, password: string) =>
    ask('PUT', '/me/mail', { body: { mail, password } }),
  sendConfirmation: () => ask('POST', '/me/mail/confirmation'),
  setTurnMails: (mail: boolean) => ask('PUT', '/me/notices', { body: { mail } }),
  deleteMe: (password: string) => ask('DELETE', '/me', { body: { password } }),
  endSession: (id: string) => ask('DELETE', `/me/sessions/${part(id)}`),
  makeToken: (name: string, scopes: string[]) =>
    ask<{ token: string }>('POST', '/me/tokens', { body: { name, scopes } }),
  endToken: (id: string) => ask('DELETE', `/me/tokens/${part(id)}`),
  recover: (name: string) => ask('POST', '/recovery', { body: { name } }),
  finishRecovery: (secret: string, password: string) =>
    ask('POST', '/recovery/password', { body: { secret, password } }),

  block: (name: string) => ask('PUT', `/me/blocked/${part(name)}`),
  unblock: (name: string) => ask('DELETE', `/me/blocked/${part(name)}`),
  report: (about: string, words: string) => ask('POST', '/reports', { body: { about, words } }),
};

/** Addresses of what is fetched as a file. */
export const files = {
  data: `${API}/me/data`,
  games: (form: 'json' | 'pdn') => `${API}/me/games?form=${form}`,
  match: (id: string, form: 'json' | 'pdn') => `${API}/matches/${part(id)}/export?form=${form}`,
  lobby: `${API}/lobby/stream`,
};

/** The PDN of one game of a match. */
export async function pdnOf(match: string, number: number): Promise<string> {
  const response = await fetch(files.match(match, 'pdn'), {
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = await response.text();
  if (!response.ok) throw await problem(response.status, text);
  const games = text.split(/\n\n(?=\[)/);
  const found = games.find((game) => game.includes(`[Round "${number}"]`));
  if (!found) throw new ApiProblem('no-game', t('nowhere'));
  return found;
}
