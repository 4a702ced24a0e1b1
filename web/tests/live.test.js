// Two people far apart, over the real server.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { clickIfThere, meet as meetIn, room, soon, square, until } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

const meet = (game) => meetIn(it, game);

const play = async (page, from, to) => {
  await square(page, from).click();
  await square(page, to).click();
};

const yours = (page) => page.getByText(/^Your move/).waitFor();
const moves = (page, count) =>
  page.waitForFunction((count) => document.querySelectorAll('.moves li').length === count, count);

test('two play by link, one reloads in the middle of a turn, one loses the network', async () => {
  const { one, two, path } = await meet('winning-moves-checkers');
  // The secret of the seat is not left in the address.
  assert.equal(new URL(two.url()).hash, '');
  await yours(one);
  await play(one, '11', '15');
  await yours(two);
  await square(two, '22').click();
  await two.reload();
  await yours(two);
  await play(two, '22', '18');
  await moves(one, 2);

  await two.cut();
  await two.getByText('The connection dropped.').waitFor();
  await one.locator('.presence.away').waitFor({ timeout: 60_000 });
  await one.getByText(/^Your opponent has been away for 0:\d\d$/).waitFor();
  await play(one, '15', '22');
  await moves(one, 3);
  assert.equal(await two.locator('.moves li').count(), 2, 'nothing is shown that was not told');
  two.mend();
  await moves(two, 3);
  await yours(two);
  await play(two, '25', '18');
  await moves(one, 4);

  // Whoever knows the match may watch, and only that.
  const watcher = await it.visit(path);
  await watcher.getByText("You're watching.").waitFor();
  assert.equal(await watcher.getByRole('button', { name: 'Give up' }).count(), 0);

  await one.getByRole('button', { name: 'Offer a draw' }).click();
  await two.getByText('Opponent offers a draw.').waitFor();
  await two.getByRole('button', { name: 'Decline' }).click();
  await one.getByText('You offered a draw.').waitFor({ state: 'detached' });
  // The answer is still there after the other's move.
  const no = one.getByText('Opponent would rather play on.');
  await yours(one);
  await play(one, '8', '11');
  await moves(two, 5);
  await one.getByRole('button', { name: 'Offer a draw' }).click();
  await two.getByRole('button', { name: 'Decline' }).click();
  await no.waitFor();
  await play(two, '29', '25');
  await moves(one, 6);
  assert.equal(await no.count(), 1);
  await one.getByRole('button', { name: 'Take back' }).click();
  await two.getByRole('button', { name: 'Accept' }).click();
  await moves(one, 4);
  assert.equal(await no.count(), 0);
  await two.getByRole('button', { name: 'Give up' }).click();
  await two.getByRole('button', { name: 'Yes' }).click();
  await one.getByRole('heading', { name: 'You win!' }).waitFor();
  await one.getByRole('button', { name: 'Play again' }).click();
  await two.getByText('Opponent would like to play again.').waitFor();
  await two.getByRole('button', { name: 'Play again' }).click();
  await yours(two);
  assert.deepEqual([...one.wrong, ...two.wrong, ...watcher.wrong], []);
  for (const page of [one, two, watcher]) await page.context().close();
});

test('a move that is sent while the network is away counts once, and only when it is confirmed', async () => {
  const { one, two } = await meet('tic-tac-toe');
  await yours(one);
  await one.cut();
  await one.getByText('The connection dropped.').waitFor();
  await play(one, 'b2', 'b2');
  await one.getByText('Sending b2…').waitFor();
  await soon(() => one.locator('.moves li').count(), 0);
  one.mend();
  await moves(one, 1);
  await moves(two, 1);
  await yours(two);
  assert.deepEqual([...one.wrong, ...two.wrong], []);
  for (const page of [one, two]) await page.context().close();
});

test('coins are tossed by both, and the youngest is named by both', async () => {
  const coins = await meet('checkerboard-tic-tac-toe');
  const began = ({ one }) => one.locator('.slot .status').isVisible();
  await until('the first move', async () => {
    for (const page of [coins.one, coins.two]) await clickIfThere(page, 'Toss my coin');
    return began(coins);
  });
  const young = await meet('regal-checkers');
  await young.one.getByRole('button', { name: 'Opponent' }).click();
  await young.one.getByText('You said Your opponent.').waitFor();
  await young.two.getByRole('button', { name: 'You', exact: true }).click();
  await yours(young.two);
  for (const page of [coins.one, coins.two, young.one, young.two]) {
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
});

test('a move is planned, seen by nobody else, given up, and played by itself', async () => {
  const { one, two } = await meet('winning-moves-checkers');
  await yours(one);
  await play(two, '22', '18');
  await two.getByText('Planned: 22-18.').waitFor();
  await soon(() => two.locator('crown-board.large .arrow.premove').count(), 1);
  assert.equal(await one.getByText('Planned').count(), 0);
  await two.getByRole('button', { name: 'Cancel the plan' }).click();
  await two.getByText('Planned: 22-18.').waitFor({ state: 'detached' });
  await play(two, '21', '17');
  await two.getByText('Planned: 21-17.').waitFor();
  await play(one, '11', '15');
  await moves(one, 2);
  await one.locator('.moves').getByRole('button', { name: '21-17' }).waitFor();
  // A jump can be planned that only one answer would allow.
  await play(two, '17', '10');
  await two.getByText('Planned: 17x10.').waitFor();
  assert.deepEqual([...one.wrong, ...two.wrong], []);
  for (const page of [one, two]) await page.context().close();
});

test('an address that is no match says so', async () => {
  const page = await it.visit('/aaaaaaaa');
  await page.getByText("There's no game at this address.").waitFor();
  await page.context().close();
});

test('a link that is sent on shows the game and its board', async () => {
  const { one, two, path } = await meet('stack-em');
  const html = await (await one.request.get(path)).text();
  const tag = (name) => html.match(`<meta property="og:${name}" content="([^"]*)">`)?.[1];
  assert.match(tag('title'), /^Stack'Em|^Stack&#39;Em/);
  assert.match(html, /<\/head>\s*<body/);
  const picture = await one.request.get(new URL(tag('image').replace('&amp;', '&')).href);
  assert.equal(picture.headers()['content-type'], 'image/png');
  const nothing = await (await one.request.get('/lobby')).text();
  assert.ok(!nothing.includes('og:image'));
  for (const page of [one, two]) await page.context().close();
});
