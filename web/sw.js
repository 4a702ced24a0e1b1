// The service worker: keeps the page, so that it opens and plays without a network. What the server
// says of matches is never kept.

const CACHE = `crownhead-${'VERSION'}`;
const FILES = [/* FILES */];
/** How long a page is waited for before the kept one is shown. */
const PATIENCE = 3000;

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
  const timeout = AbortSignal.timeout(PATIENCE);
  try {
    const response = await fetch(request.url, { signal: timeout, redirect: 'follow' });
    if (response.ok) return response;
  } catch {
    // Kept below.
  }
  return (await caches.match('/', { cacheName: CACHE })) ?? Response.error();
}
