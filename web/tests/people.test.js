// People: who waits and who plays, accounts, profiles, and what was played.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { relay } from './mail.js';
import { atRest, fits, picture, room, soon, sound, square, WIDTHS } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

const PASSWORD = 'correct horse';

async function signUp(page, name) {
  await page.goto('/account');
  await page.getByText('Create an account').click();
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByText(`You're signed in as ${name}.`).waitFor();
}

async function signIn(page, name, password) {
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** One asks for a game, the other takes it up, and the first gives up after both have moved. */
async function playRated(one, two) {
  await one.goto('/lobby');
  await one.getByLabel('Game').selectOption('tic-tac-toe');
  await one.getByText('Rated').click();
  await one.getByRole('button', { name: 'Wait for a player' }).click();
  await one.getByText('is waiting for a player').waitFor();
  await two.goto('/lobby');
  const waits = two.getByRole('listitem').filter({ hasText: 'Ann' });
  await waits.getByText('Rated').waitFor();
  await waits.getByRole('button', { name: 'Play' }).click();
  for (const page of [one, two]) {
    await page.waitForURL(/\/[A-Za-z0-9]{8}$/);
    await page.getByRole('button', { name: /goes first/ }).waitFor();
  }
  await one.getByRole('button', { name: /goes first/ }).click();
  await two.getByRole('button', { name: /^(Second|Other) player$/ }).click();
  await one.getByText(/^Your move/).waitFor();
  await square(one, 'b2').click();
  await two.getByText(/^Your move/).waitFor();
  await square(two, 'a1').click();
  await one.getByText(/^Your move/).waitFor();
}

test('two accounts meet in the lobby, a third watches, and the game is found, studied and rated', async () => {
  const [one, two] = [await it.visit('/'), await it.visit('/')];
  await signUp(one, 'Ann');
  await signUp(two, 'Ben');
  await playRated(one, two);
  // Each sees the other's name, which leads to a profile.
  await one.locator('.plate').getByRole('link', { name: 'Ben' }).waitFor();
  const three = await it.visit('/lobby');
  await three.goto('/');
  await three.getByRole('link', { name: /Games being played: [1-9]/ }).click();
  const playing = three.getByRole('listitem').filter({ hasText: 'Ann – Ben' });
  await playing.getByRole('link', { name: 'Watch' }).click();
  await three.getByText("You're watching.").waitFor();
  await three.locator('.plate').getByText('Ann').waitFor();
  await one.getByRole('button', { name: 'Give up' }).click();
  await one.getByRole('button', { name: 'Yes' }).click();
  await three.getByRole('heading', { name: 'Ben wins' }).waitFor();

  await three.goto('/games');
  await three.getByRole('textbox', { name: 'Player' }).fill('ann');
  await three.getByLabel('Result').selectOption('won');
  await three.getByRole('button', { name: 'Search' }).click();
  await three.getByText('No games found.').waitFor();
  await three.getByLabel('Result').selectOption('lost');
  await three.getByRole('button', { name: 'Search' }).click();
  await three.getByText('Ben wins. Ann gave up.').waitFor();
  assert.match(three.url(), /player=ann&result=lost/);
  const [file] = await Promise.all([
    three.waitForEvent('download'),
    three.getByRole('link', { name: 'Save as PDN' }).click(),
  ]);
  assert.match(file.suggestedFilename(), /^[A-Za-z0-9]{8}\.pdn$/);
  await three.getByRole('link', { name: 'Study this game' }).click();
  await three.locator('.moves').getByRole('button', { name: 'a1' }).waitFor();
  await three.waitForURL(/game=tic-tac-toe/);

  await three.goto('/player/ben');
  // A game is rated a little after its end.
  await soon(async () => {
    await three.reload();
    await three.getByRole('heading', { name: 'Ben' }).waitFor();
    return three.getByRole('row', { name: /Tic-Tac-Toe .*few games/ }).count();
  }, 1);
  await three.getByRole('listitem').filter({ hasText: 'Ben wins' }).waitFor();
  await one.goto('/player/Ben');
  await one.getByText('Any trouble with this player?').click();
  await one.getByLabel(/What happened/).fill('Ben wins too often.');
  await one.getByRole('button', { name: 'Report' }).click();
  await one.getByText('Thank you.').waitFor();
  await one.getByRole('button', { name: 'Block Ben' }).click();
  await one.getByText("won't be matched again").waitFor();
  await one.goto('/account');
  await one.getByRole('button', { name: 'Unblock' }).click();
  await one.getByText('Blocked players').waitFor({ state: 'detached' });
  for (const page of [one, two, three]) {
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
});

test('a match is found again on another device, and its seat is taken by signing in', async () => {
  const one = await it.visit('/');
  const two = await it.visit('/');
  await signUp(one, 'Gwen');
  await signUp(two, 'Hank');
  await one.goto('/lobby');
  await one.getByLabel('Game').selectOption('tic-tac-toe');
  await one.getByRole('button', { name: 'Wait for a player' }).click();
  await one.getByText('is waiting for a player').waitFor();
  await two.goto('/lobby');
  const waits = two.getByRole('listitem').filter({ hasText: 'Gwen' });
  await waits.getByRole('button', { name: 'Play' }).click();
  for (const page of [one, two]) {
    await page.waitForURL(/\/[A-Za-z0-9]{8}$/);
    await page.getByRole('button', { name: /goes first/ }).waitFor();
  }
  await one.getByRole('button', { name: /goes first/ }).click();
  await two.getByRole('button', { name: /^(Second|Other) player$/ }).click();
  await one.getByText(/^Your move/).waitFor();

  // Nothing of the match is stored on this device.
  const phone = await it.visit('/account');
  await signIn(phone, 'gwen', PASSWORD);
  await phone.getByText("You're signed in as Gwen.").waitFor();
  await phone.goto('/');
  const games = phone.getByRole('region', { name: 'Your games' });
  await games.getByRole('link', { name: /against Hank: your move/ }).waitFor();
  await sound(phone, 'the shelf with games of an account');
  // A move elsewhere is seen here.
  await square(one, 'b2').click();
  await games.getByRole('link', { name: /against Hank: their move/ }).waitFor();
  await square(two, 'a1').click();
  await games.getByRole('link', { name: /against Hank: your move/ }).click();
  await phone.waitForURL(/\/[A-Za-z0-9]{8}$/);
  await phone.getByText(/^Your move/).waitFor();
  await square(phone, 'a2').click();
  await two.getByText(/^Your move/).waitFor();
  await phone.getByRole('button', { name: 'Give up' }).click();
  await phone.getByRole('button', { name: 'Yes' }).click();
  await two.getByRole('heading', { name: 'You win!' }).waitFor();
  await phone.goto('/');
  await phone.getByText('Pick up where you left off').waitFor();
  await soon(() => games.count(), 0);
  for (const page of [one, two, phone]) {
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
});

test('a failed sign-in is explained', async () => {
  const page = await it.visit('/account');
  await signIn(page, 'Nobody', 'x');
  await page.getByText("That name and password don't match.").waitFor();
  await page.getByText('Create an account', { exact: true }).click();
  await page.getByText("That name and password don't match.").waitFor({ state: 'detached' });
  await page.context().close();
});

test('guests have the names that they chose, and a challenge can be taken back', async () => {
  const one = await it.visit('/settings');
  await one.getByLabel('Nickname').fill('Zoë the 2nd');
  await one.goto('/play/winning-moves-checkers');
  await one.getByRole('button', { name: 'Wait for a player' }).click();
  await one.getByText('is waiting for a player').waitFor();
  const two = await it.visit('/lobby');
  await two.getByText('Zoë the 2nd').waitFor();
  await one.getByRole('button', { name: 'Stop waiting' }).click();
  await two.getByText('Nobody is waiting right now.').waitFor();
  await two.getByLabel('Nickname').fill('Oh -- dear');
  await two.getByText('Letters and digits').waitFor();
  // Nobody can be called so, and nobody is asked for a game by another name instead.
  await two.getByRole('button', { name: 'Wait for a player' }).click();
  assert.equal(await two.getByLabel('Nickname').evaluate((it) => it.checkValidity()), false);
  await soon(() => two.getByText('is waiting for a player').count(), 0);
  await two.getByLabel('Nickname').fill('');
  await one.getByRole('button', { name: 'Wait for a player' }).click();
  await two.getByRole('button', { name: 'Play', exact: true }).click();
  await two.locator('.plate').getByText('Zoë the 2nd').waitFor();
  await one.locator('.plate').getByText('Opponent').waitFor();
  for (const page of [one, two]) {
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
});

test('an account is made, used, changed and deleted', async () => {
  const page = await it.visit('/account');
  await signIn(page, 'Nobody', PASSWORD);
  await page.getByText("That name and password don't match.").waitFor();
  await signUp(page, 'Cleo');
  const elsewhere = await it.visit('/account');
  await signIn(elsewhere, 'cleo', PASSWORD);
  await elsewhere.getByText("You're signed in as Cleo.").waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign out there' }).click();
  await page.getByRole('button', { name: 'Sign out there' }).waitFor({ state: 'detached' });
  await elsewhere.reload();
  await elsewhere.getByRole('button', { name: 'Sign in' }).waitFor();

  await page.getByLabel('Token name').fill('My bot');
  await page.getByText('can also play').click();
  await page.getByRole('button', { name: 'Create a token' }).click();
  assert.match(await page.getByLabel(/we show it only once/).inputValue(), /^cht_/);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('My bot').waitFor({ state: 'detached' });

  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('another horse');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password is changed.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await signIn(page, 'Cleo', 'another horse');
  await page.getByText("You're signed in as Cleo.").waitFor();
  const [data] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  assert.equal(data.suggestedFilename(), 'crownhead.json');
  const farewell = page.locator('form').filter({ hasText: 'for good' });
  await farewell.getByLabel('Password').fill('another horse');
  await farewell.getByRole('button', { name: 'Delete my account' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.goto('/player/Cleo');
  await page.getByText('Nobody by that name').first().waitFor();
  // What a server refuses is told to the person, and to the console by the browser itself.
  const others = page.wrong.filter((text) => !/status of 40[14]/.test(text));
  assert.deepEqual(others, []);
  for (const each of [page, elsewhere]) await each.context().close();
});

test('a lost password: no mail here, and a link that is too old', async () => {
  const page = await it.visit('/account');
  await page.getByText('Forgot your password?').click();
  await page.getByLabel('User name').fill('Somebody');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText("This site doesn't send email.").waitFor();
  await page.goto('/#recover=abcdef');
  await page.reload();
  await page.getByLabel('New password').fill('another horse');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('This link has been used or is too old.').waitFor();
  await page.context().close();
});

test('a lost password is set anew by the link of a mail', async () => {
  const post = await relay('#recover=');
  const site = 'https://games.example';
  const there = await room([
    ...['--smtp', `127.0.0.1:${post.port}`, '--site', site],
    ...['--mail-from', 'Crownhead <games@games.example>'],
  ]);
  try {
    const page = await there.visit('/account');
    await signUp(page, 'Emma');
    const form = page.locator('form').filter({ hasText: 'Email address' });
    await form.getByLabel('Email address').fill('emma@games.example');
    await form.getByLabel('Password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Forgot your password?').click();
    await page.getByLabel('User name').fill('Emma');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('a message is on its way').waitFor();
    const link = /https:\/\/games\.example(\/#recover=\w+)/.exec(await post.mail);
    assert.ok(link, await post.mail);
    await page.goto('about:blank');
    await page.goto(link[1]);
    await page.getByLabel('New password').fill('another horse');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, 'Emma', 'another horse');
    await page.getByText("You're signed in as Emma.").waitFor();
    assert.deepEqual(page.wrong, []);
  } finally {
    await there.stop();
    post.stop();
  }
});

test('turns are notified by mail once the address is confirmed', async () => {
  const post = await relay('/mail/confirm/');
  const there = await room([
    ...['--smtp', `127.0.0.1:${post.port}`, '--site', 'https://games.example'],
    ...['--mail-from', 'Crownhead <games@games.example>'],
  ]);
  try {
    const page = await there.visit('/account');
    await signUp(page, 'Fred');
    const form = page.locator('form').filter({ hasText: 'Email address' });
    const turns = form.getByLabel("Email me when it's my turn");
    await form.getByLabel('Email address').fill('fred@games.example');
    await form.getByLabel('Password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Please confirm fred@games.example').waitFor();
    assert.equal(await turns.count(), 0);
    await form.getByRole('button', { name: 'Send the message again' }).click();
    await form.getByText('The message is on its way.').waitFor();
    const link = /https:\/\/games\.example(\/mail\/confirm\/\w+)/.exec(await post.mail);
    await page.goto(link[1]);
    await page.getByRole('button', { name: 'Yes, confirm it' }).click();
    await page.getByRole('heading', { name: 'Confirmed' }).waitFor();
    await page.goto('/account');
    await turns.check();
    await soon(() => turns.isEnabled(), true);
    await page.reload();
    await soon(() => turns.isChecked(), true);
    await sound(page, 'an account with an address');
    await turns.uncheck();
    await soon(() => turns.isEnabled(), true);
    await page.reload();
    await soon(() => turns.isChecked(), false);
    assert.deepEqual(page.wrong, []);
  } finally {
    await there.stop();
    post.stop();
  }
});

for (const colorScheme of ['light', 'dark']) {
  test(`the pages of people are sound and fit, in ${colorScheme}`, async () => {
    const page = await it.visit('/', { colorScheme });
    const name = `Dora-${colorScheme}`;
    for (const path of ['/lobby', '/games', '/account', '/#recover=a', '/player/Nobody']) {
      await look(page, path, path.replace(/\W/g, ''), colorScheme);
    }
    await signUp(page, name);
    await page.getByText('Delete my account').first().waitFor();
    await look(page, '/account', 'account-own', colorScheme);
    await look(page, `/player/${name}`, 'player', colorScheme);
    await page.context().close();
  });
}

/** What axe finds, and pictures at both widths. */
async function look(page, path, name, colorScheme) {
  await page.goto('about:blank');
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await atRest(page);
  for (const [width, viewport] of WIDTHS) {
    await page.setViewportSize(viewport);
    await fits(page, path);
    await picture(page, `${name}-${width}-${colorScheme}.png`);
  }
  await page.evaluate(() => (document.documentElement.dir = 'rtl'));
  await page.setViewportSize(WIDTHS[0][1]);
  await fits(page, `${path} from right to left`);
  await sound(page, path);
}
