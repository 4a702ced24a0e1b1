// The service worker: keeps the page, so that it opens and plays without a network, and says that it
// is one's turn when a push comes. What the server says of matches is never kept.

const CACHE = `crownhead-${'VERSION'}`;
const FILES = [/* FILES */];
/** After how many milliseconds the cached page is shown instead of the one on the way. */
const PAGE_TIMEOUT = 3000;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('crownhead-') && name !== CACHE);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const served = /^\/(api(\/|$)|livez|readyz|metrics)/.test(pathname);
  if (request.method !== 'GET' || origin !== location.origin || served) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});

/** The page as the server has it now, or as it was kept. */
async function page(request) {
  const timeout = AbortSignal.timeout(PAGE_TIMEOUT);
  try {
    const response = await fetch(request.url, { signal: timeout, redirect: 'follow' });
    if (response.ok) return response;
  } catch {
    // Kept below.
  }
  return (await caches.match('/', { cacheName: CACHE })) ?? Response.error();
}

/** What a notice says, by its language: with the name of the other player, or without. */
const WORDS = {/* NOTICES */};

self.addEventListener('push', (event) => {
  const told = event.data?.json();
  if (!/^\w{8}$/.test(told?.match)) return;
  const words = WORDS[told.language] ?? WORDS.en;
  const body = told.other ? words.named.replace('{other}', () => told.other) : words.nameless;
  // A match has one notice, and a newer one takes its place.
  const how = { body, tag: told.match, icon: '/icon.svg', data: { path: `/${told.match}` } };
  event.waitUntil(self.registration.showNotification(`${words.title} · Crownhead`, how));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});

/** The page of a match: one that is open comes to the front, or else it is opened. */
async function show(path) {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const here = open.find(({ url }) => new URL(url).pathname === path);
  return here ? here.focus() : self.clients.openWindow(path);
}
