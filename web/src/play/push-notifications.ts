// Turn notices through the browser's push service, while the page is closed.

import { saveItem, loadItem } from '../storage';
import { language } from '../i18n/i18n.svelte';
import { games } from './game-store';

/** The timeout of a request, in milliseconds. */
const REQUEST_TIMEOUT = 10_000;

/** Whether this browser supports push messages. */
export const pushSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The matches that this browser is subscribed to. */
const list = () => loadItem<string[]>('told') ?? [];

export const isSubscribed = (id: string) =>
  Notification.permission === 'granted' && list().includes(id);

function note(id: string, subscribed: boolean) {
  const here = new Set(games.list().map((game) => game.id));
  const others = list().filter((other) => other !== id && here.has(other));
  saveItem('told', subscribed ? [...others, id] : others);
}

/** Subscribes this browser; `denied` if its user refuses notifications. */
export async function subscribe(id: string): Promise<'subscribed' | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const subscription = await pushSubscription();
  const { endpoint, keys } = subscription.toJSON();
  await ask(id, 'POST', { endpoint, keys, language: language() });
  note(id, true);
  return 'subscribed';
}

/**
 * Subscribes this browser again wherever it was: the server forgets subscriptions to an account's seats
 * when the password changes.
 */
export async function renewSubscriptions() {
  if (!pushSupported() || Notification.permission !== 'granted') return;
  // A match that is over refuses, which changes nothing for the others.
  await Promise.allSettled(list().map(subscribe));
}

/** Unsubscribes this browser. */
export async function unsubscribe(id: string) {
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  if (subscription) await ask(id, 'DELETE', { endpoint: subscription.endpoint });
  note(id, false);
}

async function pushSubscription(): Promise<PushSubscription> {
  const worker = await navigator.serviceWorker.getRegistration();
  if (!worker) throw new Error('no service worker');
  const response = await fetch('/api/v1/notices/key', {
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  });
  const { key } = await response.json();
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await worker.pushManager.subscribe(wanted);
  } catch (error) {
    // An old subscription, of another server at this address, is replaced.
    const old = await worker.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return worker.pushManager.subscribe(wanted);
  }
}

async function ask(id: string, method: string, body: unknown) {
  const headers = new Headers({ 'content-type': 'application/json' });
  // Without the secret of the seat, it is that of whoever is signed in.
  const secret = games.seat(id)?.secret;
  if (secret) headers.set('authorization', `Bearer ${secret}`);
  const response = await fetch(`/api/v1/matches/${id}/notices`, {
    method,
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT),
  });
  if (!response.ok) throw new Error((await response.json()).detail);
}
