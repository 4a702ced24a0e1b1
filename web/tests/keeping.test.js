// What the browser keeps of games, and what happens where it keeps nothing, or in two tabs at once.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, meet, play, room, setUp, soon, square, type } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

const WARNING = "Your browser isn't saving anything right now.";
const made = (page, count) => soon(() => page.locator('.moves li').count(), count);
const move = async (page, from, to) => {
  await square(page, from).click();
  await square(page, to).click();
};

/** Browsers that keep nothing: one without storage, and one whose storage is full. */
const BLOCKED = {
  blocked: () =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('blocked', 'SecurityError');
      },
    }),
  full: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
};

for (const [state, script] of Object.entries(BLOCKED))
  test(`with its storage ${state} a browser plays, and warns once`, async () => {
    const page = await it.visit('/rules/tic-tac-toe');
    await page.addInitScript(script);
    await begin(page, 'winning-moves-checkers');
    await page.getByText(WARNING).waitFor();
    await play(page, '11-15', '22-18');
    await made(page, 2);
    assert.equal(await page.getByText(WARNING).count(), 0);
    // A seat from a link outlasts a reload, and so does the seat of whoever made the match.
    const { one, two } = await meet(it, 'winning-moves-checkers');
    await page.goto('/play/winning-moves-checkers');
    await page.getByRole('button', { name: /^Send a link/ }).click();
    const link = await page.getByRole('textbox', { name: /Send this link/ }).inputValue();
    assert.notEqual(new URL(page.url()).hash, '');
    await page.reload();
    await page.getByText(/^Your move/).waitFor();
    await two.addInitScript(script);
    await two.goto('/');
    await two.goto(new URL(link).pathname + new URL(link).hash);
    await two.getByText('Waiting for your opponent').waitFor();
    await two.reload();
    await two.getByText('Waiting for your opponent').waitFor();
    await move(page, '11', '15');
    await two.getByText(/^Your move/).waitFor();
    for (const each of [page, one, two]) {
      assert.deepEqual(each.wrong, []);
      await each.context().close();
    }
  });

test('two tabs with the same game follow each other', async () => {
  const one = await it.visit('/');
  await begin(one, 'winning-moves-checkers');
  const two = await one.context().newPage();
  await two.goto(one.url());
  await made(two, 0);
  await move(one, '11', '15');
  await made(two, 1);
  await move(two, '22', '18');
  await made(one, 2);
  // Both at once: one move counts, and the other tab shows it.
  await Promise.all([type(one, '15x22'), type(two, '15x22')]);
  for (const page of [one, two]) await made(page, 3);
  await two.reload();
  await made(two, 3);
  // Against the computer it is the same game too, and the computer moves once.
  await begin(one, 'winning-moves-checkers', { against: 'computer', level: 1 });
  await two.goto(one.url());
  await move(two, '11', '15');
  for (const page of [one, two]) await made(page, 2);
  assert.deepEqual(one.wrong, []);
  await one.context().close();
});

test('Parker names the checker that should jump, where it stands', async () => {
  const page = await it.visit('/');
  const moves =
    '9-13 21-17 6-9 25-21 1-6 30-25 10-14 24-20 huff_17 12-16 23-18 6-10 huff_14 22-17 16-19 ' +
    'huff_13 28-24 8-12 huff_19 26-23 12-16 24-19 4-8 17-14 huff_19';
  await setUp(page, {
    game: 'parker-checkers',
    moves: moves.replaceAll('huff_', 'huff~').replaceAll(' ', '_'),
  });
  await page.getByText("You should jump with 10. If you don't, it can be huffed.").waitFor();
  await page.context().close();
});

test('where a checker can go is told when it is picked up', async () => {
  const page = await it.visit('/');
  await begin(page, 'winning-moves-checkers');
  await square(page, '11').focus();
  await page.keyboard.press('Enter');
  await soon(() => page.locator('[data-targets]').textContent(), 'From 11 to 15 or 16.');
  await page.keyboard.press('Escape');
  await soon(() => page.locator('[data-targets]').textContent(), '');
  await page.context().close();
});

test('what goes wrong is told in the language of the page', async () => {
  const page = await it.visit('/settings');
  await page.getByText('Español', { exact: true }).click();
  const nickname = page.getByRole('textbox');
  await nickname.fill('Computer 7');
  await page.getByText('Así solo se llama el ordenador.').waitFor();
  await nickname.fill('');
  await page.goto('/account');
  await page.getByText('Crear una cuenta', { exact: true }).first().click();
  await page.locator('input[autocomplete=username]').fill('computerfan');
  await page.locator('input[type=password]').fill('correct horse');
  await page.locator('form button.main').click();
  await page.getByText('Así solo se llama el ordenador.').waitFor();
  // A problem that the page has no words for is not told in English.
  await page.route('**/api/v1/challenges', (route) =>
    route.fulfill({
      status: 418,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: '/problems/teapot', title: 'Teapot', detail: 'I am a teapot.' }),
    }),
  );
  await page.goto('/play/tic-tac-toe');
  await page.locator('button.wait').click();
  await page.getByText('No ha funcionado.').waitFor();
  assert.equal(await page.getByText('teapot').count(), 0);
  await page.goto('/games?since=2026-02-10&until=2026-02-01');
  await page.getByText('Revisa las fechas').waitFor();
  await page.goto('/games?since=2026-99-99');
  await page.getByText('Revisa las fechas').waitFor();
  await page.context().close();
});

test('a comment with line breaks and brackets is saved as PDN and opened again', async () => {
  const page = await it.visit('/study#game=winning-moves-checkers&moves=11-15_22-18');
  const note = async () => {
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.locator('.moves').getByRole('button', { name: '11-15' }).click();
    const field = page.getByLabel('Comment on 11-15');
    await page.getByRole('tab', { name: 'Notes' }).click();
    return field;
  };
  const comment = 'Two lines,\na } and a { and a [note]; 15-19 was better.';
  await (await note()).fill(comment);
  await page.getByRole('tab', { name: 'More' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as PDN' }).click(),
  ]);
  const path = await file.path();
  await page.goto('/');
  await page.goto('/study#game=stack-em');
  await page.getByRole('tab', { name: 'More' }).click();
  await page.locator('input[type=file]').setInputFiles(path);
  await soon(async () => (await note()).inputValue(), comment);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
