// For everyone: what axe finds, at every page in light and dark; and pictures for a person to look
// at, of every game at the width of a phone and of a desk.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ids } from './catalog.js';
import { atRest, begin, fits, picture, room, soon, sound, WIDTHS } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

test('the boards of the shelf are pictures, with nothing to touch', async () => {
  const page = await it.visit('/');
  await soon(() => page.locator('.mini crown-board:has(svg)').count(), ids.length);
  assert.equal(await page.locator('crown-board button').count(), 0);
  await begin(page, 'winning-moves-checkers');
  await soon(() => page.locator('crown-board button').count(), 32);
  await page.context().close();
});

for (const colorScheme of ['light', 'dark']) {
  for (const [width, viewport] of WIDTHS) {
    test(`every page is sound and fits, ${colorScheme} on a ${width}`, async () => {
      const page = await it.visit('/', { colorScheme, viewport });
      const called = (name) => `${name}-${width}-${colorScheme}.png`;
      for (const path of [
        '/',
        '/play/checkerboard-tic-tac-toe',
        '/rules/parker-checkers',
        '/rules/compare',
        '/settings',
        '/study',
        '/nowhere/at/all',
      ]) {
        await page.goto(path);
        await page.locator('h1:visible').first().waitFor();
        await atRest(page);
        const name = path === '/' ? 'shelf' : path.slice(1).replaceAll('/', '-');
        await sound(page, path);
        await fits(page, path);
        await picture(page, called(name));
      }
      for (const game of ids) {
        await begin(page, game);
        await atRest(page);
        if (game === 'parker-checkers') await sound(page, game);
        await fits(page, game);
        await picture(page, called(game));
      }
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    });
  }
}

test('on paper there are rules, boards and moves, and nothing to press', async () => {
  const page = await it.visit('/rules/parker-checkers', { colorScheme: 'dark' });
  await page.locator('figure crown-board .stack').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  await soon(() => page.locator('button:visible:not(crown-board button)').count(), 0);
  await soon(() => page.locator('nav:visible').count(), 0);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(await paper(), 'rgb(255, 255, 255)');
  await picture(page, 'print-rules.png');
  await page.goto('/study#game=winning-moves-checkers&moves=11-15_22-18_15x22');
  await page.locator('.moves').getByText('15x22').waitFor();
  await soon(() => page.locator('button:visible:not(crown-board button, li button)').count(), 0);
  assert.ok((await page.locator('crown-board.large').boundingBox()).width > 400);
  await soon(() => page.locator('form:visible').count(), 0);
  await picture(page, 'print-game.png');
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test('right-to-left and large letters keep the page whole', async () => {
  const page = await it.visit('/', { viewport: { width: 390, height: 844 } });
  await begin(page, 'winning-moves-checkers');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
    document.documentElement.style.fontSize = '26px';
  });
  await fits(page, 'right-to-left');
  await picture(page, 'right-to-left-phone.png');
  await page.context().close();
});
