// How boards look: the board of each box and the chosen one, squares for fingers, numbers that nothing
// covers, towers, trays and counted lines.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, room, soon, square } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

function look(name, meet, options) {
  test(name, async () => {
    const page = await it.visit('/', options);
    await meet(page);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}

const board = (page) => page.locator('crown-board.large');
const study = (page, line) => page.goto(`/study#${new URLSearchParams(line)}`);

/** The colour in which a part of the board is painted. */
const fill = (page, part) =>
  board(page)
    .locator(part)
    .first()
    .evaluate((element) => getComputedStyle(element).fill);

look('each game has the board of its box, until one is chosen for all', async (page) => {
  const dark = {};
  for (const game of ['regal-checkers', 'king-me-standard', 'stack-em', 'parker-checkers']) {
    await study(page, { game });
    await soon(() => page.getByRole('grid').getAttribute('aria-label').then(Boolean), true);
    dark[game] = await fill(page, '.dark');
  }
  assert.equal(new Set(Object.values(dark)).size, 4);
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'Wood', exact: true }).first().check();
  await page.getByRole('group', { name: 'Checkers' }).getByRole('radio', { name: 'Flat' }).check();
  for (const game of ['regal-checkers', 'parker-checkers']) {
    await study(page, { game });
    await board(page).and(page.locator('[data-board=wood][data-pieces=flat]')).waitFor();
  }
  await page.goto('/settings');
  await page.getByRole('radio', { name: 'High contrast' }).check();
  await study(page, { game: 'stack-em' });
  await board(page).and(page.locator('[data-board=contrast][data-pieces=contrast]')).waitFor();
});

look(
  'squares are as wide as a finger on a narrow phone',
  async (page) => {
    for (const game of ['winning-moves-checkers', 'checkerboard-tic-tac-toe', 'tic-tac-toe']) {
      await begin(page, game);
      const box = await board(page).locator('[data-square]').first().boundingBox();
      assert.ok(box.width >= 44 && box.height >= 44, `${game}: ${box.width} × ${box.height}`);
    }
  },
  { viewport: { width: 360, height: 740 } },
);

/** By how much rings reach into the numbers of the squares: more than 1 for a number outside. */
const clearance = (page) =>
  page.evaluate(() => {
    const board = document.querySelector('crown-board.large');
    const least = { ratio: Infinity };
    for (const ring of board.querySelectorAll('.halo .outer, .last .outer ellipse')) {
      const box = ring.getBoundingClientRect();
      const grown = (box.width / 2) * (1 + 3.5 / 42);
      const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      for (const name of board.querySelectorAll('.name')) {
        const text = name.getBoundingClientRect();
        const x = Math.max(text.left, Math.min(centre.x, text.right)) - centre.x;
        // Digits have neither ascenders nor descenders.
        const bottom = text.bottom - text.height * 0.25;
        const y = Math.max(text.top, Math.min(centre.y, bottom)) - centre.y;
        const ratio = Math.hypot(x / grown, y / (grown * (box.height / box.width)));
        if (ratio < least.ratio) Object.assign(least, { ratio, name: name.textContent });
      }
    }
    return least;
  });

look('rings keep clear of the numbers', async (page) => {
  await page.goto('/settings');
  await page.getByLabel('Show square numbers').check();
  await begin(page, 'winning-moves-checkers');
  await board(page).locator('.halo.movable').first().waitFor();
  const { ratio, name } = await clearance(page);
  assert.ok(ratio > 0.98, `a ring reaches the number ${name}: ${ratio}`);
});

look('a stack is shown as a tower, from the top', async (page) => {
  await study(page, { game: 'stack-em', position: 'R:10r,1r,31bbrbB' });
  await square(page, '31').click();
  const tower = page.locator('.tower');
  await tower.waitFor();
  assert.deepEqual(await tower.locator('li').allInnerTexts(), [
    'Black king',
    'Black man',
    'Red man',
    'Black man',
    'Black man',
  ]);
  assert.equal(await tower.locator('svg .checker').count(), 5);
  // Each checker stands beside its name.
  const heights = (selector) =>
    tower.locator(selector).evaluateAll((all) => all.map((it) => it.getBoundingClientRect().top));
  const sides = (await heights('svg .side')).reverse();
  const names = await heights('li');
  for (const [i, top] of names.entries()) assert.ok(Math.abs(top - sides[i]) < 14, `checker ${i}`);
});

look('what is home in the race lies in its tray', async (page) => {
  await study(page, { game: 'coast-to-coast', position: '8/8/8/4R3/8/8/1B5B/8 b 10 11' });
  await soon(() => board(page).locator('.tray .checker.ink').count(), 10);
  await soon(() => board(page).locator('.tray .checker.red').count(), 11);
  await soon(() => board(page).locator('.tray .vacant').count(), 3);
  assert.equal(await board(page).locator('.home').count(), 2);
});

look('counted lines have numbers, and the square for both a star', async (page) => {
  const game = 'checkerboard-tic-tac-toe';
  await study(page, { game, position: 'xxoxo/oxoxo/xoxox/oxxoo/xo1xo x' });
  await soon(() => board(page).locator('.line-number.red').count(), 5);
  await soon(() => board(page).locator('.line-number.ink').allTextContents(), ['1', '2']);
  assert.equal(await board(page).locator('.joker').count(), 1);
  // No number covers another.
  const places = await board(page)
    .locator('.line-number circle')
    .evaluateAll((all) => all.map((it) => it.getBoundingClientRect()).map(({ x, y }) => [x, y]));
  const wide = await board(page)
    .locator('.line-number circle')
    .first()
    .evaluate((it) => it.getBoundingClientRect().width);
  for (const [i, [x, y]] of places.entries())
    for (const [ox, oy] of places.slice(i + 1))
      assert.ok(Math.hypot(x - ox, y - oy) > wide * 0.9, 'two numbers share a place');
});
