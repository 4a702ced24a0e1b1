// What a player does while the computer thinks, on a page. What the computer answers is held back
// until the test lets it come, so nothing here depends on how quick it is.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { begin, play, room, soon, type } from './room.js';
import { playOut } from './player.js';

let it;
before(async () => (it = await room()));
after(() => it.stop());

/** In the page: the answers of the computer's worker wait while they are held. */
function holdable() {
  const waiting = [];
  let held = false;
  let latest;
  window.computer = {
    asked: [],
    decided: () => waiting.length > 0,
    hold: () => (held = true),
    release() {
      held = false;
      for (const { go } of waiting.splice(0)) go();
    },
    /** Lets only the answer to the latest call come, and says whether it was there. */
    releaseLatest() {
      const at = waiting.findIndex(({ id }) => id === latest);
      if (at >= 0) waiting.splice(at, 1)[0].go();
      return at >= 0;
    },
  };
  window.Worker = class extends Worker {
    constructor(address, options) {
      super(address, options);
      this.thinks = String(address).includes('computer');
    }

    postMessage(message) {
      if (this.thinks) {
        latest = message.id;
        window.computer.asked.push(message.name);
      }
      super.postMessage(message);
    }

    addEventListener(type, listener, options) {
      const later = (event) => {
        if (held) waiting.push({ id: event.data?.id, go: () => listener(event) });
        else listener(event);
      };
      super.addEventListener(type, this.thinks ? later : listener, options);
    }
  };
}

/** A game against the computer, which the player begins. Nothing may go wrong in the page. */
function duel(name, meeting, level = 10) {
  test(name, async () => {
    const page = await it.visit('/');
    await page.addInitScript(holdable);
    await begin(page, 'stack-em', { against: 'computer', level });
    await meeting(page);
    assert.deepEqual(page.wrong, []);
    await page.context().close();
  });
}

const hold = (page) => page.evaluate(() => window.computer.hold());
const release = (page) => page.evaluate(() => window.computer.release());
const releaseLatest = (page) =>
  soon(() => page.evaluate(() => window.computer.releaseLatest()), true);
const asked = (page) => page.evaluate(() => window.computer.asked);
const moves = async (page) => {
  const texts = await page.locator('.moves li button').allTextContents();
  return texts.map((text) => text.trim());
};
const count = async (page) => (await moves(page)).length;
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** Presses a button as the computer has decided: what it decided comes before the page can do
 *  anything else. */
const pressAndRelease = async (page, name) => {
  await soon(() => page.evaluate(() => window.computer.decided()), true);
  await button(page, name).evaluate((it) => {
    it.click();
    window.computer.release();
  });
};

/** Waits until the computer's turn is over. */
const ownTurn = (page) =>
  page
    .getByText(/^Your move/)
    .first()
    .waitFor();

/** Plays a move, and waits until the computer has been asked for its answer. */
async function thinking(page, move) {
  const before = (await asked(page)).length;
  await play(page, move);
  await page.getByText('The computer is thinking').waitFor();
  await soon(async () => (await asked(page)).length > before, true);
}

duel('a move is taken back while the computer thinks', async (page) => {
  await hold(page);
  await thinking(page, '11-15');
  await button(page, 'Take back').click();
  await soon(() => count(page), 0);
  await release(page);
  await play(page, '11-16');
  await soon(() => count(page), 2);
  assert.equal((await moves(page))[0], '11-16');
});

duel('a move is taken back as the computer has decided', async (page) => {
  await hold(page);
  await thinking(page, '11-15');
  await pressAndRelease(page, 'Take back');
  await soon(() => count(page), 0);
  await ownTurn(page);
  assert.equal(await page.getByRole('alert').count(), 0);
});

/** Plays until the player has made a second move, and the computer thinks about its own. */
async function secondThought(page) {
  await type(page, '11-15');
  await soon(() => count(page), 2);
  await hold(page);
  const [own] = await page.evaluate(
    () => document.querySelector('crown-board.large').state.scene.actions,
  );
  await thinking(page, own.text);
}

duel('a draw is answered while the computer thinks about its move', async (page) => {
  await secondThought(page);
  const thoughts = (await asked(page)).length;
  await button(page, 'Offer a draw').click();
  const no = page.getByText('The computer would rather play on.');
  await no.waitFor();
  assert.equal(await count(page), 3);
  await page.getByText('The computer is thinking').waitFor();
  await release(page);
  await ownTurn(page);
  assert.equal(await count(page), 4);
  assert.equal(
    (await asked(page)).length,
    thoughts,
    'the thought about the move was not begun anew',
  );
  // The answer is still there after the computer's move, and goes with the player's.
  assert.equal(await no.count(), 1);
  await playOut(page, 7, 1);
  assert.equal(await no.count(), 0);
});

duel('a draw is answered before the move that the computer has decided on', async (page) => {
  await secondThought(page);
  await pressAndRelease(page, 'Offer a draw');
  // A move that came first would have turned the offer down without a word.
  await soon(() => count(page), 4);
  await ownTurn(page);
  assert.equal(await page.getByText('The computer would rather play on.').count(), 1);
});

/** Plays by chance until the computer thinks about a move late in a game. Its answer is held back. */
async function lateThought(page) {
  const result = page.locator('.result');
  for (;;) {
    if (await result.count()) {
      await button(page, 'Play again').click();
      await result.waitFor({ state: 'detached' });
    }
    const late = (await count(page)) >= 30;
    const thoughts = (await asked(page)).length;
    if (late) await hold(page);
    await playOut(page, 7, 1);
    // The move may have ended the game.
    if (late && !(await result.count())) {
      await soon(async () => (await asked(page)).length, thoughts + 1);
      return;
    }
    await release(page);
    await result
      .or(page.getByText(/^Your move/))
      .first()
      .waitFor();
  }
}

duel(
  'late in a game a draw is thought about, and the move waits',
  async (page) => {
    await lateThought(page);
    const thoughts = (await asked(page)).length;
    const before = await count(page);
    await button(page, 'Offer a draw').click();
    await page.getByText('You offered a draw.').waitFor();
    // The thought about the move is given up for another.
    await soon(async () => (await asked(page)).length, thoughts + 1);
    assert.equal(await count(page), before);
    // The move stays held back: it could end the game, and the answer would go with that.
    await releaseLatest(page);
    const no = page.getByText('The computer would rather play on.');
    await no.or(page.getByRole('heading', { name: 'A draw' })).waitFor();
    assert.equal(await count(page), before);
  },
  1,
);

duel('a game that is given up while the computer thinks is over', async (page) => {
  await hold(page);
  await thinking(page, '11-15');
  await button(page, 'Give up').click();
  await pressAndRelease(page, 'Yes');
  await page.locator('.result').waitFor();
  assert.equal(await count(page), 1);
  await button(page, 'Play again').click();
  // The sides are changed, and the computer begins.
  await ownTurn(page);
  assert.equal(await count(page), 1);
  assert.equal(await page.getByRole('alert').count(), 0);
});

duel('a move while a hint is thought about is answered', async (page) => {
  await hold(page);
  await button(page, 'Hint').click();
  await soon(async () => (await asked(page)).at(-1), 'hint');
  await play(page, '11-15');
  await release(page);
  await soon(() => count(page), 2);
  assert.equal(await page.getByText(/^Try /).count(), 0);
});
