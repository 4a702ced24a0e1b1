// The games room as the page asks it. Whatever goes wrong becomes an error with a kind sentence.

import type {
  AcceptedChallenge,
  AccountData,
  AccountDeletion,
  AccountMatchPage,
  Challenge,
  ChallengeGuest,
  CreatedChallenge,
  CreatedToken,
  EndgameAnswer,
  FinishedGamePage,
  KnownEndgames,
  LobbyView,
  MatchSettings,
  NewAccount,
  NewMail,
  NewPassword,
  NewReport,
  NewToken,
  NoticeSettings,
  OpenedMatch,
  OwnAccount,
  PasswordRecovery,
  Profile,
  RecoveryRequest,
  Scope,
  SignIn,
} from '../generated/protocol';
import { en } from '../i18n/en';
import { loadSentences, translate } from '../i18n/sentences.svelte';
import { language, t, word } from '../i18n/i18n.svelte';

/** The timeout of a request, in milliseconds. */
const REQUEST_TIMEOUT = 20_000;
const API = '/api/v1';

/** A refused request. `kind` is the last part of its problem's type. */
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

/** The text of an error for people. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiProblem)) return t('no-server');
  if (error.refusal) return translate({ text: error.message, message: `refusal.${error.refusal}` });
  const key = `problem.${error.kind}`;
  if (key in en) return word(key);
  // What the server says in English is for those who read it.
  return language() === 'en' ? error.message : t('problem.failed');
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
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
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

export interface NewChallenge {
  settings: MatchSettings;
  name: string;
}

const named = (name: string): ChallengeGuest => (name ? { name } : {});
const part = encodeURIComponent;

export const api = {
  open: (settings: MatchSettings) => ask<OpenedMatch>('POST', '/matches', { body: settings }),

  endings: () => ask<KnownEndgames[]>('GET', '/endgames'),
  ending: (game: string, options: Record<string, string>, position: string) => {
    const chosen = Object.entries(options).map(([key, value]) => `${key}=${value}`);
    const query = new URLSearchParams({ position });
    if (chosen.length > 0) query.set('options', chosen.join(','));
    return ask<EndgameAnswer>('GET', `/endgames/${part(game)}?${query}`);
  },

  lobby: () => ask<LobbyView>('GET', '/lobby'),
  challenge: ({ settings, name }: NewChallenge) =>
    ask<CreatedChallenge>('POST', '/challenges', {
      body: { ...settings, ...named(name) },
    }),
  getChallenge: (id: string, secret: string) =>
    ask<Challenge>('GET', `/challenges/${part(id)}`, { secret }),
  acceptChallenge: (id: string, name: string) =>
    ask<AcceptedChallenge>('POST', `/challenges/${part(id)}/accept`, {
      body: named(name),
    }),
  withdraw: (id: string, secret: string) => ask('DELETE', `/challenges/${part(id)}`, { secret }),

  played: (search: URLSearchParams) => ask<FinishedGamePage>('GET', `/games?${search}`),
  playedBy: (name: string, search: URLSearchParams) =>
    ask<FinishedGamePage>('GET', `/accounts/${part(name)}/games?${search}`),
  profile: (name: string) => ask<Profile>('GET', `/accounts/${part(name)}`),

  signUp: (name: string, password: string) =>
    ask<OwnAccount>('POST', '/accounts', { body: { name, password } satisfies NewAccount }),
  signIn: (name: string, password: string) =>
    ask<OwnAccount>('POST', '/session', { body: { name, password } satisfies SignIn }),
  signOut: () => ask('DELETE', '/session'),
  data: () => ask<AccountData>('GET', '/me/data'),
  matches: () => ask<AccountMatchPage>('GET', '/account/matches'),
  setPassword: (old: string, next: string) =>
    ask('PUT', '/me/password', { body: { old, new: next } satisfies NewPassword }),
  setMail: (mail: string | null, password: string) =>
    ask('PUT', '/me/mail', { body: { mail, password } satisfies NewMail }),
  sendConfirmation: () => ask('POST', '/me/mail/confirmation'),
  setTurnMails: (mail: boolean) =>
    ask('PUT', '/me/notices', { body: { mail } satisfies NoticeSettings }),
  deleteMe: (password: string) =>
    ask('DELETE', '/me', { body: { password } satisfies AccountDeletion }),
  endSession: (id: string) => ask('DELETE', `/me/sessions/${part(id)}`),
  makeToken: (name: string, scopes: Scope[]) =>
    ask<CreatedToken>('POST', '/me/tokens', { body: { name, scopes } satisfies NewToken }),
  endToken: (id: string) => ask('DELETE', `/me/tokens/${part(id)}`),
  recover: (name: string) => ask('POST', '/recovery', { body: { name } satisfies RecoveryRequest }),
  finishRecovery: (secret: string, password: string) =>
    ask('POST', '/recovery/password', { body: { secret, password } satisfies PasswordRecovery }),

  block: (name: string) => ask('PUT', `/me/blocked/${part(name)}`),
  unblock: (name: string) => ask('DELETE', `/me/blocked/${part(name)}`),
  report: (about: string, words: string) =>
    ask('POST', '/reports', { body: { about, words } satisfies NewReport }),
};

/** Addresses of what is fetched as a file. */
export const files = {
  data: `${API}/me/data`,
  games: (form: 'json' | 'pdn') => `${API}/me/games?form=${form}`,
  match: (id: string, form: 'json' | 'pdn') => `${API}/matches/${part(id)}/export?form=${form}`,
  lobby: `${API}/lobby/stream`,
  account: `${API}/account/events`,
};

/** The PDN of one game of a match. */
export async function pdnOf(match: string, number: number): Promise<string> {
  const response = await fetch(files.match(match, 'pdn'), {
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  });
  const text = await response.text();
  if (!response.ok) throw await problem(response.status, text);
  const games = text.split(/\n\n(?=\[)/);
  const found = games.find((game) => game.includes(`[Round "${number}"]`));
  if (!found) throw new ApiProblem('no-game', t('nowhere'));
  return found;
}
