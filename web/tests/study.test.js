// Studying: pictures, boards that are set up by hand, links with faults, and paper.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fits, room, soon, sound, square, WIDTHS } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

/** The colours of a saved picture at points, in hundredths of its width and height. */
async function colours(page, file, points) {
  const data = readFileSync(file).toString('base64');
  return page.evaluate(
    async ([data, points]) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const paper = canvas.getContext('2d');
      paper.drawImage(bitmap, 0, 0);
      const at = ([x, y]) =>
        paper.getImageData((x * bitmap.width) / 100, (y * bitmap.height) / 100, 1, 1).data;
      return points.map((point) => [...at(point)]);
    },
    [data, points],
  );
}

const near = (found, wanted, what) =>
  assert.ok(
    wanted.every((value, i) => Math.abs(value - found[i]) < 45),
    `${what}: ${found}, not about ${wanted}`,
  );

test('a saved picture looks like the board, without its tap marks', async () => {
  const page = await it.visit('/study#game=winning-moves-checkers');
  await square(page, '11').click();
  await page.getByRole('tab', { name: 'More' }).click();
  await page.getByText('Share', { exact: true }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a picture' }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), 'winning-moves-checkers.png');
  // A square is 12.2 hundredths wide, behind a frame of 1.1; black is at the bottom.
  const centre = (column, row) => [1.1 + 12.225 * (column + 0.5), 1.1 + 12.225 * (row + 0.5)];
  const corner = (column, row) => centre(column, row).map((at) => at + 5.6);
  const [light, dark, red, black, chosen, frame] = await colours(page, await saved.path(), [
    centre(3, 3),
    centre(4, 3),
    centre(1, 0).map((at) => at + 2),
    centre(0, 7).map((at) => at + 1.8),
    corner(2, 5),
    [0.3, 0.3],
  ]);
  near(light, [210, 56, 44], 'a light square');
  near(dark, [38, 38, 43], 'a dark square');
  near(red, [200, 40, 30], 'a red checker');
  near(black, [44, 44, 50], 'a black checker');
  near(chosen, [38, 38, 43], 'the square that was tapped');
  near(frame, [28, 44, 87], 'the frame');
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

const text = (page) => page.getByLabel('The position as text');

/** The board to set up a position of a game by hand. */
async function byHand(game, options = {}) {
  const page = await it.visit(`/study#game=${game}`, options);
  await page.getByRole('tab', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Set up the board' }).click();
  await soon(async () => (await text(page).inputValue()) !== '', true);
  return page;
}

test('a position is set up by hand, checked, studied and played', async () => {
  const page = await byHand('winning-moves-checkers');
  await page.getByRole('button', { name: 'Clear' }).click();
  await soon(() => text(page).inputValue(), 'B:W:B');
  await page.getByText("That position doesn't work: no checker on the board").waitFor();
  const study = page.getByRole('button', { name: 'Study', exact: true });
  assert.ok(await study.isDisabled());
  await page.getByRole('radio', { name: 'Black king' }).check();
  await square(page, '18').click();
  await page.getByRole('radio', { name: 'Red man' }).check();
  await square(page, '4').click();
  await page.getByText('the man on 4 is on its far row').waitFor();
  await page.getByRole('radio', { name: 'Empty' }).check();
  await square(page, '4').click();
  await page.getByRole('radio', { name: 'Red man' }).check();
  await square(page, '22').click();
  await page.getByRole('group', { name: 'To move' }).getByText('Red').click();
  await soon(() => text(page).inputValue(), 'W:W22:BK18');
  assert.equal(await square(page, '18').getAttribute('aria-label'), '18, black king');
  await study.click();
  await page.waitForURL(/position=W%3AW22%3ABK18/);
  await page.getByRole('button', { name: 'Set up the board' }).click();
  // What is typed is followed by the board.
  await text(page).fill('B:W5:BK30');
  await soon(() => square(page, '30').getAttribute('aria-label'), '30, black king');
  await text(page).fill('B:W5:BK33');
  await page.getByText('“K33” is not a square from 1 to 32').waitFor();
  await page.getByRole('button', { name: 'Start position' }).click();
  await soon(() => square(page, '1').getAttribute('aria-label'), '1, black man');
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.waitForURL(/\/here\//);
  await page.getByText('Black to move').waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test('stacks grow, checkers go home, and areas change while a board is set up', async () => {
  const page = await byHand('stack-em');
  await page.getByRole('button', { name: 'Clear' }).click();
  await square(page, '14').click();
  await page.getByRole('radio', { name: 'Black king' }).check();
  await square(page, '14').click();
  await soon(() => text(page).inputValue(), 'R:14rB');
  await page.getByRole('radio', { name: 'Empty' }).check();
  await square(page, '14').click();
  await soon(() => text(page).inputValue(), 'R:');
  await page.getByLabel('Game', { exact: true }).selectOption('coast-to-coast');
  await soon(async () => (await text(page).inputValue()).endsWith(' b 0 0'), true);
  await square(page, 'a3').click();
  await page.getByText('Black: Home: 1 of 12').waitFor();
  await page.getByLabel('Game', { exact: true }).selectOption('checkerboard-tic-tac-toe');
  await page.getByRole('radio', { name: 'Red checker' }).check();
  await square(page, 'c3').click();
  await page.getByText('with x to move there are as many x as o').waitFor();
  await page.getByText('6 by 6').click();
  await page.getByRole('radio', { name: 'Silver coin' }).waitFor();
  await page.getByRole('group', { name: 'To move' }).getByText('Silver').click();
  await soon(() => text(page).inputValue(), '6/6/6/2x3/6/6 o');
  await page.getByRole('button', { name: 'Study', exact: true }).click();
  await page.waitForURL(/o\.size=6/);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test('a board is set up by keys alone, on a phone too', async () => {
  for (const [name, viewport] of WIDTHS) {
    const page = await byHand('king-me-standard', { viewport });
    await page.getByRole('button', { name: 'Clear' }).press('Enter');
    await page.getByRole('radio', { name: 'Black man' }).focus();
    await page.keyboard.press('ArrowRight');
    await square(page, '32').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await soon(() => page.locator('[data-said]').textContent(), '31, black king');
    await soon(() => text(page).inputValue(), 'B:W:BK31');
    await fits(page, name);
    await sound(page, 'a board that is set up');
    await page.context().close();
  }
});

test('a link with a wrong move shows the game up to it, and it can be gone on with', async () => {
  const page = await it.visit('/study#game=winning-moves-checkers&moves=11-15_27x20_8-11');
  const told = page.getByRole('alert');
  await told
    .getByText(/^Move 2 in this link, 27x20, can't be played: .+ up to that point\./)
    .waitFor();
  assert.match(
    await told.getByRole('link').getAttribute('href'),
    /^\/rules\/winning-moves-checkers#/,
  );
  await soon(() => square(page, '15').getAttribute('aria-label'), '15, black man');
  await soon(() => page.locator('.moves li').count(), 1);
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page.getByText(/^looked \d+ moves ahead$/).waitFor();
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Look back at the game' }).click();
  await page.getByText('No big mistakes. Well played!').waitFor();
  await page.getByRole('tab', { name: 'More' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as PDN' }).click(),
  ]);
  assert.match(readFileSync(await file.path(), 'utf8'), /1\. 11-15 \*/);
  await square(page, '22').click();
  await square(page, '18').click();
  await page.waitForURL(/moves=11-15_22-18$/);
  assert.equal(await told.count(), 0);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test('a link without a game or a position that there is shows a start instead', async () => {
  const page = await it.visit('/study#game=nonsense');
  await page.getByText(/^This link names a game we don't have/).waitFor();
  await soon(() => square(page, '1').getAttribute('aria-label'), '1, black man');
  await page.context().close();
  const other = await it.visit('/study#game=stack-em&position=R:40r');
  await other.getByText(/The position in this link doesn't work: .*40/).waitFor();
  await soon(() => square(other, '1').getAttribute('aria-label'), '1, red man');
  await square(other, '11').click();
  await square(other, '15').click();
  await other.waitForURL(/game=stack-em&moves=11-15/);
  assert.deepEqual(other.wrong, []);
  await other.context().close();
});

const jump = 'game=regal-checkers&position=B:W6,15,32:B1';
const huff = 'game=parker-checkers&position=B:W18,32,31:B14,1&moves=1-5';

test('a study shows the prompts of a game', async () => {
  const page = await it.visit(`/study#${jump}`);
  const turn = page.getByText(/ to move$/);
  const first = await turn.textContent();
  await square(page, '1').click();
  await square(page, '10').click();
  await page.getByRole('button', { name: 'Stop on 10' }).click();
  await page.waitForURL(/moves=1x10$/);
  await soon(async () => (await turn.textContent()) !== first, true);
  await page.context().close();
  const two = await it.visit(`/study#${huff}`);
  await two.getByText('A missed jump', { exact: true }).waitFor();
  await two.getByRole('button', { name: 'Make them jump' }).waitFor();
  await two.getByRole('button', { name: 'Let it stand' }).waitFor();
  await sound(two, 'a huff that is studied');
  await two.getByRole('button', { name: 'Huff 14' }).click();
  await two.waitForURL(/huff/);
  await two.context().close();
  const three = await it.visit(`/study#${huff}`, { locale: 'es-ES' });
  await three.getByRole('button', { name: 'Que capture' }).waitFor();
  await three.getByRole('button', { name: 'Soplar 14' }).waitFor();
  assert.deepEqual([...page.wrong, ...two.wrong, ...three.wrong], []);
  await three.context().close();
});

test('a study shows stacks, checkers at home and for whom a line is good', async () => {
  const page = await it.visit('/study#game=stack-em&position=R:1r,14rbR,21b');
  await square(page, '14').click();
  await page.getByRole('heading', { name: 'The stack on 14, from the top down' }).waitFor();
  await page.getByText('Red king', { exact: true }).waitFor();
  await page.goto('/study#game=coast-to-coast');
  await page.getByText('Black: Home: 0 of 12 · Red: Home: 0 of 12').waitFor();
  await page.goto('/study#game=winning-moves-checkers&position=B:W32,31:B1,2,3,4,5,6,7,8');
  await page.getByRole('switch', { name: 'Engine' }).check();
  await page
    .getByRole('button', { name: /^(\+\d+\.\d for black|black wins in \d+)/ })
    .first()
    .waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test('a game that is copied as PDN has its notes and variations', async () => {
  const page = await it.visit('/study#game=winning-moves-checkers&moves=11-15_22-18', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.locator('.moves').getByRole('button', { name: '11-15' }).click();
  await page.getByRole('tab', { name: 'Notes' }).click();
  await page.getByLabel('Comment on 11-15').fill('An old friend');
  await square(page, '23').click();
  await square(page, '19').click();
  await page.getByRole('tab', { name: 'More' }).click();
  await page.getByText('Share', { exact: true }).click();
  await page.getByRole('button', { name: 'Copy as PDN' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const pdn = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(pdn, /\{An old friend\}/);
  assert.match(pdn, /\(1\.\.\. 23-19\)/);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test('paper has the board and the moves, and nothing that is for the screen', async () => {
  const page = await it.visit('/study#game=winning-moves-checkers&moves=11-15_22-18');
  await page.locator('.moves').getByRole('button', { name: '11-15' }).click();
  await square(page, '23').click();
  await square(page, '19').click();
  await page.getByRole('tab', { name: 'More' }).click();
  const link = page.getByText(/^The link holds only the moves/);
  const can = page.locator('crown-board.large .movable').first();
  await link.waitFor();
  await can.waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await link.isVisible(), false);
  assert.equal(await can.isVisible(), false);
  assert.ok(await page.locator('crown-board.large .checker').first().isVisible());
  await page.context().close();
});
