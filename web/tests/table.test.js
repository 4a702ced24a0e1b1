// What is said at the table while a game is played, as a player meets it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, play, room, soon, square } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

/** A test with a page of its own, in which nothing may go wrong. */
function moment(name, meet, options) {
  test(name, async () => {
    const page = await it.visit('/', options);
    await meet(page);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}

const drawn = (page, name) => page.locator(`crown-board.large ${name}`);

moment('in Parker a jump is a must with a remedy, and is marked', async (page) => {
  await begin(page, 'parker-checkers');
  await play(page, '11-15', '22-18');
  await page
    .getByText('Your checker on 15 should jump. If it does not, it can be huffed.')
    .waitFor();
  await soon(() => page.getByText('take it or leave it').count(), 0);
  await soon(() => drawn(page, '.tile.movable').count(), 1);
  // What is not a must is still possible.
  await square(page, '9').click();
  await square(page, '13').click();
  await page.getByText('A jump was missed').waitFor();
});
