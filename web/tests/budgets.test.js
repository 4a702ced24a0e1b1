// What the page may weigh, packed: the shelf, the rules' module and the computer's.

import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { room } from './room.js';

const DIST = process.env.CROWNHEAD_PAGE ?? new URL('../dist', import.meta.url).pathname;
const KILOBYTE = 1000;

const it = await room();
after(it.stop);

const modules = () =>
  readdirSync(join(DIST, 'assets'))
    .filter((name) => name.endsWith('.wasm.br'))
    .map((name) => statSync(join(DIST, 'assets', name)).size)
    .sort((a, b) => a - b);

/** What a file weighs on its way to a browser. */
function weight(path) {
  const file = join(DIST, path === '/' ? 'index.html' : path);
  const packed = statSync(`${file}.br`, { throwIfNoEntry: false });
  return (packed ?? statSync(file)).size;
}

test('the rules weigh less than 220 kB, and the computer less than 400 kB', () => {
  const [rules, computer] = modules();
  assert.ok(rules < 220 * KILOBYTE, `the rules: ${rules}`);
  assert.ok(computer < 400 * KILOBYTE, `the computer: ${computer}`);
});

test('the shelf weighs less than 150 kB', async () => {
  const page = await it.visit('about:blank');
  const files = new Set();
  page.on('request', (request) => {
    const kind = request.resourceType();
    if (['document', 'stylesheet', 'script', 'font'].includes(kind))
      files.add(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await page.locator('crown-board').first().waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = [...files].map((path) => [path, weight(path)]);
  assert.ok(sizes.length >= 4, String([...files]));
  const all = sizes.reduce((sum, [, size]) => sum + size, 0);
  assert.ok(all < 150 * KILOBYTE, `${all}: ${sizes.join(' ')}`);
  await page.context().close();
});
