// Being told of one's turn: the button in a match, and what a push shows while the page is closed.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { menu, room, soon } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

const button = (page) => page.getByRole('button', { name: "Tell me when it's my turn" });

test('a slow match offers to tell, and a browser that does not want to is believed', async () => {
  const page = await it.visit('/play/winning-moves-checkers');
  await page.getByRole('button', { name: 'Send a link' }).click();
  const link = new URL(await page.getByRole('textbox', { name: /Send this link/ }).inputValue());
  await menu(page);
  await button(page).click();
  await page.getByText("Your browser doesn't let this page send notifications.").waitFor();
  assert.equal(await button(page).getAttribute('aria-pressed'), 'false');
  // Whoever watches has no turn to be told of.
  const watcher = await it.visit(link.pathname);
  await watcher.getByText("You're watching.").waitFor();
  assert.equal(await button(watcher).count(), 0);
  assert.deepEqual([...page.wrong, ...watcher.wrong], []);
  for (const it of [page, watcher]) await it.context().close();
});

test('a push shows a notice, in its language, and a newer one takes its place', async () => {
  const page = await it.visit('/', { serviceWorkers: 'allow', permissions: ['notifications'] });
  await page.evaluate(() => navigator.serviceWorker.ready);
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations.length > 0) resolve(registrations[0].registrationId);
    }),
  );
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  const push = (told) => {
    const data = JSON.stringify(told);
    return devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
  const all = () =>
    page.evaluate(async () => {
      const worker = await navigator.serviceWorker.ready;
      const notices = await worker.getNotifications();
      return notices.map(({ title, body, tag, data }) => ({ title, body, tag, data }));
    });
  // A browser may lose a push that comes while it sees to another; the one of the same match is
  // told again then.
  const shown = async (told, body) => {
    await soon(async () => {
      await push(told);
      return (await all()).some((notice) => notice.body === body);
    }, true);
    return all();
  };
  const match = 'AbCdEfGh';
  const ann = { match, game: 'stack-em', other: 'Ann $&', language: 'es' };
  const first = await shown(ann, 'Ann $& ha jugado.');
  assert.equal(first[0].title, 'Te toca · Crownhead');
  assert.deepEqual(first[0].data, { path: `/${match}` });
  const nameless = { match, game: 'stack-em', other: null, language: 'xx' };
  const second = await shown(nameless, 'Your opponent has moved.');
  assert.deepEqual([second.length, second[0].title], [1, 'Your turn · Crownhead']);
  // What names no match shows nothing of its own.
  await push({ match: '//elsewhere.example', other: 'Eve', language: 'en' });
  const third = await shown({ match: 'Zyxwvuts', other: 'Bob', language: 'en' }, 'Bob has moved.');
  assert.deepEqual(third.map(({ tag }) => tag).sort(), [match, 'Zyxwvuts'].sort());
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
