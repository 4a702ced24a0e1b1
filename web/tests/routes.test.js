// Every route of a jump can be tapped out, however fast the taps come.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { room, setUp, soon, square } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

const STACKS = { game: 'stack-em', position: 'R:14bb,15bb,18R,22bb,23bb' };

const actions = (page) =>
  page.evaluate(() => document.querySelector('crown-board.large')?.state?.scene.actions ?? []);

const last = (page) =>
  page.evaluate(() => document.querySelector('crown-board.large').state.scene.last?.text ?? null);

/** Taps squares within one task of the browser: nothing is waited for in between. */
const tapFast = (page, squares) =>
  page.evaluate((squares) => {
    const board = document.querySelector('crown-board.large');
    for (const name of squares) board.querySelector(`[data-square="${name}"]`).click();
  }, squares);

test('each of the 24 routes over four stacks is played by tapping its landings', async () => {
  const page = await it.visit(`/study#${new URLSearchParams(STACKS)}`);
  await soon(async () => (await actions(page)).length, 24);
  for (const { text, trail } of await actions(page)) {
    await tapFast(page, trail);
    await soon(() => last(page), text);
    await page.getByRole('button', { name: 'To the start', exact: true }).click();
    await soon(() => last(page), null);
  }
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

/** Whether every tap has been answered. */
const answered = (page) =>
  page.evaluate(() => {
    const { queue, busy } = document.querySelector('crown-board.large').taps;
    return queue.length === 0 && !busy;
  });

/** Positions in which many routes are open: crossing ways, circles, stops, and a long race. */
const POSITIONS = {
  'two ways to one square': { game: 'winning-moves-checkers', position: 'B:W6,7,14,15,32:B2,12' },
  'a king that goes around': {
    game: 'king-me-standard',
    position: 'B:W6,7,14,15,22,23,31:BK2,K11,28',
  },
  'jumps that may stop': { game: 'regal-checkers', position: 'B:W6,7,14,15,23,32:B2,12' },
  'a race': { game: 'coast-to-coast', position: '8/6b1/8/3r4/2B5/8/1R5B/8 b 10 10' },
};

for (const [name, line] of Object.entries(POSITIONS)) {
  test(`every move is played by tapping its squares: ${name}`, async () => {
    const page = await it.visit(`/study#${new URLSearchParams(line)}`);
    await soon(async () => (await actions(page)).length > 1, true);
    const board = page.locator('crown-board.large');
    for (const { text, trail } of await actions(page)) {
      await tapFast(page, trail);
      await soon(() => answered(page), true);
      // A jump that may go on ends where its checker says so.
      if ((await last(page)) === null) await board.locator('.tag.stop').click();
      await soon(() => last(page), text);
      await page.getByRole('button', { name: 'To the start', exact: true }).click();
      await soon(() => last(page), null);
    }
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}

test('landing twice on a square keeps the selection', async () => {
  const page = await it.visit('/');
  await setUp(page, STACKS);
  const [{ trail }] = await actions(page);
  const twice = trail.findIndex((name, i) => trail.indexOf(name) < i);
  assert.ok(twice > 0 && twice < trail.length - 1, `${trail}`);
  for (const name of trail.slice(0, twice + 1)) await square(page, name).click();
  await soon(
    () => page.locator('crown-board.large [aria-selected=true]').count(),
    new Set(trail.slice(0, twice + 1)).size,
  );
  assert.ok((await page.locator('crown-board.large .target').count()) > 0);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
