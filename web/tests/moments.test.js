// The special moments of the games, each as a player meets it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { ids } from './catalog.js';
import {
  begin,
  chooseLevel,
  frames,
  menu,
  play,
  room,
  said,
  setUp,
  soon,
  sound,
  square,
  type,
} from './room.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

/** A test with a page of its own, in which nothing may go wrong. */
function moment(name, meet) {
  test(name, async () => {
    const page = await it.visit('/');
    await meet(page);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}

const count = (page, letters) =>
  page.evaluate(
    (letters) =>
      document
        .querySelector('crown-board.large')
        .state.scene.cells.reduce(
          (sum, { checkers }) => sum + [...checkers].filter((c) => letters.includes(c)).length,
          0,
        ),
    letters,
  );

const checkers = (page, name) =>
  page.evaluate(
    (name) =>
      document
        .querySelector('crown-board.large')
        ?.state?.scene.cells.find(({ square }) => square === name).checkers,
    name,
  );

/** Holds the rules back, as a slow network does, until the function that it returns is called. */
async function holdRules(page) {
  let open;
  const opened = new Promise((resolve) => (open = resolve));
  await page.route(/\.wasm$/, async (route) => {
    await opened;
    await route.fallback();
  });
  return open;
}

const moves = async (page) => {
  const texts = await page.locator('.moves li button').allTextContents();
  return texts.map((text) => text.trim());
};

moment('taps in a study before the rules are there are answered', async (page) => {
  const open = await holdRules(page);
  const line = { game: 'winning-moves-checkers', position: 'B:W18,32:B14,1' };
  await page.goto(`/study#${new URLSearchParams(line)}`);
  await square(page, '1').click();
  // What is not the position yet cannot be played.
  assert.equal(await page.locator('crown-board.large .target').count(), 0);
  open();
  await page.getByText('You have to jump with 14: 14x23.').waitFor();
});

moment('a move in a study is made as soon as the rules are there', async (page) => {
  const open = await holdRules(page);
  await page.goto('/study#game=winning-moves-checkers');
  for (const name of ['11', '15', '22', '18']) await square(page, name).click();
  open();
  await soon(() => moves(page), ['11-15', '22-18']);
});

moment('taps while a game opens are answered in its room', async (page) => {
  const open = await holdRules(page);
  await page.goto('/play/winning-moves-checkers');
  await page.getByRole('button', { name: 'Play on this screen' }).click();
  for (const name of ['11', '15', '22', '18', '9']) await square(page, name).click();
  assert.match(page.url(), /\/play\//);
  open();
  await soon(() => moves(page), ['11-15', '22-18']);
  await page.getByText('You have to jump with 15').waitFor();
});

moment('a game that is kept is on the screen before the rules are there', async (page) => {
  await begin(page, 'winning-moves-checkers');
  await play(page, '11-15');
  const open = await holdRules(page);
  await page.reload();
  await square(page, '22').click();
  await page.locator('crown-board.large .target').first().waitFor();
  // A move is made as soon as they are.
  await square(page, '18').click();
  await frames(page);
  assert.equal(await page.locator('.moves li').count(), 1);
  open();
  await page.getByText('Black to move').waitFor();
  await soon(() => page.locator('.moves li').count(), 2);
});

moment('a move is saved before it is shown', async (page) => {
  await setUp(page, { game: 'tic-tac-toe', position: 'xx1/oo1/3 x' });
  // What the browser has saved as soon as the result is on the page.
  const saved = page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => document.querySelector('.result') && resolve({ ...localStorage });
        new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
      }),
  );
  await square(page, 'c3').click();
  const other = await it.visit('/');
  await other.evaluate((items) => Object.assign(localStorage, items), await saved);
  await other.goto(new URL(page.url()).pathname);
  await other.locator('.result').waitFor();
  assert.deepEqual(await moves(other), ['c3']);
  assert.deepEqual(other.wrong, []);
  await other.context().close();
});

moment('a study has its board before the rules are there, and nothing moves', async (page) => {
  const open = await holdRules(page);
  await page.goto('/study#game=winning-moves-checkers&moves=11-15');
  const thinks = page.getByRole('switch', { name: 'Engine' });
  await soon(() => checkers(page, '11'), 'a');
  const before = await thinks.boundingBox();
  open();
  await soon(() => checkers(page, '15'), 'a');
  assert.deepEqual(await thinks.boundingBox(), before);
});

moment('a game fits a desk without scrolling, and words keep off buttons', async (page) => {
  await page.setViewportSize({ width: 1366, height: 900 });
  await setUp(page, { game: 'winning-moves-checkers', position: 'B:W18:B14' });
  const high = () => page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.ok((await high()) <= 0, `${await high()} px too high`);
  await type(page, '14x23');
  const words = await page.locator('.result p').last().boundingBox();
  const button = await page.getByRole('button', { name: 'Play again' }).boundingBox();
  const room = button.y - words.y - words.height;
  assert.ok(room >= 8, `${room} px between words and button`);
});

moment('a board drawn by an older version of the rules is redrawn', async (page) => {
  await begin(page, 'winning-moves-checkers');
  await page.evaluate(() => {
    const [key] = Object.keys(localStorage).filter((key) => /^crownhead\.local\./.test(key));
    const game = JSON.parse(localStorage[key]);
    game.shown = { by: 'others', look: { ...game.shown.look, scene: null } };
    localStorage[key] = JSON.stringify(game);
  });
  await page.reload();
  await square(page, '11').click();
  await page.locator('crown-board.large .target').first().waitFor();
});

moment('a move is tapped, announced, taken back and played with the keys alone', async (page) => {
  await begin(page, 'winning-moves-checkers');
  await square(page, '11').click();
  await square(page, '15').click();
  await page.getByText('Red to move').waitFor();
  await soon(() => said(page), 'Black moves 11 to 15.');
  await soon(() => square(page, '15').getAttribute('aria-label'), '15, black man');
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('Black to move').waitFor();
  await square(page, '11').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  const there = await page.evaluate(() => document.activeElement.dataset.square);
  await page.keyboard.press('Enter');
  await page.getByText('Red to move').waitFor();
  await soon(() => checkers(page, there), 'a');
});

moment('a checker is dragged', async (page) => {
  await begin(page, 'winning-moves-checkers');
  await page.mouse.move(...(await middle(page, '11')));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, '15')), { steps: 6 });
  await page.mouse.up();
  await page.getByText('Red to move').waitFor();
  await soon(() => checkers(page, '15'), 'a');
});

moment('an illegal try is answered by the rule book, which is a link away', async (page) => {
  await setUp(page, { game: 'winning-moves-checkers', position: 'B:W18,32:B14,1' });
  await square(page, '1').click();
  const told = page.getByRole('alert');
  await told.getByText('You have to jump with 14: 14x23.').waitFor();
  await page.locator('crown-board.large .pointed').first().waitFor();
  await told.getByRole('link', { name: 'Why?' }).click();
  await page.locator('li.asked').getByText('A player who can jump must.').waitFor();
  await page.goBack();
  await type(page, '1-5');
  await told.getByText('You have to jump with').waitFor();
});

moment('a jump with two ways asks for one of them', async (page) => {
  await setUp(page, { game: 'winning-moves-checkers', position: 'B:W6,7,14,15,32:B2,12' });
  const two = await page.evaluate(() => {
    const ends = new Map();
    for (const { kind, trail } of document.querySelector('crown-board.large').state.scene.actions) {
      if (kind !== 'jump') continue;
      const key = `${trail[0]} ${trail.at(-1)}`;
      ends.set(key, [...(ends.get(key) ?? []), trail]);
    }
    return [...ends.values()].find((ways) => ways.length > 1) ?? null;
  });
  assert.ok(two, 'the position has two ways to one square');
  const [one, other] = two;
  await square(page, one[0]).click();
  if (one.at(-1) !== one[0]) await square(page, one.at(-1)).click();
  await page.getByText('Which way?').waitFor();
  await soon(() => count(page, 'b'), 5);
  const only = one.find((name) => !other.includes(name));
  await square(page, only).click();
  await page.getByText('Red to move').waitFor();
  const last = await page.evaluate(
    () => document.querySelector('crown-board.large').state.scene.last.trail,
  );
  assert.deepEqual(last, one);
});

moment('jumping is a choice in Regal, and so is stopping', async (page) => {
  await setUp(page, { game: 'regal-checkers', position: 'B:W6,15,32:B1,12' });
  await page.getByText("You can jump, but you don't have to.").waitFor();
  await square(page, '1').click();
  await square(page, '10').click();
  await page.getByRole('button', { name: 'Stop on 10' }).click();
  await page.getByText('to move').first().waitFor();
  await soon(() => checkers(page, '15'), 'b');
  await soon(() => checkers(page, '6'), '');
});

const offend = async (page) => {
  await setUp(page, { game: 'parker-checkers', position: 'B:W18,32,31:B14,1' });
  await square(page, '1').click();
  await square(page, '5').click();
  await page.getByText('missed a jump. What now?').waitFor();
};

moment('a missed jump is huffed', async (page) => {
  await offend(page);
  await page.getByRole('button', { name: 'Huff 14' }).click();
  await page.getByText('Light to move').waitFor();
  await soon(() => checkers(page, '14'), '');
  await soon(() => said(page), 'Light huffs the checker on 14.');
});

moment('a missed jump is huffed by tapping the culprit', async (page) => {
  await offend(page);
  await soon(() => page.locator('crown-board.large .culprit').count(), 1);
  await square(page, '14').click();
  await page.getByText('huff 14').waitFor();
});

moment('a missed jump is made up for', async (page) => {
  await offend(page);
  await page.getByRole('button', { name: 'Make them jump' }).click();
  await page.getByText('Now you have to jump.').waitFor();
  await square(page, '14').click();
  await square(page, '23').click();
  await page.getByText('Light to move').waitFor();
  await soon(() => checkers(page, '1'), 'a');
});

moment('a missed jump may stand', async (page) => {
  await offend(page);
  await page.getByRole('button', { name: 'Let it stand' }).click();
  await page.getByText('missed a jump. What now?').waitFor({ state: 'detached' });
  await page.getByText('Light to move').waitFor();
  await soon(() => checkers(page, '14'), 'a');
});

moment('coins are tossed and seen until one shows heads', async (page) => {
  await page.goto('/play/checkerboard-tic-tac-toe');
  await page.getByRole('button', { name: 'Play on this screen' }).click();
  const toss = page.getByRole('button', { name: 'Toss the coins' });
  const begun = page.getByText('to move').first();
  await toss.waitFor();
  // The button goes as soon as one coin alone shows heads, be it under the finger.
  while (!(await begun.isVisible())) await toss.click({ timeout: 1000 }).catch(() => {});
  await page.getByText(/^Player (one|two): heads$/).waitFor();
  await page.getByText(/^Player (one|two): tails$/).waitFor();
  await square(page, 'c3').click();
  // The move is made by a worker.
  await page.locator('.moves').getByText('c3').waitFor();
  await soon(() => checkers(page, 'c3'), 'a');
});

moment('two checkers are exchanged at the end, and the lines are counted', async (page) => {
  await setUp(page, {
    game: 'checkerboard-tic-tac-toe',
    'o.exchange': 'on',
    position: 'xxoxo/oxoxo/xoxox/oxxoo/xo1xo x -',
  });
  await page.getByText('You may swap two checkers').waitFor();
  await square(page, 'e5').click();
  await square(page, 'a5').click();
  await page.getByText('Black to move').waitFor();
  await soon(() => checkers(page, 'e5'), 'a');
  await soon(() => checkers(page, 'a5'), 'b');
  await page.getByRole('button', { name: 'Swap nothing' }).click();
  await page.getByText(/^Tic-tac-toes: \d+ to \d+$/).waitFor();
  await page.locator('crown-board.large .counted').first().waitFor();
});

moment('a jump in Stack’Em makes a stack, which can be looked into', async (page) => {
  await setUp(page, { game: 'stack-em', position: 'R:10r,15b,31b' });
  await square(page, '10').click();
  await square(page, '19').click();
  await page.getByText('Black to move').waitFor();
  await soon(() => checkers(page, '19'), 'bA');
  await soon(
    () => square(page, '19').getAttribute('aria-label'),
    '19, stack of 2, red king on top: red king, black man',
  );
  await square(page, '19').click();
  await page.getByText('The stack on 19, from the top down').waitFor();
  await soon(() => page.locator('.tower li').allTextContents(), ['Red king', 'Black man']);
});

moment('a man is crowned', async (page) => {
  await setUp(page, { game: 'king-me-standard', position: 'B:W12,32:B26,1' });
  await square(page, '26').click();
  await square(page, '30').click();
  await page.getByText('Red to move').waitFor();
  await soon(() => checkers(page, '30'), 'A');
  await soon(() => said(page), 'Black moves 26 to 30, is crowned.');
  await soon(() => page.locator('crown-board.large .crown').count(), 1);
});

moment('a man goes through the enemy home, and a king is brought home', async (page) => {
  await setUp(page, { game: 'coast-to-coast', position: '8/6b1/8/8/8/8/1R5B/8 b 10 11' });
  await square(page, 'g7').click();
  await square(page, 'h8').click();
  await square(page, 'h7').click();
  await page.getByText('Red to move').waitFor();
  await soon(() => checkers(page, 'h7'), 'A');
  await type(page, 'b2-b3');
  await setUp(page, { game: 'coast-to-coast', position: '8/8/8/4R3/8/8/1B5B/8 b 10 11' });
  await square(page, 'b2').click();
  await square(page, 'a1').click();
  await page.getByText('Home: 11 of 12').first().waitFor();
  await soon(() => said(page), 'Black moves b2 to a1, comes home.');
});

moment('the computer gives a hint, takes back, and changes its level', async (page) => {
  await begin(page, 'winning-moves-checkers', { against: 'computer', level: 1 });
  await page.getByText("Your move: you're black").waitFor();
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/^Try \S+\./).waitFor();
  await square(page, '11').click();
  await square(page, '15').click();
  await page.getByText("Your move: you're black").waitFor();
  await soon(() => page.locator('.moves li').count(), 2);
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('No moves yet.').waitFor();
  await menu(page);
  await chooseLevel(page, 9);
  await page.getByText('Level 9: Very strong').waitFor();
  await page.reload();
  await menu(page);
  await page.getByText('Level 9: Very strong').waitFor();
});

moment('the computer shows its best line', async (page) => {
  await begin(page, 'winning-moves-checkers', { against: 'computer', level: 1 });
  await page.getByText("Your move: you're black").waitFor();
  await menu(page, "Show what it's planning");
  await page.getByText(/^It expects \S+, \S+, \S+, \S+\.$/).waitFor();
  await page.locator('crown-board.large .arrow.line').nth(1).waitFor();
  await page.locator('crown-board.large .arrow.answer').nth(1).waitFor();
  await square(page, '11').click();
  await square(page, '15').click();
  await page.getByText(/^It expects/).waitFor({ state: 'detached' });
});

const middle = async (page, name) => {
  const box = await square(page, name).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

moment('arrows are drawn with the right button, with the keys, and cleared', async (page) => {
  await begin(page, 'winning-moves-checkers');
  const arrows = page.locator('crown-board.large .arrow.own');
  const draw = async (from, to) => {
    await page.mouse.move(...(await middle(page, from)));
    await page.mouse.down({ button: 'right' });
    await page.mouse.move(...(await middle(page, to)), { steps: 4 });
    await page.mouse.up({ button: 'right' });
  };
  await draw('11', '18');
  await draw('22', '22');
  await soon(() => arrows.count(), 2);
  await draw('11', '18');
  await soon(() => arrows.count(), 1);
  await square(page, '9').focus();
  await page.keyboard.press('Shift+Enter');
  await square(page, '14').focus();
  await page.keyboard.press('Shift+Enter');
  await soon(() => arrows.count(), 2);
  await soon(() => page.locator('.moves li').count(), 0);
  await menu(page, 'Clear arrows');
  await soon(() => arrows.count(), 0);
});

test('a finger that rests draws an arrow, and one that does not drags', async () => {
  const page = await it.visit('/', { hasTouch: true, viewport: { width: 390, height: 844 } });
  await begin(page, 'winning-moves-checkers');
  const finger = await page.context().newCDPSession(page);
  const touch = (type, ...points) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y]) => ({ x, y })),
    });
  const path = await Promise.all(['11', '16', '15'].map((name) => middle(page, name)));
  const stroke = async (rest) => {
    const start = touch('touchStart', path[0]);
    if (rest) await page.waitForTimeout(rest);
    // What does not rest comes without a pause.
    await Promise.all([
      start,
      touch('touchMove', path[1]),
      touch('touchMove', path[2]),
      touch('touchEnd'),
    ]);
  };
  await stroke(700);
  await page.locator('crown-board.large .arrow.own').waitFor();
  await soon(() => page.locator('.moves li').count(), 0);
  await stroke(0);
  await page.getByText('Red to move').waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

moment('a game is gone back through with keys, and gone on with', async (page) => {
  await begin(page, 'winning-moves-checkers');
  await play(page, '11-15', '22-18', '15x22');
  await page.getByText('Red to move').waitFor();
  await page.locator('.moves').getByRole('button', { name: '11-15' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByText('Move 2 of 3').waitFor();
  await soon(() => checkers(page, '18'), 'b');
  await page.getByRole('button', { name: 'Back to the game' }).click();
  await page.reload();
  await page.getByText('Red to move').waitFor();
  await page.goto('/');
  await page.getByRole('link', { name: /Winning Moves Checkers Red to move/ }).click();
  await page.getByText('Red to move').waitFor();
});

moment('a game is studied: lines, review, another move, and a link that holds it', async (page) => {
  await begin(page, 'tic-tac-toe');
  for (const name of ['b2', 'a3', 'a1', 'b1', 'c3']) {
    await square(page, name).click();
    await soon(async () => (await checkers(page, name)) !== '', true);
  }
  await page.getByRole('link', { name: 'Study this game' }).click();
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Look back at the game' }).click();
  await page.getByText('Accuracy, graph and every slip').click();
  await page.getByText(/b1 was a blunder\. c3 was better/).click();
  await page.getByText(/If both play perfectly: /).waitFor();
  await square(page, 'c3').click();
  await page.waitForURL(/moves=b2_a3_a1_c3/);
  await page.reload();
  await soon(() => page.locator('.moves li').count(), 4);
});

moment('a solved position shows its exact value', async (page) => {
  await page.goto('/study#game=checkerboard-tic-tac-toe');
  await page.getByText('If both play perfectly: red wins by 1.').waitFor();
  await soon(() => page.getByRole('meter').getAttribute('aria-valuenow'), '100');
  await page.goto('/study#game=tic-tac-toe&moves=b2');
  await page.getByText('If both play perfectly: a tie.').waitFor();
  await square(page, 'a2').click();
  await page.getByText(/If both play perfectly: .* wins/).waitFor();
});

moment('a game is annotated, kept on the shelf, saved and opened again', async (page) => {
  await page.goto('/study#game=winning-moves-checkers&moves=11-15_22-18_15x22');
  const moves = page.locator('.moves').filter({ visible: true });
  const tab = (name) => page.getByRole('tab', { name }).click();
  await moves.getByRole('button', { name: '11-15' }).click();
  await tab('Notes');
  await page.getByLabel('Comment on 11-15').fill('The old fourteenth?');
  // Another move is kept beside the first one.
  await square(page, '23').click();
  await square(page, '19').click();
  await tab('Moves');
  await moves.getByRole('list', { name: 'Variation' }).getByText('23-19').waitFor();
  await square(page, '8').click({ button: 'right' });
  await soon(() => page.locator('crown-board.large circle.arrow.own').count(), 1);
  await tab('More');
  await page.getByText('Save the game to keep comments').waitFor();
  await page.getByRole('button', { name: 'Save this game' }).click();
  await page.getByLabel('Saved as').fill('My first study');
  await page.getByLabel('Saved as').press('Tab');
  await page.waitForURL(/#kept=/);
  await page.reload();
  await moves.getByRole('button', { name: '23-19' }).click();
  await soon(() => page.locator('crown-board.large circle.arrow.own').count(), 1);
  await tab('More');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as PDN' }).click(),
  ]);
  const pdn = readFileSync(await file.path(), 'utf8');
  assert.match(pdn, /\{The old fourteenth\?\}/);
  assert.match(pdn, /\(1\.\.\. 23-19 \{\[%arrows 8\]\}\)/);
  await page.getByText('My saved games').click();
  await page.getByText('My first study').waitFor();
  await page.getByRole('button', { name: 'Put away: My first study' }).click();
  await page.getByText('Nothing saved yet.').waitFor();
  await page.getByLabel('Open a PDN file').setInputFiles({
    name: 'again.pdn',
    mimeType: 'text/plain',
    buffer: Buffer.from(pdn),
  });
  await page.waitForURL(/moves=11-15_22-18_15x22/);
  await moves.getByText('The old fourteenth?').waitFor();
  await moves.getByRole('button', { name: '23-19' }).click();
  await soon(() => page.locator('crown-board.large circle.arrow.own').count(), 1);
  await tab('Notes');
  await page.getByRole('button', { name: 'Remove 23-19' }).click();
  await tab('Moves');
  await moves.getByRole('button', { name: '23-19' }).waitFor({ state: 'detached' });
  await tab('More');
  await page.getByText('My saved games').click();
  await page.getByLabel('Open a PDN file').setInputFiles({
    name: 'bad.pdn',
    mimeType: 'text/plain',
    buffer: Buffer.from('1. 11-22 *'),
  });
  await page.getByText(/^We can't play this file/).waitFor();
  // What was there is still there.
  await tab('Moves');
  await moves.getByText('The old fourteenth?').waitFor();
  await sound(page, 'a study');
});

moment('two people agree on a draw, and play again with the sides changed', async (page) => {
  await begin(page, 'winning-moves-checkers');
  await play(page, '11-15', '22-18', '15x22');
  await page.getByRole('button', { name: 'Agree to a draw' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('heading', { name: 'A draw' }).waitFor();
  await page.getByRole('button', { name: 'Play again' }).click();
  await page.getByText('No moves yet.').waitFor();
  await page.locator('.plate.turn').getByText('Player two').waitFor();
});

moment('a clock runs on one screen', async (page) => {
  await page.goto('/play/winning-moves-checkers');
  await page.getByText('Clock, colour and head start').click();
  await page.getByText('5+3', { exact: true }).click();
  await page.getByRole('button', { name: 'Play on this screen' }).click();
  await play(page, '11-15', '22-18');
  await page.locator('.clock.running').waitFor();
  await page
    .getByText(/^4:5\d$/)
    .first()
    .waitFor();
});

/** From here on the page speaks Spanish. */
async function inSpanish(page) {
  await page.goto('/settings');
  await page.getByText('Español').click();
  await page.getByRole('heading', { name: 'Ajustes' }).waitFor();
  await soon(() => page.locator('html').getAttribute('lang'), 'es');
}

moment('words are Spanish when Spanish is chosen', async (page) => {
  await inSpanish(page);
  await page.goto('/play/winning-moves-checkers');
  await page.getByRole('button', { name: 'Jugar en esta pantalla' }).click();
  await square(page, '11').click();
  await square(page, '15').click();
  await page.waitForFunction(
    () => document.querySelector('[data-said]')?.textContent === 'Negras: de 11 a 15.',
  );
});

/** Studies a position in Spanish, and plays from there. */
async function setUpInSpanish(page, line) {
  await page.goto(`/study#${new URLSearchParams(line)}`);
  await page.getByRole('tab', { name: 'Más' }).click();
  await page.getByRole('button', { name: 'Jugar desde aquí' }).click();
  await page.locator('.slot').waitFor();
}

moment('the rules refuse and end a game in Spanish', async (page) => {
  const game = 'winning-moves-checkers';
  const told = page.getByRole('alert');
  const answers = async (says) =>
    soon(async () => (await told.textContent()).trim(), `${says} ¿Por qué?`);
  await inSpanish(page);
  const line = { game, position: 'B:W18,32:B14,1' };
  await page.goto(`/study#${new URLSearchParams(line)}`);
  await square(page, '1').click();
  await answers('Tienes que capturar con 14: 14x23.');
  await setUpInSpanish(page, line);
  await type(page, 'hola');
  await answers('«hola» no es una jugada. Un paso se escribe como 11-15 y un salto como 22x15.');
  await setUpInSpanish(page, { game, position: 'B:W9,10,11,12,17,18,19:B5,6,7,8,28' });
  await square(page, '28').click();
  await answers(
    'Tienes que capturar con una de tus fichas de 5, 6, 7 y 8: ' +
      '5x14x21, 5x14x23, 6x13x22, 6x15x22, 6x15x24 o una de otras 5.',
  );
  await setUpInSpanish(page, { game: 'parker-checkers', position: 'B:W18,32,31:B14,1' });
  await type(page, '1-5');
  await page.getByText('se ha olvidado de capturar').waitFor();
  await type(page, '32-27');
  await answers(
    'Las oscuras se han olvidado de capturar. Decide qué haces antes de jugar: ' +
      'compel, huff 14 o stand.',
  );
  await setUpInSpanish(page, { game, position: 'B:W18:B14' });
  await type(page, '14x23');
  await page
    .locator('.result')
    .getByText('La partida ha terminado: las rojas ya no tienen fichas, así que ganan las negras.')
    .waitFor();
});

moment('errors in a position or a file are in Spanish', async (page) => {
  await inSpanish(page);
  const told = page.locator('.slot [role=alert], .warn[role=alert]');
  const says = (what) => soon(async () => (await told.textContent()).trim(), what);
  const bad = 'La posición de este enlace no vale: ';
  const start = '. El tablero muestra el comienzo.';
  const study = async (line) => {
    await page.goto('/settings');
    await page.goto(`/study#${new URLSearchParams(line)}`);
  };
  await study({ game: 'winning-moves-checkers', position: 'B:W1,20-32:B5,5,x' });
  await says(
    `${bad}hay dos fichas en 5; «x» no es una casilla del 1 al 32, ni varias seguidas; ` +
      'el peón de 1 está en su última fila, donde ya sería dama; ' +
      'hay 14 fichas de las rojas, y 12 es lo máximo' +
      start,
  );
  await study({ game: 'tic-tac-toe', position: '3/3 x' });
  await says(`${bad}tiene que haber 3 filas, y no 2${start}`);
  await study({ game: 'tic-tac-toe', moves: 'a1_a1' });
  await says(
    'La jugada 2 de este enlace, a1, no se puede hacer: En a1 ya hay una ficha de tu rival. ' +
      'El tablero muestra la partida hasta ahí. ¿Por qué?',
  );
  await study({ game: 'tic-tac-toe' });
  await page.getByRole('tab', { name: 'Más' }).click();
  await page.getByRole('button', { name: 'Colocar las fichas' }).click();
  const file = (text) => page.getByLabel('La posición como texto').fill(text);
  const unplayable = 'No podemos jugar este archivo: ';
  await file('1. 11-15 ) *');
  await says(`${unplayable}partida 1, línea 1, columna 10: este ) no cierra nada`);
  await file('[GameType "25"] 1. 11-15 *');
  await says(
    `${unplayable}partida 1, línea 1, columna 1, antes de la primera jugada: ` +
      'GameType 25 son damas rusas; las que se juegan aquí son 21',
  );
  await file('1. 11-16 22-18 2. 16-11 *');
  await says(
    `${unplayable}partida 1, línea 1, columna 19, jugada 2: 16-11: ` +
      'Tu peón de 16 solo va hacia delante, y 11 queda detrás. Solo una dama va hacia atrás.',
  );
});

moment('the computer speaks Spanish', async (page) => {
  await inSpanish(page);
  await setUpInSpanish(page, { game: 'tic-tac-toe', position: 'x1o/3/3 x' });
  await page.getByRole('button', { name: 'Pista' }).click();
  await page.getByText(/^Prueba \w\d\. Gana en 5, haga lo que haga el rival\.$/).waitFor();
  await type(page, 'a1');
  await soon(() => page.locator('.moves li').count(), 1);
  await type(page, 'a2');
  await soon(() => page.locator('.moves li').count(), 2);
  // You can't agree to a draw in this game.
  assert.equal(await page.getByRole('button', { name: 'Acordar tablas' }).count(), 0);
});

moment('the rule book speaks Spanish, and so does the comparison', async (page) => {
  await inSpanish(page);
  await page.goto('/rules/winning-moves-checkers');
  await page.getByText('Quien puede saltar, debe hacerlo.').waitFor();
  await soon(() => page.getByText('A player who can jump must.').count(), 0);
  await page.goto('/rules/compare');
  await page.getByRole('rowheader', { name: '¿Hay que capturar?' }).waitFor();
  await page.getByText('Capturar es una elección').waitFor();
  for (const heading of await page.getByRole('rowheader').allTextContents())
    assert.doesNotMatch(heading, /^topic\./);
});

/** How many boards the rule book of each game has to try. */
const EXAMPLES = {
  'regal-checkers': 8,
  'tic-tac-toe': 2,
  'king-me-standard': 8,
  'coast-to-coast': 9,
  'stack-em': 13,
  'winning-moves-checkers': 7,
  'checkerboard-tic-tac-toe': 9,
  'parker-checkers': 13,
};

moment('the rule book has boards to try', async (page) => {
  for (const game of ids) {
    const count = EXAMPLES[game];
    assert.ok(count, `${game} has no number of boards here`);
    await page.goto(`/rules/${game}`);
    await page.locator('figure crown-board .stack').nth(count).waitFor();
    await soon(() => page.locator('figure crown-board').count(), count, game);
  }
  await page.goto('/rules/parker-checkers#parker-checkers.remedy.huff');
  const board = page.locator('li.asked figure');
  await board.getByRole('button', { name: 'Huff 14' }).click();
  await board.getByRole('gridcell', { name: '14, empty' }).waitFor();
});
