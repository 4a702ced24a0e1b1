// What is printed: rule books and score sheets, on which nothing covers anything else.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, picture, play, room, soon } from './room.js';

/** A sheet of A4 within its margins, in CSS pixels. */
const SHEET = { width: 695, height: 1024 };

let it;
before(async () => (it = await room()));
after(() => it.stop());

/** The boxes of what a selector finds, each with its text. */
const boxes = (page, selector) =>
  page.locator(selector).evaluateAll((found) =>
    found.map((element) => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { what: element.textContent.trim().slice(0, 40), left, top, right, bottom };
    }),
  );

const overlap = (a, b) =>
  Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
  Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;

/** No two of the boxes share any place, and all are on the sheet. */
function apart(found) {
  for (const [i, one] of found.entries()) {
    assert.ok(one.left >= -1 && one.right <= SHEET.width + 1, `${one.what} leaves the sheet`);
    for (const other of found.slice(i + 1))
      assert.ok(!overlap(one, other), `“${one.what}” covers “${other.what}”`);
  }
}

test('a printed rule book has two columns, and boards beside their rules', async () => {
  const page = await it.visit('/rules/parker-checkers', { colorScheme: 'dark', viewport: SHEET });
  await page.locator('figure crown-board .stack').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  const boards = page.locator('figure crown-board');
  await soon(() => boards.locator('.arrow').count().then(Boolean), true);
  const rules = await boxes(page, 'main li > p, main li > figure');
  assert.ok(rules.length > 60);
  apart(rules);
  const columns = new Set((await boxes(page, 'main li')).map(({ left }) => Math.round(left)));
  assert.equal(columns.size, 2);
  // A board is as high as its rule begins, and within its column.
  for (const { top, left, right } of await boxes(page, 'main li > figure')) {
    const beside = rules.some(
      (box) =>
        Math.abs(box.top - top) < 3 && box.right <= left && right - box.left < SHEET.width / 2,
    );
    assert.ok(beside, 'a board without its rule beside it');
  }
  await picture(page, 'paper-rules.png');
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test('a printed game has names, date, result, moves and boards', async () => {
  const page = await it.visit('/');
  await begin(page, 'winning-moves-checkers');
  await play(page, '11-15', '22-18', '15x22', '25x18');
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('heading', { name: 'wins' }).waitFor();
  await page.setViewportSize(SHEET);
  await page.emulateMedia({ media: 'print' });
  const sheet = page.locator('.sheet');
  await sheet.getByRole('heading', { name: 'Winning Moves Checkers' }).waitFor();
  await sheet.getByText('Player one', { exact: true }).waitFor();
  await sheet.getByText('Player two', { exact: true }).waitFor();
  await sheet.getByText(/Player two wins\. Player one gave up/).waitFor();
  await sheet.getByText(new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format()).waitFor();
  await sheet.getByText('22-18').waitFor();
  assert.ok(await sheet.locator('crown-board .checker').first().isVisible());
  apart(await boxes(page, '.sheet dl > div, .sheet ol > li, .sheet figure'));
  assert.equal(await page.locator('.room:visible').count(), 0);
  await picture(page, 'paper-game.png');
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
