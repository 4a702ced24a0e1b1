// For everyone: what axe finds, at every page in light and dark; and pictures for a person to look
// at, of every game at the width of a phone and of a desk.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import { begin, room } from './room.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PICTURES = new URL('../screenshots/', import.meta.url).pathname;
const WIDTHS = [
  ['phone', { width: 390, height: 844 }],
  ['desk', { width: 1280, height: 800 }],
];
const GAMES = [
  'regal-checkers',
  'tic-tac-toe',
  'king-me-standard',
  'coast-to-coast',
  'stack-em',
  'winning-moves-checkers',
  'checkerboard-tic-tac-toe',
  'parker-checkers',
];

let it;
before(async () => {
  mkdirSync(PICTURES, { recursive: true });
  it = await room();
});
after(() => it.stop());

async function sound(page, where) {
  // The policy lets no script be added, so it is given to the page from outside.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  const told = violations.map(
    ({ id, nodes }) =>
      `${where}: ${id}: ${nodes
        .map((node) => node.html)
        .slice(0, 2)
        .join(' ')}`,
  );
  assert.deepEqual(told, []);
}

for (const colorScheme of ['light', 'dark']) {
  for (const [width, viewport] of WIDTHS) {
    test(`every page is sound and fits, ${colorScheme} on a ${width}`, async () => {
      const page = await it.visit('/', { colorScheme, viewport });
      const snap = (name) =>
        page.screenshot({ path: `${PICTURES}${name}-${width}-${colorScheme}.png` });
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
        await page.locator('h1').first().waitFor();
        await page.waitForTimeout(150);
        await sound(page, path);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${path} is ${wide} px too wide`);
        await snap(path === '/' ? 'shelf' : path.slice(1).replaceAll('/', '-'));
      }
      for (const game of GAMES) {
        await begin(page, game);
        await page.waitForTimeout(100);
        if (game === 'parker-checkers') await sound(page, game);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${game} is ${wide} px too wide`);
        await snap(game);
      }
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    });
  }
}

test('right-to-left and large letters keep the page whole', async () => {
  const page = await it.visit('/', { viewport: { width: 390, height: 844 } });
  await begin(page, 'winning-moves-checkers');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
    document.documentElement.style.fontSize = '26px';
  });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
  await page.screenshot({ path: `${PICTURES}right-to-left-phone.png` });
  await page.context().close();
});
