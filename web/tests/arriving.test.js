// Arriving: what other boxes say about a move, German, an installed page, and addresses that lead
// nowhere.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { room, setUp, soon, type } from './room.js';

const it = await room();
after(it.stop);

const PHONE = { viewport: { width: 360, height: 740 } };
const ONE_JUMP = 'B:W18,32:B1,14';
const note = (page) => page.locator('.other-box');

test('another box has another rule, and the comparison opens at it with the board', async () => {
  const page = await it.visit('/', PHONE);
  await setUp(page, { game: 'winning-moves-checkers', position: ONE_JUMP });
  await type(page, '1-5');
  await note(page).getByText("In the Regal game you wouldn't have to jump.").waitFor();
  // A second time nobody says so; the next box is asked.
  await type(page, '1-5');
  await note(page).getByText('In the Parker game you could do that').waitFor();
  await type(page, '1-5');
  await soon(() => note(page).count(), 0);
  await type(page, '14x23');
  await note(page).getByText('In the Regal game you could have skipped this jump.').waitFor();
  await note(page).getByRole('link').click();
  await page.getByRole('heading', { name: 'What each box says about 14x23' }).waitFor();
  await soon(() => page.locator('.every crown-board [data-square="14"]').count(), 1);
  await soon(() => page.locator('.every li').count(), 5);
  assert.equal(await page.locator('.every li.refused').count(), 0);
  const first = page.locator('tbody tr').first();
  assert.match(await first.getAttribute('class'), /asked/);
  assert.equal(await first.getAttribute('id'), 'jump.duty');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false);
  await page.context().close();
});

test('nothing is said of other boxes when that is turned off', async () => {
  const page = await it.visit('/settings');
  await page.getByLabel('Say when another box has another rule').uncheck();
  await setUp(page, { game: 'winning-moves-checkers', position: ONE_JUMP });
  await type(page, '14x23');
  await page.locator('.result').or(page.getByText('Red to move')).first().waitFor();
  assert.equal(await note(page).count(), 0);
  await page.context().close();
});

test('words are German when German is chosen', async () => {
  const page = await it.visit('/');
  await setUp(page, { game: 'winning-moves-checkers', position: ONE_JUMP });
  const game = page.url();
  await page.goto('/settings');
  await page.getByText('Deutsch', { exact: true }).click();
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  await page.goto(game);
  await type(page, '1-5');
  await page.getByRole('alert').getByText('Du musst mit 14 schlagen: 14x23.').waitFor();
  await page.goto('/rules/parker-checkers');
  await page.getByText('Pusten: Ein Stein, der hätte schlagen müssen').waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'de');
  await page.context().close();
});

test('an outline is painted before any style sheet or script has come', async () => {
  const page = await it.visit('about:blank', PHONE);
  let open;
  const opened = new Promise((resolve) => (open = resolve));
  await page.route('**/assets/**', async (route) => {
    await opened;
    await route.fallback();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await soon(
    () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length),
    1,
  );
  assert.ok(await page.locator('#room > svg').isVisible());
  open();
  await page.getByRole('heading', { name: 'Eight games' }).waitFor();
  assert.equal(await page.locator('#room > svg').count(), 0);
  await page.context().close();
});

test('the page can be installed', async () => {
  const page = await it.visit('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await page.evaluate(async (href) => (await fetch(href)).json(), href);
  const purposes = manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  for (const wanted of ['192x192 any', '512x512 any', '512x512 maskable'])
    assert.ok(purposes.includes(wanted), wanted);
  assert.ok(manifest.shortcuts.length >= 3);
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  const pictures = [...manifest.icons, ...manifest.screenshots].filter(
    ({ sizes }) => sizes !== 'any',
  );
  for (const { src, sizes } of [...pictures, { src: touch, sizes: '180x180' }]) {
    const size = await page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    assert.equal(size, sizes, src);
  }
  for (const { url } of manifest.shortcuts) {
    await page.goto(url);
    await page.locator('main').first().waitFor();
    assert.equal(await page.getByText('An empty square').count(), 0, url);
  }
  await page.context().close();
});

test('an address that leads nowhere says so, and how to go on', async () => {
  const page = await it.visit('/', PHONE);
  for (const [address, heading] of [
    ['/nothing/here/at/all', 'An empty square'],
    ['/play/chess', 'An empty square'],
    ['/rules/chess', 'An empty square'],
    ['/here/000000', "That game isn't here"],
    ['/Ab3dEf9h', "That game isn't here"],
    ['/player/nobody-at-all', 'Nobody by that name'],
  ]) {
    await page.goto(address);
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.getByRole('link', { name: 'All games' }).waitFor();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
  }
  await page.context().close();
});

test('a friend is invited with a link, a code and the share sheet at phone size', async () => {
  const page = await it.visit('/', PHONE);
  await page.addInitScript(() => {
    navigator.share = async (what) => void (window.shared = what);
  });
  await page.goto('/play/winning-moves-checkers#friend');
  await page.getByRole('button', { name: 'Send a link' }).click();
  await page.getByRole('heading', { name: 'Send this link to your friend' }).waitFor();
  await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await page.getByRole('button', { name: 'Share the link' }).click();
  await soon(() => page.evaluate(() => window.shared?.text), 'Play a game with me!');
  const link = await page.evaluate(() => window.shared.url);
  assert.equal(link, await page.locator('.invite input').inputValue());
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false);
  await page.context().close();
});
