import { afterEach, expect, test, vi } from 'vitest';
import { renewSubscriptions } from '../src/play/push-notifications';

// The language needs a screen.
vi.mock('../src/i18n/i18n.svelte', () => ({ language: () => 'en' }));

afterEach(() => vi.unstubAllGlobals());

/** A browser that was subscribed to these matches; returns the requests that it makes. */
function browser(told: string[], permission: string) {
  const requests: string[] = [];
  const subscription = { toJSON: () => ({ endpoint: 'https://push.example/1', keys: {} }) };
  const worker = { pushManager: { subscribe: () => Promise.resolve(subscription) } };
  const serviceWorker = { getRegistration: () => Promise.resolve(worker) };
  const requestPermission = () => {
    if (permission === 'default') requests.push('the permission');
    return Promise.resolve(permission);
  };
  const items = new Map([['crownhead.told', JSON.stringify(told)]]);
  vi.stubGlobal('navigator', { serviceWorker, language: 'en', languages: ['en'] });
  vi.stubGlobal('Notification', { permission, requestPermission });
  vi.stubGlobal('window', { PushManager: {}, Notification: {} });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
  });
  vi.stubGlobal('fetch', (path: string, { method = 'GET' }: RequestInit) => {
    if (method === 'POST') requests.push(path);
    return Promise.resolve(Response.json({ key: 'x', detail: 'over' }));
  });
  return requests;
}

test('a browser subscribes again wherever it was subscribed', async () => {
  const requests = browser(['match-one', 'match-two'], 'granted');
  await renewSubscriptions();
  expect(requests.sort()).toEqual([
    '/api/v1/matches/match-one/notices',
    '/api/v1/matches/match-two/notices',
  ]);
});

test('nobody is asked for a permission', async () => {
  const requests = browser(['match-one'], 'default');
  await renewSubscriptions();
  expect(requests).toEqual([]);
});
