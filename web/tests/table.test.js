// What is said at the table while a game is played, as a player meets it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  atRest,
  begin,
  clickIfThere,
  fits,
  meet,
  play,
  room,
  said,
  setUp,
  soon,
  square,
  type,
  typingField,
  until,
} from './room.js';

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
  await page.getByText("You should jump with 15. If you don't, it can be huffed.").waitFor();
  await soon(() => page.getByText('take it or leave it').count(), 0);
  await soon(() => drawn(page, '.halo.movable').count(), 1);
  // What is not a must is still possible.
  await square(page, '9').click();
  await square(page, '13').click();
  await page.getByText('missed a jump. What now?').waitFor();
});

moment('Enter pressed twice plays a typed move once', async (page) => {
  await begin(page, 'winning-moves-checkers');
  const field = await typingField(page);
  await field.fill('11-15');
  await field.evaluate((input) => {
    input.form.requestSubmit();
    input.form.requestSubmit();
  });
  await page.getByText('Red to move').waitFor();
  await atRest(page);
  assert.equal(await page.getByText('The game has gone on').count(), 0);
});

/** Two pages of one match, in which nothing may go wrong. */
function match(name, game, meeting) {
  test(name, async () => {
    const { one, two, path } = await meet(it, game);
    try {
      await meeting(one, two, path);
      assert.deepEqual([...one.wrong, ...two.wrong], []);
    } finally {
      it.thaw();
      for (const page of [one, two]) await page.context().close();
    }
  });
}

match(
  'a silent server is reported, and the move counts once it answers',
  'tic-tac-toe',
  async (one, two) => {
    await one.locator('.status').getByText('Your move').waitFor();
    await one.locator('.presence').getByText('here', { exact: true }).waitFor();
    const before = one.connections();
    it.freeze();
    await square(one, 'b2').click();
    await one.getByText('Sending b2…').waitFor();
    await one
      .getByText("The server isn't answering. Your move is kept here and will be sent again.")
      .waitFor({ timeout: 15_000 });
    await one.locator('.presence.unknown').getByText('connection lost').waitFor();
    // Another connection is tried, and is as silent.
    await until('another connection', () => one.connections() > before);
    await one.getByText("The server isn't answering.").waitFor();
    await soon(() => one.locator('.moves li').count(), 0);
    it.thaw();
    await soon(() => one.locator('.moves li').count(), 1);
    await soon(() => two.locator('.moves li').count(), 1);
    await one.locator('.presence').getByText('here', { exact: true }).waitFor();
  },
);

match('without a connection nobody is said to be there', 'tic-tac-toe', async (one) => {
  await one.locator('.presence').getByText('here', { exact: true }).waitFor();
  await one.cut();
  await one.getByText('The connection dropped.').waitFor();
  await one.locator('.presence.unknown').getByText('connection lost').waitFor();
  one.mend();
  await one.locator('.presence').getByText('here', { exact: true }).waitFor();
  await one.context().setOffline(true);
  await one.getByText('The connection dropped.').waitFor();
  await one.context().setOffline(false);
  await one.locator('.presence').getByText('here', { exact: true }).waitFor();
});

/** Whatever Parker's lots say: who is first then. */
async function lots(one, two) {
  await until('the first move', async () => {
    for (const page of [one, two]) await clickIfThere(page, /^(Draw lots|.*, goes first)$/);
    return one.locator('.slot .status').isVisible();
  });
  return (await one.getByText(/^Your move/).isVisible()) ? [one, two] : [two, one];
}

match(
  'a missed jump is reported, and the player who decides has a link to the rule',
  'parker-checkers',
  async (one, two) => {
    const [dark, light] = await lots(one, two);
    const made = (count) => soon(() => light.locator('.moves li').count(), count);
    await type(dark, '11-15');
    await light.getByText("Your move: you're light").waitFor();
    await type(light, '22-18');
    await dark.getByText("You should jump with 15. If you don't, it can be huffed.").waitFor();
    await type(dark, '9-13');
    await made(3);
    await dark.getByText('You missed a jump with 15.').waitFor();
    await dark.getByRole('link', { name: 'Why?' }).waitFor();
    await light.locator('.status').getByText("You decide: you're light").waitFor();
    const why = light.locator('.slot').getByRole('link', { name: 'Why?' });
    assert.match(await why.getAttribute('href'), /#parker-checkers\.remedy$/);
    await light.getByRole('button', { name: 'Make them jump' }).click();
    await dark.getByText('Your move was taken back. Now you have to jump.').waitFor();
    await soon(() => dark.getByText('You have to jump.', { exact: true }).count(), 0);
  },
);

const middle = async (page, name) => {
  const box = await square(page, name).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

async function drag(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 5 });
  await page.mouse.up();
}

moment('a drag that no move fits is answered as a typed move is', async (page) => {
  const told = page.getByRole('alert');
  await setUp(page, { game: 'winning-moves-checkers', position: 'B:W18,32:B14,1,2' });
  await drag(page, '1', '5');
  await told.getByText('You have to jump with 14: 14x23.').waitFor();
  await begin(page, 'winning-moves-checkers');
  await drag(page, '4', '8');
  await told.getByText('Your checker on 4 is blocked: 8 is taken').waitFor();
  await drag(page, '11', '12');
  await told.getByText('Checkers only go diagonally').waitFor();
  await soon(() => page.locator('.moves li').count(), 0);
  // Another checker is selected, and what was refused is told no longer.
  await square(page, '11').click();
  await told.waitFor({ state: 'detached' });
});

moment('a second tap says where the refused checker was to go', async (page) => {
  const told = page.getByRole('alert');
  await begin(page, 'winning-moves-checkers');
  await play(page, '11-15', '22-18');
  await square(page, '9').click();
  await told.getByText('You have to jump with 15').waitFor();
  const refusal = await told.textContent();
  await page.evaluate(() => {
    globalThis.shown = new Set();
    const look = () => {
      const alert = document.querySelector('[role=alert]');
      if (alert) globalThis.shown.add(alert.textContent);
    };
    look();
    const all = { childList: true, characterData: true, subtree: true };
    new MutationObserver(look).observe(document.body, all);
  });
  await square(page, '13').click();
  // Taps are answered in order: once this one is, the one before has been.
  await square(page, '15').click();
  await told.waitFor({ state: 'detached' });
  assert.deepEqual(await page.evaluate(() => [...globalThis.shown]), [refusal]);
});

moment('a tap outside the fence is answered', async (page) => {
  await begin(page, 'checkerboard-tic-tac-toe');
  const box = await page.locator('crown-board.large').boundingBox();
  await page.mouse.click(box.x + box.width * 0.9, box.y + box.height * 0.1);
  await page
    .getByRole('alert')
    .getByText(/The square h8 is outside the area/)
    .waitFor();
});

moment(
  'no move is made on a past position, and the status describes that position',
  async (page) => {
    await begin(page, 'winning-moves-checkers');
    await play(page, '11-15', '22-18', '15x22');
    await page.locator('.moves').getByRole('button', { name: '11-15' }).click();
    await page.locator('.status').getByText('Move 1 of 3: red to move').waitFor();
    await page.locator('.plate.turn').getByText('Red').waitFor();
    const told = page.getByRole('alert');
    await type(page, '25x18');
    await told.getByText("You're looking at move 1. Go to the last move to play on.").waitFor();
    await soon(() => page.locator('.moves li').count(), 3);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.locator('.status').getByText('The start: black to move').waitFor();
    await page.locator('.plate.turn').getByText('Black').waitFor();
    await soon(() => told.count(), 0);
    await square(page, '11').click();
    await told.getByText("You're looking at the start. Go to the last move to play on.").waitFor();
    await page.getByRole('button', { name: 'Back to the game' }).click();
    await soon(() => told.count(), 0);
    await play(page, '25x18');
  },
);

const small = (page, which) => page.locator('.plate').nth(which).locator('.disc.small').count();

moment('captures are counted from the first position of the game', async (page) => {
  await setUp(page, { game: 'winning-moves-checkers', position: 'B:W18,32:B14,1' });
  await soon(() => page.getByText(/^Captured/).count(), 0);
  await play(page, '14x23');
  await page.getByText('Captured: 1', { exact: true }).waitFor();
  await soon(() => page.getByText(/^Captured/).count(), 1);
  await soon(() => small(page, 1), 1);
  await soon(() => small(page, 0), 0);
  await page.goto('/play/winning-moves-checkers');
  await page.getByText('Clock, colour and head start').click();
  await page.getByLabel('To make it fair, the stronger player starts with').selectOption('2');
  await page.getByRole('button', { name: 'Play on this screen' }).click();
  await page.getByText('No moves yet.').waitFor();
  // The board and the plates are drawn together.
  await soon(() => drawn(page, '.stack').count(), 22);
  assert.equal(await page.getByText(/^Captured/).count(), 0);
  await setUp(page, { game: 'coast-to-coast', position: '8/8/8/4R3/8/8/1B5B/8 b 10 11' });
  await soon(() => small(page, 1), 10);
  await play(page, 'b2-a1');
  await soon(() => small(page, 1), 11);
  await page.getByText('Home: 11 of 12').first().waitFor();
});

moment(
  'a draw on one screen is asked once more, and the series stands by the names',
  async (page) => {
    await begin(page, 'winning-moves-checkers');
    await play(page, '11-15', '22-18');
    await soon(() => page.locator('.plate .score').count(), 0);
    await page.getByRole('button', { name: 'Agree to a draw' }).click();
    await page.getByText('Do you both agree to a draw?').waitFor();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('heading', { name: 'wins' }).waitFor();
    await page.getByRole('button', { name: 'Play again' }).click();
    await page.getByText('No moves yet.').waitFor();
    await soon(
      async () => (await page.locator('.plate .score').allTextContents()).sort(),
      ['Score: 0', 'Score: 1'],
    );
  },
);

match(
  'a declined draw is reported, and a spectator is not asked',
  'regal-checkers',
  async (one, two, path) => {
    const watcher = await it.visit(path);
    await watcher
      .getByRole('heading', { name: 'The players are working out who is the youngest' })
      .waitFor();
    await watcher.context().close();
    await one.getByRole('button', { name: 'You', exact: true }).click();
    await two.getByRole('button', { name: 'Opponent' }).click();
    await one.getByText(/^Your move/).waitFor();
    await type(one, '11-15');
    await two.getByText(/^Your move/).waitFor();
    await type(two, '22-18');
    await soon(() => one.locator('.moves li').count(), 2);
    await one.getByRole('button', { name: 'Offer a draw' }).click();
    await two.getByRole('button', { name: 'Decline' }).click();
    await one.getByText('Opponent would rather play on.').waitFor();
  },
);

const label = (page, name) => square(page, name).getAttribute('aria-label');

moment('a square describes its moves, and every event is announced', async (page) => {
  await begin(page, 'winning-moves-checkers');
  await soon(() => label(page, '11'), '11, black man, can move');
  await soon(() => label(page, '4'), '4, black man');
  await play(page, '11-15', '22-18');
  await soon(() => label(page, '15'), '15, black man, must jump');
  await soon(() => label(page, '9'), '9, black man');
  await page.getByRole('button', { name: 'Take back' }).click();
  await soon(() => said(page), 'Back to move 1.');
  await page.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByRole('button', { name: 'Play again' }).click();
  await soon(() => said(page), 'New game.');
  await begin(page, 'parker-checkers');
  await play(page, '11-15', '22-18');
  await soon(() => label(page, '15'), '15, dark man, should jump');
  await begin(page, 'regal-checkers');
  await page.locator('.status').getByText('Red to move').waitFor();
  await play(page, '11-15');
  await soon(() => said(page), 'Red moves 11 to 15.');
  await play(page, '22-18');
  await soon(() => label(page, '15'), '15, red man, can jump');
});

moment('in the six by six game the second player has coins', async (page) => {
  const corner = { game: 'checkerboard-tic-tac-toe', 'o.size': '6', position: '6/6/6/2x3/6/6 o' };
  await setUp(page, corner);
  await page.locator('.status').getByText('Silver to move').waitFor();
  await play(page, 'd4');
  await soon(() => said(page), 'Silver plays d4.');
  await soon(() => label(page, 'd4'), 'd4, silver coin');
  await soon(() => label(page, 'c3'), 'c3, red checker');
  await soon(() => drawn(page, '.coin').count(), 1);
  await soon(() => drawn(page, '.checker').count(), 2);
  await page.locator('.plate').getByText('Silver').waitFor();
  await soon(() => page.locator('.plate .disc.silver').count(), 1);
  // A set of checkers is enough for five by five.
  await setUp(page, { ...corner, 'o.size': '5', position: '5/5/2x2/5/5 o' });
  await play(page, 'd4');
  await soon(() => label(page, 'd4'), 'd4, black checker');
  await soon(() => drawn(page, '.coin').count(), 0);
});

/** As with letters of twice the size. */
const enlarge = (page) => page.evaluate(() => (document.documentElement.style.fontSize = '34px'));

moment(
  'with letters of twice the size a phone shows everything',
  async (page) => {
    await enlarge(page);
    await fits(page, 'the shelf');
    for (const game of ['parker-checkers', 'checkerboard-tic-tac-toe', 'winning-moves-checkers']) {
      await begin(page, game);
      await enlarge(page);
      await fits(page, game);
    }
    await play(page, '11-15', '22-18', '15x22', '25x18');
    await enlarge(page);
    await fits(page, 'a game');
  },
  { viewport: { width: 390, height: 844 } },
);

moment('one of a thing is one, and a clock that waits says so', async (page) => {
  await page.goto('/play/winning-moves-checkers');
  await page.getByText('Clock, colour and head start').click();
  const options = (name) => page.getByLabel(name).locator('option').allTextContents();
  assert.ok(
    (await options('To make it fair, the stronger player starts with')).includes('1 checker fewer'),
  );
  await page.getByText('1 day', { exact: true }).click();
  await page.getByText('1 day per move').first().waitFor();
  await page.getByText('5+3', { exact: true }).click();
  await page.getByRole('button', { name: 'Play on this screen' }).click();
  await page.getByText('The clock starts once you have both moved.').waitFor();
  await play(page, '11-15');
  await page.goto('/');
  await page.getByText('Red to move', { exact: true }).waitFor();
  await page.goBack();
  await play(page, '22-18');
  await page.getByText('The clock starts once you have both moved.').waitFor({ state: 'detached' });
});

match(
  'a player waits for the opponent, and a card keeps its buttons apart',
  'tic-tac-toe',
  async (one, two) => {
    await two.getByText('Waiting for your opponent').waitFor();
    await type(one, 'b2');
    await two.getByText(/^Your move/).waitFor();
    await type(two, 'a1');
    await one.getByRole('button', { name: 'Take back' }).click();
    const card = two.locator('.slot').filter({ hasText: 'would like to take back' });
    await card.waitFor();
    const [text, button] = [
      await card.locator('.status').boundingBox(),
      await card.getByRole('button').first().boundingBox(),
    ];
    assert.ok(button.y - (text.y + text.height) >= 8, 'there is a gap');
  },
);
