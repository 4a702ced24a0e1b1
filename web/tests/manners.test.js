// How people treat each other at a table far away or at home: invitations, calling a game off, plans,
// phrases, names, and whatever else is settled beside the board.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, clickIfThere, fits, meet, menu, play, room, soon, square, until } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

const button = (page, name) => page.getByRole('button', { name, exact: typeof name === 'string' });
const tap = async (page, ...names) => {
  for (const name of names) await square(page, name).click();
};
const moves = (page, count) => soon(() => page.locator('.moves li').count(), count);
const arrows = (page, count) =>
  soon(() => page.locator('crown-board.large .arrow.premove').count(), count);

/** Ends what pages of people began, in which nothing may have gone wrong. */
async function leave(...pages) {
  for (const page of pages) {
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
}

/** Two pages of one match. */
function match(name, game, meeting) {
  test(name, async () => {
    const { one, two } = await meet(it, game);
    await meeting(one, two);
    await leave(one, two);
  });
}

test('an invitation stays until the other player has come, and no longer', async () => {
  const one = await it.visit('/play/winning-moves-checkers');
  await button(one, /^Send a link/).click();
  const field = one.getByRole('textbox', { name: /Send this link/ });
  const link = await field.inputValue();
  await one.getByText('not here yet').waitFor();
  await tap(one, '11', '15');
  await moves(one, 1);
  assert.equal(await field.inputValue(), link);
  await one.reload();
  await field.waitFor();
  const two = await it.visit(new URL(link).pathname + new URL(link).hash);
  await field.waitFor({ state: 'detached' });
  await moves(two, 1);
  // Whoever has come was here, even while they are away.
  await two.context().close();
  await one.getByText('away', { exact: true }).waitFor({ timeout: 20_000 });
  await one.reload();
  await one.getByText('away', { exact: true }).waitFor();
  assert.equal(await field.count(), 0);
  // Now that somebody has left before the game began, it can be called off at once.
  await one.locator('.slot').getByRole('button', { name: 'Call it off' }).click();
  await one.getByRole('heading', { name: 'The game was called off' }).waitFor();
  await leave(one);
});

test('a match is called off from its ritual on, until both have moved', async () => {
  const young = await meet(it, 'regal-checkers');
  await button(young.two, 'Call it off').click();
  await young.one.getByRole('heading', { name: 'The game was called off' }).waitFor();
  await leave(young.one, young.two);
  const { one, two } = await meet(it, 'winning-moves-checkers');
  assert.equal(await button(one, 'Give up').count(), 0);
  await tap(one, '11', '15');
  await moves(two, 1);
  await button(two, 'Call it off').waitFor();
  await tap(two, '22', '18');
  await button(two, 'Give up').waitFor();
  assert.equal(await button(two, 'Call it off').count(), 0);
  await leave(one, two);
});

match(
  'moves are planned ahead, shown, and cancelled with a tap',
  'winning-moves-checkers',
  async (one, two) => {
    await one.getByText(/^Your move/).waitFor();
    await tap(two, '24', '20');
    await two.getByText("Planned: 24-20. It's played").waitFor();
    await tap(two, '28', '24');
    await two.getByText('Planned: 24-20, 28-24. Each is played').waitFor();
    await arrows(two, 2);
    await tap(two, '14');
    await two.getByText('Planned').waitFor({ state: 'detached' });
    await arrows(two, 0);
    await tap(two, '24', '20');
    await arrows(two, 1);
    await tap(two, '28', '24');
    await arrows(two, 2);
    await tap(one, '11', '15');
    await moves(one, 2);
    await arrows(two, 1);
    await tap(one, '8', '11');
    await moves(one, 4);
    await arrows(two, 0);
  },
);

match(
  'a planned move that was not played is explained',
  'winning-moves-checkers',
  async (one, two) => {
    await tap(two, '24', '20');
    await arrows(two, 1);
    await tap(one, '11', '15');
    await moves(one, 2);
    await tap(two, '28', '24');
    await arrows(two, 1);
    await tap(one, '15', '19');
    await moves(two, 3);
    await two
      .getByRole('alert')
      .getByText(/^28-24 couldn't be played any more\. .*jump/)
      .waitFor();
  },
);

match('another game can be declined', 'tic-tac-toe', async (one, two) => {
  await tap(one, 'b2');
  await moves(two, 1);
  await tap(two, 'a1');
  await moves(one, 2);
  // This game has no draw by agreement, so nobody offers one.
  assert.equal(await button(one, 'Offer a draw').count(), 0);
  await button(one, 'Give up').click();
  await button(one, 'Yes').click();
  await button(one, 'Play again').click();
  await button(two, 'No, thanks').click();
  await one.getByText("doesn't want to play again just now.").waitFor();
  await button(one, 'Play again').waitFor();
  await soon(() => button(two, 'No, thanks').count(), 0);
});

match(
  'players say phrases to each other, and can hear none',
  'winning-moves-checkers',
  async (one, two) => {
    const say = async (page, phrase) => {
      await button(page, 'Say something').click();
      await page.getByRole('dialog').getByRole('button', { name: phrase }).click();
    };
    const before = await two.locator('crown-board.large').boundingBox();
    await say(one, 'Good luck!');
    await two.locator('.bubble').getByText('Good luck!').waitFor();
    await one.locator('.bubble').getByText('Good luck!').waitFor();
    assert.deepEqual(await two.locator('crown-board.large').boundingBox(), before);
    await soon(() => two.locator('[data-phrases]').textContent(), 'Your opponent says: Good luck!');
    await say(one, 'Oops!');
    await one.getByRole('alert').getByText('You have said a lot already.').waitFor();
    await two.locator('.bubble').waitFor({ state: 'detached', timeout: 15_000 });
    await button(two, 'Say something').click();
    await two.getByRole('checkbox', { name: /^Don't show what/ }).check();
    await two.keyboard.press('Escape');
    await say(one, 'Nice jump!');
    await one.locator('.bubble').getByText('Nice jump!').waitFor();
    await tap(one, '11', '15');
    await moves(two, 1);
    assert.equal(await two.locator('.bubble').count(), 0);
  },
);

test('a move can be asked about before it is played', async () => {
  const page = await it.visit('/settings');
  await page.getByRole('checkbox', { name: 'Ask before playing a move' }).check();
  await begin(page, 'winning-moves-checkers');
  await tap(page, '11', '15');
  await page.getByText('Play 11-15?').waitFor();
  await arrows(page, 1);
  await button(page, 'Not yet').click();
  await page.getByText('Play 11-15?').waitFor({ state: 'detached' });
  await moves(page, 0);
  await tap(page, '11', '16');
  await button(page, 'Play it').click();
  await moves(page, 1);
  await leave(page);
});

test('time in days is told in words', async () => {
  const page = await it.visit('/play/winning-moves-checkers');
  await page.locator('summary').filter({ hasText: 'Clock' }).click();
  await page.getByText('3 days', { exact: true }).click();
  await button(page, /^Send a link/).click();
  const clock = page.locator('.clock').first();
  await soon(async () => /^(3 days|2 days,? 23 hours)$/.test(await clock.textContent()), true);
  await leave(page);
});

test('a household plays under its names, and has a score of the evening', async () => {
  const page = await it.visit('/play/tic-tac-toe', { viewport: { width: 360, height: 740 } });
  await page.getByText("Who's playing on this screen?").click();
  await page.getByLabel('Player one', { exact: true }).fill('Ann');
  await page.getByLabel('Player two', { exact: true }).fill('Ben');
  await fits(page, 'the names of a household');
  await begin(page, 'tic-tac-toe', { chosen: true });
  await page.locator('.plate').getByText('Ann').waitFor();
  await play(page, 'b2', 'a1', 'b1', 'a2', 'b3');
  await page.getByRole('heading', { name: 'Ann wins' }).waitFor();
  const evening = page.getByRole('region', { name: 'This evening' });
  await evening.getByText('1 point').waitFor();
  await button(page, 'Play again').click();
  await clickIfThere(page, 'Toss the coins');
  await soon(() => page.locator('.moves li').count(), 0);
  await menu(page, 'Give up');
  await button(page, 'Yes').click();
  await until('two games', async () => (await evening.getByText('2 games').count()) === 2);
  // The same two play another box, without being asked.
  await page.goto('/play/stack-em');
  await begin(page, 'stack-em', { chosen: true });
  await page.locator('.plate').getByText('Ben').waitFor();
  await leave(page);
});

test('two across a screen have what they need at their own edges', async () => {
  const page = await it.visit('/', { viewport: { width: 360, height: 740 } });
  await begin(page, 'stack-em');
  await menu(page, 'Face to face');
  const [far, near] = [page.locator('.slot.turned'), page.locator('.slot:not(.turned)')];
  await tap(page, '11', '15');
  await moves(page, 1);
  // Red is to move, and black can only ask for the move back.
  await soon(() => near.getByRole('button').count(), 1);
  await far.getByRole('button', { name: 'Give up' }).waitFor();
  await tap(page, '22', '18');
  await moves(page, 2);
  await near.getByRole('button', { name: 'Agree to a draw' }).click();
  // The other one answers.
  await far.getByRole('button', { name: 'No', exact: true }).click();
  await far.getByRole('button', { name: 'Take back' }).click();
  await moves(page, 1);
  const bar = await page.locator('.bar').boundingBox();
  const slot = await near.boundingBox();
  assert.ok(slot.y + slot.height <= bar.y + 1, 'both edges are on the screen');
  await leave(page);
});
