// Being told of one's turn by the browser's push service, while the page is closed.

import { saveItem, loadItem } from '../storage';
import { language } from '../i18n/i18n.svelte';
import { games } from './game-store';

/** How long the server may take. */
const PATIENCE = 10_000;

/** Whether this browser can be told at all. */
export const pushSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The matches of which this browser is told. */
const list = () => loadItem<string[]>('told') ?? [];

export const isSubscribed = (id: string) =>
  Notification.permission === 'granted' && list().includes(id);

function note(id: string, told: boolean) {
  const here = new Set(games.list().map((game) => game.id));
  const others = list().filter((other) => other !== id && here.has(other));
  saveItem('told', told ? [...others, id] : others);
}

/** Asks to be told; `denied` if the browser's owner does not want it. */
export async function subscribe(id: string): Promise<'told' | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const subscription = await pushSubscription();
  const { endpoint, keys } = subscription.toJSON();
  await ask(id, 'POST', { endpoint, keys, language: language() });
  note(id, true);
  return 'told';
}

/** Asks to be told no longer. */
export async function unsubscribe(id: string) {
  const worker = await navigator.serviceWorker.getRegistration();
  const subscription = await worker?.pushManager.getSubscription();
  if (subscription) await ask(id, 'DELETE', { endpoint: subscription.endpoint });
  note(id, false);
}

async function pushSubscription(): Promise<PushSubscription> {
  const worker = await navigator.serviceWorker.getRegistration();
  if (!worker) throw new Error('no service worker');
  const response = await fetch('/api/v1/notices/key', { signal: AbortSignal.timeout(PATIENCE) });
  const { key } = await response.json();
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await worker.pushManager.subscribe(wanted);
  } catch (error) {
    // A subscription of another server, which had this address before, makes room.
    const old = await worker.pushManager.getSubscription();
    if (!old) throw error;
    await old.unsubscribe();
    return worker.pushManager.subscribe(wanted);
  }
}

async function ask(id: string, method: string, body: unknown) {
  const response = await fetch(`/api/v1/matches/${id}/notices`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${games.seat(id)?.secret}`,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!response.ok) throw new Error((await response.json()).detail);
}
