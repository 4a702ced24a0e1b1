// Pictures of the states of a game and of its surroundings, for a person to look at: each at the
// width of a phone and of a desk, in light and in dark. What stands out over the edge fails.

import { after, test } from 'node:test';
import { atRest, fits, picture, room, setUp, type, WIDTHS } from './room.js';

const it = await room();
after(it.stop);

/** Pictures of a page as it is now. */
async function pictures(page, name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    for (const [width, viewport] of WIDTHS) {
      await page.setViewportSize(viewport);
      await atRest(page);
      await fits(page, `${name} on a ${width}`);
      await picture(page, `state-${name}-${width}-${colorScheme}.png`);
    }
  }
}

/** Each state: how a page gets there. */
const STATES = {
  refusal: async (page) => {
    await setUp(page, { game: 'king-me-standard', position: 'B:W18,32:B1,14' });
    await type(page, '1-5');
    await page.getByRole('alert').waitFor();
  },
  'other-box': async (page) => {
    await setUp(page, { game: 'winning-moves-checkers', position: 'B:W18,32:B1,14' });
    await type(page, '14x23');
    await page.locator('.other-box').waitFor();
  },
  comparison: async (page) => {
    await page.locator('.other-box a').click();
    await page.locator('.every li').first().waitFor();
  },
  huff: async (page) => {
    await setUp(page, { game: 'parker-checkers', position: 'B:W18,32,31:B14,1' });
    await type(page, '1-5');
    await page.getByRole('button', { name: 'Let it stand' }).waitFor();
  },
  end: async (page) => {
    await setUp(page, { game: 'winning-moves-checkers', position: 'B:W18:B14' });
    await type(page, '14x23');
    await page.locator('.result').waitFor();
  },
  review: async (page) => {
    await page.goto('/study#game=winning-moves-checkers&moves=11-15_22-18_15x22_25x18_12-16_18-14');
    await page.locator('.moves').getByText('18-14').waitFor();
  },
  invite: async (page) => {
    await page.goto('/play/winning-moves-checkers#friend');
    await page.getByRole('button', { name: 'Send a link' }).click();
    await page.getByRole('img', { name: 'QR code of the link' }).waitFor();
  },
  ritual: async (page) => {
    await page.goto('/play/regal-checkers');
    await page.getByRole('button', { name: 'Play on this screen' }).click();
    await page.getByText('Who is the youngest?').first().waitFor();
  },
  settings: async (page) => {
    await page.goto('/settings');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
  },
  'no-page': async (page) => {
    await page.goto('/nothing/here');
    await page.getByRole('heading', { name: 'An empty square' }).waitFor();
  },
  'no-match': async (page) => {
    await page.goto('/Ab3dEf9h');
    await page.getByRole('heading', { name: "That game isn't here" }).waitFor();
  },
  'no-player': async (page) => {
    await page.goto('/player/nobody-at-all');
    await page.getByRole('heading', { name: 'Nobody by that name' }).waitFor();
  },
};

test('every state has its pictures, and fits', async () => {
  const page = await it.visit('/');
  for (const [name, prepare] of Object.entries(STATES)) {
    await prepare(page);
    await pictures(page, name);
  }
  await page.context().close();
});
