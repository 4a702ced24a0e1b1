// A games room for tests: the real server on a port of its own, and a real browser.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright-core';

const ROOT = new URL('../../', import.meta.url).pathname;
export const COMMAND = process.env.CROWNHEAD ?? join(ROOT, 'target/debug/crownhead');
const BROWSER = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** A folder with another page than the one in the server: what Vite has just built. */
const PAGE = process.env.CROWNHEAD_PAGE;
const PICTURES = new URL('../screenshots/', import.meta.url).pathname;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that is put in the place of the server's own may still connect to the server.
  '--disable-features=LocalNetworkAccessChecks',
];

/** Starts the server, with more arguments if need be; `stop` ends it and removes what it kept. */
export async function serve(more = []) {
  const folder = mkdtempSync(join(tmpdir(), 'crownhead-'));
  const args = [
    'serve',
    '--listen',
    '127.0.0.1:0',
    '--database',
    join(folder, 'games.db'),
    // The tables of this machine's own are neither asked nor made.
    ...(more.includes('--tables') ? [] : ['--tables', 'off']),
    ...more,
  ];
  const server = spawn(COMMAND, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (data) => {
      said += data;
      const found = /http:\/\/[\d.]+:\d+/.exec(said);
      if (found) resolve(found[0]);
    });
    server.on('exit', () => reject(new Error(`the server ended: ${said}`)));
    server.on('error', reject);
  });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  const stop = async () => {
    server.kill('SIGTERM');
    const late = setTimeout(() => server.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(late);
    rmSync(folder, { recursive: true, force: true });
  };
  /** Nothing is answered while it is frozen, and connections stay as they are. */
  const freeze = () => server.kill('SIGSTOP');
  const thaw = () => server.kill('SIGCONT');
  return { address, stop, freeze, thaw };
}

export const browse = () => chromium.launch({ executablePath: BROWSER, args: FLAGS });

/** A server and a browser for a file of tests. */
export async function room(more) {
  const [server, browser] = await Promise.all([serve(more), browse()]);
  const stop = async () => {
    await browser.close();
    await server.stop();
  };
  /** A person with a browser of their own. Whatever goes wrong in the page fails the test. */
  const visit = async (path, options = {}) => {
    const context = await browser.newContext({
      baseURL: server.address,
      reducedMotion: 'reduce',
      locale: 'en-US',
      serviceWorkers: 'block',
      ...options,
    });
    if (PAGE) await replacePage(context, server.address);
    const page = await context.newPage();
    await wire(page);
    page.wrong = [];
    page.on('pageerror', (error) => page.wrong.push(error.message));
    page.on('console', (message) => {
      const expected = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|WebSocket connection/;
      if (message.type() === 'error' && !expected.test(message.text()))
        page.wrong.push(message.text());
    });
    await page.goto(path);
    return page;
  };
  const { freeze, thaw } = server;
  return { browser, stop, stopServer: server.stop, freeze, thaw, visit };
}

/** Serves the files of `PAGE`, with the security policy of the page that the server has. */
async function replacePage(context, address) {
  const policy = (await fetch(address)).headers.get('content-security-policy');
  await context.route(
    (url) => url.origin === address && !/^\/(api|livez)/.test(url.pathname),
    (route) => {
      const { pathname } = new URL(route.request().url());
      const path = join(PAGE, extname(pathname) ? pathname : 'index.html');
      if (!existsSync(path)) return route.fulfill({ status: 404 });
      return route.fulfill({ path, headers: { 'content-security-policy': policy } });
    },
  );
}

/** A wire that can be cut: live connections end, and new ones fail, until it is mended. */
async function wire(page) {
  let whole = true;
  let connections = 0;
  const open = new Set();
  await page.routeWebSocket(/\/live$/, (socket) => {
    connections += 1;
    if (!whole) return void socket.close({ code: 1001 });
    const server = socket.connectToServer();
    open.add(() => Promise.all([socket.close({ code: 1001 }), server.close()]));
  });
  page.cut = async () => {
    whole = false;
    await Promise.all([...open].map((close) => close()));
    open.clear();
  };
  page.mend = () => (whole = true);
  /** How many live connections the page has tried to open. */
  page.connections = () => connections;
}

/** From a game's page to a game on this screen or against the computer. */
export async function begin(page, game, { against = 'here', level, chosen = false } = {}) {
  if (!chosen) await page.goto(`/play/${game}`);
  if (level) await chooseLevel(page, level);
  const name = against === 'here' ? 'Play on this screen' : /^Play against /;
  await page.getByRole('button', { name }).click();
  await page.waitForURL(/\/here\//);
  await ritual(page);
}

/** Picks the player of a level among the faces. */
export const chooseLevel = (page, level) =>
  page.getByRole('radio', { name: new RegExp(`, level ${level}:`) }).check();

/** Two with browsers of their own: one opens a match, the other follows the link. */
export async function meet(it, game) {
  const one = await it.visit(`/play/${game}`);
  await one.getByRole('button', { name: 'Send a link' }).click();
  const link = await one.getByRole('textbox', { name: /Send this link/ }).inputValue();
  await one.getByRole('img', { name: 'QR code of the link' }).waitFor();
  const two = await it.visit(new URL(link).pathname + new URL(link).hash);
  await one.getByText('Send this link').waitFor({ state: 'detached' });
  return { one, two, path: new URL(link).pathname };
}

/** Whatever has to be decided before the first move. */
export async function ritual(page) {
  const board = page.locator('crown-board.large');
  await board.waitFor();
  const names = /^(Player one|You|Toss the coins|Draw lots|.*, goes first)$/;
  await until('the first move', async () => {
    await clickIfThere(page, names);
    return page.locator('.slot').isVisible();
  });
}

/** Clicks the first visible button of that name, if there is one. */
export async function clickIfThere(page, name) {
  const button = page.getByRole('button', { name }).first();
  if (await button.isVisible()) await button.click({ timeout: 1000 });
}

/**
 * Repeats an attempt until it returns true. An attempt may fail, since what it clicks can vanish
 * under it; after the deadline its last failure is reported.
 */
export async function until(what, attempt, { within = 30_000 } = {}) {
  let failure;
  for (const late = Date.now() + within; ;) {
    try {
      failure = undefined;
      if (await attempt()) return;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > late)
      throw new Error(`${what} did not come about within ${within} ms`, { cause: failure });
    await new Promise((go) => setTimeout(go, 30));
  }
}

/** A game set up from a position, on this screen. */
export async function setUp(page, line) {
  await page.goto(`/study#${new URLSearchParams(line)}`);
  await page.getByRole('tab', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.waitForURL(/\/here\//);
  await page.locator('.slot').waitFor();
}

export const square = (page, name) => page.locator(`crown-board.large [data-square="${name}"]`);

/** Opens the menu of a match, and chooses something there. */
export async function menu(page, choice) {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  if (choice) await page.getByRole('dialog').getByRole('button', { name: choice }).click();
}

/** The field for moves, which a key opens. */
export async function typingField(page) {
  const field = page.locator('.body form input');
  await until('a field for moves', async () => {
    if (await field.isVisible()) return true;
    await page.keyboard.press('/');
    return false;
  });
  return field;
}

export const type = async (page, text) => {
  await (await typingField(page)).fill(text);
  await page.locator('.body form button').click();
};

/** Moves that are typed one after the other, each once the one before is on the board. */
export async function play(page, ...texts) {
  const made = page.locator('.moves li');
  for (const text of texts) {
    const before = await made.count();
    await type(page, text);
    await soon(() => made.count(), before + 1);
  }
}

/** Waits until `read` gives what is expected: a worker makes the moves, and the page follows. */
export async function soon(read, expected, message) {
  for (const late = Date.now() + 10_000; ;) {
    const found = await read();
    if (isDeepStrictEqual(found, expected)) return;
    if (Date.now() > late) assert.deepEqual(found, expected, message);
    await new Promise((go) => setTimeout(go, 30));
  }
}

/** Waits until the page is drawn: two frames, so that whatever a click led to is on the screen. */
export const frames = (page) =>
  page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );

/** Waits until the page rests: it is drawn, its fonts are loaded and no animation has yet to end. */
export async function atRest(page) {
  await frames(page);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ending = document
      .getAnimations()
      .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

/** What was last announced. */
export const said = (page) => page.locator('[data-said]').textContent();

export const WIDTHS = [
  ['phone', { width: 390, height: 844 }],
  ['desk', { width: 1280, height: 800 }],
];

/** A picture for a person to look at. */
export function picture(page, name) {
  mkdirSync(PICTURES, { recursive: true });
  return page.screenshot({ path: PICTURES + name });
}

/** Whether nothing stands out over the edge. */
export async function fits(page, where) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${where} is ${wide} px too wide`);
}

/** What axe finds in a page. */
export async function sound(page, where) {
  // The policy lets no script be added, so it is given to the page from outside.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    }),
  );
  const told = violations.map(
    ({ id, nodes }) =>
      `${where}: ${id}: ${nodes
        .map((node) => node.html)
        .slice(0, 2)
        .join(' ')}`,
  );
  assert.deepEqual(told, []);
}
