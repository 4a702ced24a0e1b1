// Without any network, and without a server: the page opens, and is played on.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { begin, room, square } from './room.js';
import { playOut } from './player.js';

test('with the server stopped every game can be begun, and one is played against the computer', async () => {
  const it = await room();
  const page = await it.visit('/', { serviceWorkers: 'allow' });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => {
    const [name] = await caches.keys();
    return (
      name && (await (await caches.open(name)).keys()).some(({ url }) => url.endsWith('.wasm'))
    );
  });
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  await it.stopServer();
  await begin(page, 'winning-moves-checkers', { against: 'computer', level: 1 });
  assert.ok((await playOut(page, 3)) > 3);
  await page.reload();
  await page.locator('.result').waitFor();
  await begin(page, 'stack-em');
  await square(page, '11').click();
  await square(page, '15').click();
  await page.getByText('Black to move').waitFor();
  await page.goto('/play/tic-tac-toe');
  await page.getByRole('button', { name: 'Send a link' }).click();
  await page.getByText("The server isn't answering.").waitFor();
  for (const path of ['/lobby', '/games', '/player/Ann']) {
    await page.goto(path);
    await page.getByText("The server isn't answering.").waitFor();
  }
  await it.browser.close();
});
