// Every game with every option, played to its end on one screen and against the computer.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ids } from './catalog.js';
import { begin, room, setUp, soon, type } from './room.js';
import { playOut } from './player.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

const games = [
  ['regal-checkers', {}],
  ['tic-tac-toe', {}],
  ['king-me-standard', { crowning: 'stops there' }],
  ['king-me-standard', { crowning: 'keeps jumping as a king' }],
  ['stack-em', {}],
  ['winning-moves-checkers', {}],
  ['parker-checkers', {}],
];
for (const exchange of ['off', 'on']) {
  for (const floating of ['off', 'on']) {
    for (const size of ['5', '6'])
      games.push(['checkerboard-tic-tac-toe', { exchange, floating, size }]);
  }
}

test('no game is left out', () => {
  // Coast to Coast is long, so it begins near its end, further down.
  const played = new Set([...games.map(([game]) => game), 'coast-to-coast']);
  assert.deepEqual([...played].sort(), [...ids].sort());
});

/** Chooses options by the names of their groups. */
async function choose(page, options) {
  const groups = {
    crowning: 'A man crowned by a jump',
    exchange: 'Swap two at the end',
    floating: 'Anywhere on the board',
    size: 'Area',
  };
  const words = { off: 'no', on: 'yes', 5: '5 by 5', 6: '6 by 6' };
  for (const [key, value] of Object.entries(options)) {
    await page
      .getByRole('group', { name: groups[key] })
      .getByText(words[value] ?? value, { exact: true })
      .click();
  }
}

/** The options of the game on the board, as the rules have them. */
const played = (page) =>
  page.evaluate(() => ({ ...document.querySelector('crown-board.large').state.scene.options }));

const meant = (options) =>
  options.crowning
    ? { crowning: options.crowning === 'stops there' ? 'stops' : 'continues' }
    : options;

for (const against of ['here', 'computer']) {
  for (const [game, options] of games) {
    const named = Object.entries(options).map(([key, value]) => `${key}=${value}`);
    test(`${game} ${named.join(' ')} is played to its end, ${against}`, async () => {
      const page = await it.visit('/');
      await page.goto(`/play/${game}`);
      await choose(page, options);
      await begin(page, game, {
        against,
        level: against === 'computer' ? 2 : undefined,
        chosen: true,
      });
      assert.deepEqual(await played(page), meant(options));
      const moves = await playOut(page, 7);
      assert.ok(moves > 2, `${moves} moves`);
      await page.locator('.result').getByRole('link', { name: 'Why?' }).waitFor();
      // The address is the game: it is all there again.
      const result = await page.locator('.result h2').textContent();
      await page.reload();
      await soon(() => page.locator('.result h2').textContent(), result);
      assert.deepEqual(page.wrong, []);
      await page.context().close();
    });
  }
}

for (const setup of ['lines', 'corner']) {
  test(`coast-to-coast setup=${setup} begins, and a race is run to its end`, async () => {
    const page = await it.visit('/');
    await setUp(page, {
      game: 'coast-to-coast',
      'o.setup': setup,
      position: '8/6B1/8/8/8/8/1R6/8 b 11 11',
    });
    await playHints(page);
    assert.match(await page.locator('.result p').first().textContent(), /home/);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}

for (const setup of ['in three lines', 'in the corner']) {
  test(`coast-to-coast from ${setup} is played against the computer`, async () => {
    const page = await it.visit('/play/coast-to-coast');
    await page.getByText(setup, { exact: true }).click();
    await begin(page, 'coast-to-coast', { against: 'computer', level: 1, chosen: true });
    await playOut(page, 5, 12);
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('heading', { name: 'Mia wins' }).waitFor();
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}

/** Plays what the hint says until the game is over. */
async function playHints(page) {
  while (!(await page.locator('.result').isVisible())) {
    await page.getByRole('button', { name: 'Hint' }).click();
    const hint = page.getByText(/^Try /);
    await hint.waitFor();
    const move = /^Try (\S+)\./.exec(await hint.textContent())[1];
    await type(page, move);
    await hint.waitFor({ state: 'detached' });
  }
}
