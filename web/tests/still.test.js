// Nothing on the page moves while a game is played: the browser itself reports every shift.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { atRest, clickIfThere, play, room, setUp, soon, square, until, WIDTHS } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

/** From here on, every shift of the layout is noted, also one that follows a tap. */
async function watch(page) {
  await atRest(page);
  await page.evaluate(() => {
    globalThis.shifts = [];
    const note = (list) => {
      for (const { value, sources } of list.getEntries()) {
        const what = sources.map(({ node, previousRect: was, currentRect: now }) => {
          const name = node?.className?.baseVal ?? node?.className ?? node?.textContent;
          return `${name}: ${was.x},${was.y},${was.width},${was.height} to ${now.x},${now.y},${now.width},${now.height}`;
        });
        globalThis.shifts.push(`${value.toFixed(4)} ${what.join('; ')}`);
      }
    };
    const observer = new PerformanceObserver(note);
    observer.observe({ type: 'layout-shift' });
    globalThis.takeShifts = () => {
      note({ getEntries: () => observer.takeRecords() });
      return globalThis.shifts.splice(0);
    };
  });
}

async function still(page, where) {
  await atRest(page);
  assert.deepEqual(await page.evaluate(() => globalThis.takeShifts()), [], where);
}

const taps = async (page, ...names) => {
  for (const name of names) await square(page, name).click();
};
const made = (page, count) => soon(() => page.locator('.moves li').count(), count);

/** That nothing sticks out of the box that holds it. */
async function within(page, inner, outer, count) {
  const inside = await page.evaluate(
    ([inner, outer]) =>
      [...document.querySelectorAll(inner)].map((element) => {
        const [box, room] = [element, element.closest(outer)].map((it) =>
          it.getBoundingClientRect(),
        );
        return box.top >= room.top && box.bottom <= room.bottom && box.right <= room.right;
      }),
    [inner, outer],
  );
  assert.deepEqual(inside, Array(count).fill(true), `${inner} in ${outer}`);
}

/** What is played, from a position, and what is looked at after each step. */
const GAMES = {
  'a wrong move, a jump, a crown and the end': async (page) => {
    const line = { game: 'winning-moves-checkers', position: 'B:W18,26:B14,1' };
    await setUp(page, line);
    await watch(page);
    await taps(page, '1', '5');
    await page.getByRole('alert').waitFor();
    await still(page, 'a wrong move');
    await taps(page, '14', '30');
    await made(page, 1);
    await page.locator('.result').waitFor();
    await still(page, 'two jumps and a crown');
  },
  'a jump that may stop': async (page) => {
    await setUp(page, { game: 'regal-checkers', position: 'B:W6,15,32:B1,12' });
    await watch(page);
    await taps(page, '1', '10');
    await page.locator('.tag.stop').waitFor();
    await still(page, 'it may stop');
    await page.locator('.tag.stop').click();
    await made(page, 1);
    await still(page, 'it has stopped');
  },
  'a missed jump and a huff': async (page) => {
    await setUp(page, { game: 'parker-checkers', position: 'B:W18,32,31:B14,1' });
    await watch(page);
    await taps(page, '1', '5');
    await page.locator('.tag.huff').waitFor();
    await still(page, 'a decision');
    await within(page, '.slot .answers button', '.slot', 3);
    await within(page, 'header h1', 'header', 1);
    await page.locator('.tag.huff').click();
    await made(page, 2);
    await still(page, 'a huff');
    await play(page, '18-15');
    await still(page, 'and on');
  },
  'a stack': async (page) => {
    await setUp(page, { game: 'stack-em', position: 'R:10r,15b,31b' });
    await watch(page);
    await taps(page, '10', '19');
    await made(page, 1);
    await taps(page, '19');
    await still(page, 'a stack that is looked into');
  },
  'coming home': async (page) => {
    const position = '8/8/8/4R3/8/8/1B5B/8 b 10 11';
    await setUp(page, { game: 'coast-to-coast', position });
    await watch(page);
    await taps(page, 'b2', 'a1');
    await made(page, 1);
    await still(page, 'one is home');
  },
  'a hint, a takeback and the menu': async (page) => {
    await setUp(page, { game: 'tic-tac-toe', position: 'x1o/3/3 x' });
    await watch(page);
    await page.getByRole('button', { name: 'Hint' }).click();
    await page.locator('crown-board.large .arrow.hint').waitFor({ state: 'attached' });
    await still(page, 'a hint');
    await taps(page, 'b2');
    await made(page, 1);
    await page.getByRole('button', { name: 'Take back' }).click();
    await made(page, 0);
    await still(page, 'a takeback');
    await page.keyboard.press('Home');
    await still(page, 'the start');
  },
};

for (const [size, viewport] of WIDTHS) {
  for (const [name, meet] of Object.entries(GAMES)) {
    test(`nothing moves: ${name}, ${size}`, async () => {
      const page = await it.visit('/', { viewport, reducedMotion: 'no-preference' });
      await meet(page);
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    });
  }

  test(`nothing moves: a ritual, a game and its end, ${size}`, async () => {
    const page = await it.visit('/play/tic-tac-toe', { viewport, reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: 'Play on this screen' }).click();
    await page.waitForURL(/\/here\//);
    await page.locator('crown-board.large').waitFor();
    await watch(page);
    await until('the first move', async () => {
      await clickIfThere(page, /^(Player one|You|Toss the coins|Draw lots|.*, goes first)$/);
      return page.locator('.slot').isVisible();
    });
    await still(page, 'the ritual');
    for (const [i, name] of ['a1', 'b1', 'a2', 'b2', 'a3'].entries()) {
      await taps(page, name);
      await made(page, i + 1);
    }
    await page.locator('.result').waitFor();
    await still(page, 'the end');
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}
