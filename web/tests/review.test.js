// After a game and studying it: the colours of the evaluation, moments, files of games, animations.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fits, play, room, setUp, soon, sound, square } from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

/** A finished game, or a decided position, for each game and each winner. */
const DECIDED = [
  ['regal-checkers', 'B:W18:B14', '14x23', 0],
  ['regal-checkers', 'W:W18:B14', '18x9', 1],
  ['king-me-standard', 'B:W18:B14', '14x23', 0],
  ['king-me-standard', 'W:W18:B14', '18x9', 1],
  ['winning-moves-checkers', 'B:W18:B14', '14x23', 0],
  ['winning-moves-checkers', 'W:W18:B14', '18x9', 1],
  ['parker-checkers', 'B:W18:B14', '14x23', 0],
  ['parker-checkers', 'W:W18:B14', '18x9', 1],
  ['tic-tac-toe', 'xx1/oo1/3 x', 'c3', 0],
  ['tic-tac-toe', 'xx1/oo1/x2 o', 'c2', 1],
];

/** The colour of each side on the board, by the class of a checker on a square. */
const colourOn = (page, name) =>
  page.evaluate((name) => {
    const board = document.querySelector('crown-board.large');
    const label = board.querySelector(`[data-square="${name}"]`).getAttribute('aria-label');
    return label;
  }, name);

test('the evaluation bar has the colours of the sides in every game, whoever wins', async () => {
  const page = await it.visit('/study');
  for (const [game, position, move, winner] of DECIDED) {
    const line = new URLSearchParams({ game, position, moves: move });
    await page.goto(`/study#${line}`);
    await page.reload();
    const meter = page.getByRole('meter');
    await meter.waitFor();
    const last = move.split(/[x-]/).at(-1);
    await soon(async () => (await colourOn(page, last)).includes('empty'), false);
    const where = `${game}, ${move}`;
    // The winner's checker made the last move; all of the bar has its colour.
    const spoken = (await colourOn(page, last)).replace(/^\S+, /, '').split(' ')[0];
    const seen = await meter.evaluate((bar) => {
      const part = bar.firstElementChild;
      const whole = part.offsetHeight > bar.clientHeight / 2 ? part : bar;
      return { colour: whole.dataset.colour, paint: getComputedStyle(whole).backgroundColor };
    });
    const named = { ink: ['black', 'dark'], red: ['red'], ivory: ['light'] }[seen.colour];
    assert.ok(named.includes(spoken), `${where}: ${seen.colour} for ${spoken}`);
    const [red, , blue] = seen.paint.match(/\d+/g).map(Number);
    assert.equal(red - blue > 90, seen.colour === 'red', `${where}: ${seen.paint}`);
    const chance = Number(await meter.getAttribute('aria-valuenow'));
    assert.equal(chance, winner === 0 ? 100 : 0, where);
    // Flipped, the colour is the same, at the other end.
    await page.keyboard.press('f');
    const flipped = await meter.evaluate((bar) => {
      const part = bar.firstElementChild;
      return (part.offsetHeight > bar.clientHeight / 2 ? part : bar).dataset.colour;
    });
    assert.equal(flipped, seen.colour, where);
  }
  // Games without a decided position of their own: who is ahead is red, and red begins.
  for (const game of ['stack-em', 'coast-to-coast', 'checkerboard-tic-tac-toe']) {
    await page.goto(`/study#game=${game}`);
    await page.reload();
    await page.getByRole('switch', { name: 'Engine' }).setChecked(true);
    const meter = page.getByRole('meter');
    await meter.waitFor();
    const [below, above] = await meter.evaluate((bar) => [
      bar.firstElementChild.dataset.colour,
      bar.dataset.colour,
    ]);
    const lowest = game === 'stack-em' ? '1' : game === 'coast-to-coast' ? 'a1' : null;
    const own = lowest ? await colourOn(page, lowest) : 'red';
    assert.equal(below, own.includes('red') ? 'red' : 'ink', game);
    assert.notEqual(above, below, game);
  }
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

/** Black gives a checker away; red moves second. */
const GIFT = 'game=winning-moves-checkers&position=B:W23,27,31,32:B1,2,3,14&one=Ann&two=Ben';

test('a review shows moments by name, and each can be tried again', async () => {
  const page = await it.visit(`/study#${GIFT}&moves=14-18_23x14`);
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Look back at the game' }).click();
  await page.getByText('Ann gave away a checker here.').waitFor();
  await page.getByText('Accuracy, graph and every slip').click();
  const rows = page.getByRole('row');
  await rows.filter({ hasText: 'Ann' }).waitFor();
  await rows.filter({ hasText: 'Ben' }).waitFor();
  const graph = page.getByRole('slider', { name: 'Evaluation' });
  assert.equal(await graph.getAttribute('data-colour'), 'red');
  assert.equal(await graph.locator('polygon').getAttribute('data-colour'), 'ink');
  await sound(page, 'a review');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('Black to move. What would you play now?').waitFor();
  await square(page, '14').click();
  await square(page, '18').click();
  await page.getByText('14-18 is what was played.').waitFor();
  await page.locator('crown-board.large .arrow.answer').first().waitFor();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Show me' }).click();
  await page.getByText(/ was best\.$/).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByText('Black to move', { exact: true }).waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

const GAMES = `[Event "Club evening"]
[Black "Ann"]
[White "José"]
[Date "2026.11.19"]
[Result "1-0"]

1. 11-15 22-18 2. 15x22 25x18 1-0

[Black "Cid"]
[White "Dora"]
[Result "0-1"]

1. 9-13 22-18 6-9 0-1

[Event "Broken"]

1. 11-22 *

[First "Eve"]
[RuleSet "tic-tac-toe"]

1. b2 a3 *
`;

test('a file of several games is a list that is searched, and the next game is a key away', async () => {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    const page = await it.visit('/study', { viewport });
    await page.getByRole('tab', { name: 'More' }).click();
    await page.getByText('My saved games').click();
    await page.getByLabel('Open a PDN file').setInputFiles({
      name: 'games.pdn',
      mimeType: 'text/plain',
      buffer: Buffer.from(GAMES),
    });
    await page.getByRole('button', { name: /Ann – José.*1-0.*Club evening/ }).waitFor();
    await soon(() => square(page, '15').getAttribute('aria-label'), '15, empty');
    await page.getByText('4 games').waitFor();
    await page.keyboard.press('n');
    await page.getByRole('button', { name: /Cid – Dora/, pressed: false }).waitFor();
    await soon(() => square(page, '13').getAttribute('aria-label'), '13, black man');
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.getByText('Dreaded Edinburgh').waitFor();
    await page.getByText('opening 5 of 174').waitFor();
    // A game that cannot be played says why.
    await page.keyboard.press('n');
    await page.getByText(/^We can't play game 3: /).waitFor();
    await page.keyboard.press('n');
    await soon(() => square(page, 'b2').count(), 1);
    await page.getByRole('tab', { name: 'Games' }).click();
    await page.getByRole('searchbox', { name: 'Search' }).fill('jose 1-0');
    await page.getByText('1 game', { exact: true }).waitFor();
    await page.getByRole('button', { name: /Ann – José/ }).click();
    await soon(() => square(page, '18').getAttribute('aria-label'), '18, red man');
    await page.waitForURL(/one=Ann&two=Jos/);
    await fits(page, 'a list of games');
    await sound(page, 'a list of games');
    // The board is always in view.
    const box = await page.locator('crown-board.large').boundingBox();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const there = await page.locator('crown-board.large').boundingBox();
    assert.ok(there.y >= -1 && there.y + there.height <= viewport.height && box.width > 300);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  }
});

test('the engine has one switch, and its lines play out on the board', async () => {
  const page = await it.visit('/study#game=winning-moves-checkers&position=B:W23,31,32:B1,2,14');
  const engine = page.getByRole('switch', { name: 'Engine' });
  await engine.check();
  const line = page.locator('.lines li').first();
  await line.locator('button').nth(2).waitFor();
  await page.locator('crown-board.large .arrow.line').first().waitFor();
  await soon(() => page.locator('crown-board.large .arrow.other').count().then(Boolean), true);
  const height = () => page.locator('.lines').evaluate((list) => list.offsetHeight);
  const before = await height();
  const cells = () =>
    page
      .locator('crown-board.large [data-square]')
      .evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label').split(',')[1]));
  const start = await cells();
  await line.locator('button').nth(2).hover();
  await soon(async () => JSON.stringify(await cells()) !== JSON.stringify(start), true);
  assert.equal(await page.locator('.main-line').count(), 0, 'nothing is played');
  await page.mouse.move(2, 2);
  await soon(cells, start);
  // By keys: from the value of a line to its moves, and a move with Enter.
  await line.locator('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await soon(async () => JSON.stringify(await cells()) !== JSON.stringify(start), true);
  await page.keyboard.press('Enter');
  await soon(() => page.locator('.main-line > li').count(), 1);
  assert.equal(await height(), before, 'the lines keep their place');
  await page.reload();
  assert.ok(await engine.isChecked(), 'the switch is remembered');
  await page.keyboard.press('e');
  await soon(() => engine.isChecked(), false);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test('a game is saved as an animation with a frame for each move', async () => {
  const moves = ['11-15', '22-18', '15x22', '25x18'];
  const page = await it.visit(`/study#game=winning-moves-checkers&moves=${moves.join('_')}`);
  await page.getByRole('tab', { name: 'More' }).click();
  await page.getByText('Share', { exact: true }).click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as an animation' }).click(),
  ]);
  assert.equal(saved.suggestedFilename(), 'winning-moves-checkers.gif');
  const data = readFileSync(await saved.path());
  assert.equal(data.subarray(0, 6).toString('latin1'), 'GIF89a');
  const frames = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data: bytes, type: 'image/gif' });
    await decoder.tracks.ready;
    const frames = [];
    for (let i = 0; i < decoder.tracks.selectedTrack.frameCount; i++) {
      const { image } = await decoder.decode({ frameIndex: i });
      const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
      const paper = canvas.getContext('2d');
      paper.drawImage(image, 0, 0);
      const { data } = paper.getImageData(0, 0, canvas.width, canvas.height);
      const hash = await crypto.subtle.digest('SHA-256', data);
      const colours = new Set(new Uint32Array(data.buffer)).size;
      frames.push({ width: canvas.width, colours, hash: new Uint8Array(hash).join() });
    }
    return frames;
  }, data.toString('base64'));
  assert.equal(frames.length, moves.length + 1);
  assert.ok(frames.every(({ width, colours }) => width === 400 && colours > 20));
  assert.equal(new Set(frames.map(({ hash }) => hash)).size, frames.length, 'all frames differ');
  assert.ok(data.length < 300_000, `${data.length} bytes`);
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

const LOST = ['14-18', '23x14', '1-5', '14-9', '5x14', '27-23', '14-18', '23x14'];

test('the end is a moment: the checkers go into the box, and what could be learned is tried', async () => {
  const page = await it.visit('/', { reducedMotion: 'no-preference' });
  await setUp(page, { game: 'winning-moves-checkers', position: 'B:W23,27:B1,14' });
  await play(page, ...LOST);
  const lid = page.getByRole('button', { name: /Tap to open the box again/ });
  await lid.waitFor();
  assert.match(await lid.textContent(), /Player two wins/);
  await sound(page, 'a box with its lid');
  await lid.click();
  await lid.waitFor({ state: 'detached' });
  await soon(() => square(page, '14').getAttribute('aria-label'), '14, red man');
  const end = page.getByRole('region', { name: 'Review' });
  await end.getByText(/^Player one /).waitFor();
  const place = await end.boundingBox();
  await end.getByRole('button', { name: 'Next moment' }).click();
  assert.deepEqual(await end.boundingBox(), place, 'the moments keep their place');
  await end.getByRole('button', { name: 'Try it' }).click();
  await page.getByText(/ to move\. What would you play now\?$/).waitFor();
  await page.getByRole('button', { name: 'Show me' }).click();
  await page.getByText(/ was best\.$/).waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('link', { name: 'Accuracy, graph and every slip' }).click();
  await page.waitForURL(/review=/);
  await page.getByText('Accuracy, graph and every slip').click();
  await page.getByRole('row').filter({ hasText: 'Player one' }).waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});
