// How moves are shown: over what they jump, in the order in which things happen, and never by
// anything that costs layout.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { room, setUp, soon, sound, square } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

/** A page that moves, in which nothing may go wrong. */
function motion(name, meet, options) {
  test(name, async () => {
    const page = await it.visit('/', { reducedMotion: 'no-preference', ...options });
    await meet(page);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}

const board = (page) => page.locator('crown-board.large');
const pile = (page) => page.locator('.plate .disc.small').count();

/** From here on, every motion of the board stands still as soon as it begins. */
const hold = (page) =>
  page.evaluate(() => {
    const board = document.querySelector('crown-board.large');
    globalThis.held = new Set();
    const pause = () => {
      for (const animation of board.getAnimations({ subtree: true })) {
        if (!globalThis.held.has(animation)) animation.pause();
        globalThis.held.add(animation);
      }
    };
    const watched = board.querySelector('.play');
    new MutationObserver(pause).observe(watched, { childList: true, subtree: true });
  });

/** Sets what stands still to a time of the move, in milliseconds. */
const at = (page, time) =>
  page.evaluate((time) => {
    for (const animation of globalThis.held) animation.currentTime = time;
  }, time);

/** Lets everything run to its end. */
const release = (page) =>
  page.evaluate(() => {
    for (const animation of globalThis.held)
      if (animation.playState === 'paused') animation.finish();
  });

/** What flies and is seen: whose it is, whether it is above the rest, and how high it is. */
const flying = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('crown-board.large .flying')]
      .filter((it) => getComputedStyle(it).opacity === '1')
      .map((it) => {
        const [body, ground] = ['.body', '.ground'].map((part) => it.querySelector(part));
        const rise = (part) => (part ? new DOMMatrix(getComputedStyle(part).transform).f : 0);
        return {
          red: it.querySelector('.red') !== null,
          above: it.parentElement.classList.contains('high'),
          height: Math.round(0 - rise(body)),
          shadow: Math.round(rise(ground)),
        };
      }),
  );

motion('a jumper flies over what it jumps, which is counted when it has left', async (page) => {
  await setUp(page, { game: 'winning-moves-checkers', position: 'B:W18,32:B14,1' });
  await hold(page);
  await square(page, '14').click();
  await square(page, '23').click();
  await board(page).locator('.flying').first().waitFor({ state: 'attached' });
  await at(page, 114);
  const [victim, jumper] = (await flying(page)).sort((a, b) => Number(a.above) - Number(b.above));
  assert.deepEqual([victim.red, victim.height], [true, 0], 'the victim stands');
  assert.deepEqual([jumper.red, jumper.above], [false, true], 'the jumper is above it');
  assert.ok(jumper.height > 40 && jumper.shadow > 10, `${jumper.height}, ${jumper.shadow}`);
  await at(page, 200);
  const rising = (await flying(page)).find(({ red }) => red);
  assert.ok(rising.height > 20, `the victim has risen by ${rising.height}`);
  assert.equal(await pile(page), 0);
  await release(page);
  await soon(() => pile(page), 1);
  await soon(() => board(page).locator('.flying').count(), 0);
});

motion('only transforms and opacity change, whatever moves', async (page) => {
  const moves = [
    [{ game: 'king-me-standard', position: 'B:W22,32:B17,1' }, '17', '26'],
    [{ game: 'stack-em', position: 'R:10r,15b,31b' }, '10', '19'],
    [{ game: 'coast-to-coast', position: '8/8/8/4R3/8/8/1B5B/8 b 10 11' }, 'b2', 'a1'],
    [{ game: 'tic-tac-toe', position: 'x1o/3/3 x' }, 'b2'],
  ];
  for (const [line, ...squares] of moves) {
    await setUp(page, line);
    await hold(page);
    for (const name of squares) await square(page, name).click();
    const moved = () =>
      page.evaluate(() => document.querySelector('crown-board.large').state.scene.last !== null);
    await soon(moved, true);
    const changed = await page.evaluate(() => {
      const names = [...globalThis.held].flatMap(({ effect }) =>
        effect.getKeyframes().flatMap((frame) => Object.keys(frame)),
      );
      return [...new Set(names)];
    });
    const timing = ['offset', 'computedOffset', 'easing', 'composite'];
    const rest = changed.filter((name) => !timing.includes(name)).sort();
    assert.deepEqual(rest, ['opacity', 'transform'], line.game);
  }
});

motion('a move that comes while another is shown cuts it short', async (page) => {
  await setUp(page, { game: 'winning-moves-checkers', position: 'B:W18,32:B14,1' });
  await hold(page);
  await square(page, '14').click();
  await square(page, '23').click();
  await board(page).locator('.flying').first().waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Take back' }).click();
  await soon(() => board(page).locator('.flying').count(), 1);
  await release(page);
  await soon(() => board(page).locator('.flying').count(), 0);
  await soon(() => board(page).locator('.stack').count(), 4);
  assert.equal(await pile(page), 0);
});

motion(
  'tags on checkers are pressed with the keyboard, and say what they do',
  async (page) => {
    await setUp(page, { game: 'regal-checkers', position: 'B:W6,15,32:B1,12' });
    await square(page, '1').click();
    await square(page, '10').click();
    // In the middle of its jump the checker stands where it would stop.
    await soon(() => board(page).locator('.partway .stack').count(), 1);
    await board(page).getByRole('button', { name: '10: stop here' }).press('Enter');
    await soon(() => page.locator('.moves li').count(), 1);
    await soon(() => board(page).locator('.tag, .partway .stack').count(), 0);
    await setUp(page, { game: 'winning-moves-checkers', position: 'B:W18,32:B14,1' });
    await board(page).getByRole('button', { name: '14: must jump' }).press('Enter');
    await soon(() => board(page).locator('[data-target]').count(), 1);
    await soon(() => board(page).locator('.tag').count(), 0);
    await setUp(page, { game: 'parker-checkers', position: 'B:W18,32,31:B14,1' });
    await board(page).getByRole('button', { name: '14: should jump' }).waitFor();
    await square(page, '1').click();
    await square(page, '5').click();
    await board(page).getByRole('button', { name: '14: huff' }).press('Enter');
    await soon(() => page.locator('.moves li').count(), 2);
    await sound(page, 'a board with tags');
  },
  { reducedMotion: 'reduce' },
);

/** Where a square is on the screen. */
async function middle(page, name) {
  const box = await square(page, name).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

motion('a dragged checker stays where it is let go, or glides back', async (page) => {
  await setUp(page, { game: 'winning-moves-checkers', position: 'B:W18,32:B14,1' });
  await hold(page);
  await page.mouse.move(...(await middle(page, '14')));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, '23')), { steps: 4 });
  // The target under the pointer is marked, and the checker is there.
  await soon(() => board(page).locator('.aimed').count(), 1);
  await page.mouse.up();
  await soon(() => page.locator('.moves li').count(), 1);
  // It does not jump once more from where it came.
  assert.deepEqual(
    (await flying(page)).filter(({ red }) => !red),
    [],
  );
  await release(page);
  await page.getByRole('button', { name: 'Take back' }).click();
  await soon(() => page.locator('.moves li').count(), 0);
  await page.mouse.move(...(await middle(page, '14')));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, '9')), { steps: 4 });
  await page.mouse.up();
  await page.getByRole('alert').waitFor();
  const offset = () =>
    page.evaluate(() => {
      const stacks = [...document.querySelectorAll('crown-board.large .stack')];
      return stacks.filter((it) => it.style.transform).length;
    });
  await soon(offset, 0);
  assert.equal(await page.locator('.moves li').count(), 0);
});

motion(
  'without motion a move is there at once, and its way is marked',
  async (page) => {
    await setUp(page, { game: 'winning-moves-checkers', position: 'B:W18,32:B14,1' });
    await square(page, '14').click();
    await square(page, '23').click();
    await board(page).locator('.last').waitFor({ state: 'attached' });
    assert.equal(await board(page).locator('.flying').count(), 0);
    assert.equal(await pile(page), 1);
  },
  { reducedMotion: 'reduce' },
);
