// Endings that the games room knows to the end.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { COMMAND, room, sound, square } from './room.js';

const tables = mkdtempSync(join(tmpdir(), 'crownhead-tables-'));
let it;
before(async () => {
  const what = ['winning-moves-checkers', '--pieces', '3', '--distance', '--dir', tables];
  execFileSync(COMMAND, ['tablebase', 'build', ...what], { stdio: 'ignore' });
  it = await room(['--tables', tables]);
});
after(async () => {
  await it.stop();
  rmSync(tables, { recursive: true });
});

test('an endgame shows its exact value, every move and the complete line', async () => {
  const page = await it.visit('/study#game=winning-moves-checkers&position=W:WK27,K23:BK28');
  const told = page.getByText(/^If both play perfectly: red wins in \d+\.$/);
  await told.waitFor();
  const plies = Number(/\d+/.exec(await told.textContent())[0]);
  assert.equal(await page.getByRole('meter').getAttribute('aria-valuenow'), '0');
  await page.getByText('Where each move leads').click();
  const moves = page.locator('details li button');
  assert.match(await moves.first().textContent(), new RegExp(`red wins in ${plies - 1}$`));
  assert.match(await moves.last().textContent(), /a draw|black wins/);
  const line = await page.getByText(/^Best play: /).textContent();
  assert.equal(line.trim().split(' ').length - 2, plies);
  await sound(page, 'an ending');
  await moves.first().click();
  await page.getByText(`If both play perfectly: red wins in ${plies - 1}.`).waitFor();
  assert.deepEqual(page.wrong, []);
  await page.context().close();
});

test('a position outside the tables is not looked up', async () => {
  const page = await it.visit('/study#game=winning-moves-checkers');
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await square(page, '11').click();
  await square(page, '15').click();
  await page.waitForURL(/moves=11-15/);
  assert.deepEqual(
    asked.filter((url) => url.includes('/endgames/')),
    [],
  );
  await page.context().close();
});
