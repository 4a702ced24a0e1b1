// What the page weighs and how quick it is, measured on this machine.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { begin, room, setUp } from './room.js';

const DIST = new URL('../dist/assets/', import.meta.url).pathname;
const NATIVE = new URL('../../target/release/crownhead', import.meta.url).pathname;
const POSITIONS = 1_000_000;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const show = (what, figure) => console.log(`${what.padEnd(62)} ${figure}`);

/** A phone's network on a good day, and a line as slow as 40 kB/s. */
const FAST = { speed: 10_000_000 / 8, latency: 60 };
const SLOW = { speed: 40_000, latency: 150 };

const it = await room();

/** A browser without a memory, on a slowed phone; `watch` runs in the page before its own scripts. */
async function phone(path, storage, watch = () => {}, { speed, latency } = FAST) {
  const page = await it.visit('about:blank', {
    viewport: { width: 390, height: 844 },
    storageState: storage,
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const network = {
    offline: false,
    latency,
    downloadThroughput: speed,
    uploadThroughput: speed,
  };
  await session.send('Network.emulateNetworkConditions', network);
  const weights = new Map();
  const kinds = new Map();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    kinds.set(requestId, /\.wasm$/.test(response.url) ? 'WebAssembly' : type);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    weights.set(kind, (weights.get(kind) ?? 0) + encodedDataLength);
  });
  await page.addInitScript(watch);
  await page.goto(path, { waitUntil: 'commit' });
  // Whatever is asked of the page is asked afterwards: on a slowed phone questions cost time too.
  await page.waitForTimeout(4000);
  return { page, weights };
}

async function firstPaint() {
  const { page, weights } = await phone('/');
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  const kinds = ['Document', 'Stylesheet', 'Script', 'Font'];
  const parts = kinds.map((kind) => weights.get(kind) ?? 0);
  for (const [i, kind] of kinds.entries())
    show(`the shelf: ${kind.toLowerCase()}`, kilobytes(parts[i]));
  show(
    'the shelf: all of these, packed (at most 150 kB)',
    kilobytes(parts.reduce((a, b) => a + b)),
  );
  show('first paint on a phone 4 times slower, 10 Mbit/s, 60 ms', `${Math.round(paint)} ms`);
  await page.context().close();
}

/** Notes when the shelf of a slow line shows its boxes and their boards. */
async function slowSkeleton() {
  const seen = () => {
    const frame = () => {
      if (document.querySelector('main') && document.querySelector('crown-board, .lid, .box'))
        window.seen = performance.now();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  };
  const { page } = await phone('/', undefined, seen, SLOW);
  const [paint, boxes] = await page.evaluate(() => [
    performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    window.seen,
  ]);
  const at = (time) => (time === undefined ? 'not in 4 s' : `${Math.round(time)} ms`);
  show('first paint on a line of 40 kB/s (at most 1000 ms)', at(paint));
  show('the boxes of the shelf on that line', at(boxes));
  await page.context().close();
}

/** Taps Play once the shelf is at rest, and notes when the board then answers a tap. */
function tapFromShelf() {
  const frame = () => {
    const board = document.querySelector('crown-board.large');
    if (board?.querySelector('.target')) return void (window.answered = performance.now());
    if (board) board.querySelector('[data-square="11"]')?.click();
    else if (!window.began && performance.now() > 2500) {
      window.began = performance.now();
      document.querySelector('button.play').click();
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Taps a checker in the first frame that has one, and notes when the page has answered. */
function tap() {
  const frame = () => {
    const board = document.querySelector('crown-board.large');
    if (!board?.querySelector('.target')) board?.querySelector('[data-square="11"]')?.click();
    if (board?.querySelector('.target')) window.answered = performance.now();
    else requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** The middle of several times, with the least and the most. */
function spread(times) {
  const sorted = times.map(Math.round).sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return `${middle} ms (${sorted[0]} to ${sorted.at(-1)})`;
}

async function firstGame() {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const { page } = await phone('/', undefined, tapFromShelf);
    await page.waitForFunction(() => window.answered);
    times.push(await page.evaluate(() => window.answered - window.began));
    await page.context().close();
  }
  show('from Play on the shelf to the first tap answered (at most 1000 ms)', spread(times));
}

async function usableBoard() {
  const first = await it.visit('/');
  await begin(first, 'winning-moves-checkers');
  const path = new URL(first.url()).pathname;
  const storage = await first.context().storageState();
  await first.context().close();
  const times = [];
  for (let i = 0; i < 5; i++) {
    const { page } = await phone(path, storage, tap);
    times.push(await page.evaluate(() => window.answered));
    await page.context().close();
  }
  show('from a link to the first tap answered, same phone (at most 1000 ms)', spread(times));
}

/** How long frames take while the computer thinks at full strength, and how many were late. */
async function frames() {
  const page = await it.visit('/', { reducedMotion: 'no-preference' });
  await page.goto('/study#game=winning-moves-checkers');
  await page.getByRole('switch', { name: 'Engine' }).check();
  const [count, late, longest] = await page.evaluate(
    (span) =>
      new Promise((resolve) => {
        const gaps = [];
        let last = performance.now();
        const end = last + span;
        const frame = (now) => {
          gaps.push(now - last);
          last = now;
          if (now < end) requestAnimationFrame(frame);
          else resolve([gaps.length, gaps.filter((gap) => gap > 34).length, Math.max(...gaps)]);
        };
        requestAnimationFrame(frame);
      }),
    3000,
  );
  const said = `${late} of ${count}, the longest took ${Math.round(longest)} ms`;
  show('frames later than 34 ms while the computer thinks', said);
  await page.context().close();
}

/** How long frames take while moves are shown on a phone whose processor is 4 times slower. */
async function framesInMotion() {
  const page = await it.visit('/', {
    viewport: { width: 390, height: 844 },
    reducedMotion: 'no-preference',
  });
  const session = await page.context().newCDPSession(page);
  const positions = [
    { game: 'winning-moves-checkers', position: 'B:W9,18,27,32,10:B5,8' },
    { game: 'stack-em', position: 'R:14bb,15bb,18R,22bb,23bb' },
  ];
  for (const line of positions) {
    await setUp(page, line);
    await page.waitForTimeout(1000);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const gaps = await page.evaluate(
      (span) =>
        new Promise((resolve) => {
          const board = document.querySelector('crown-board.large');
          const gaps = [];
          let last;
          let end = Infinity;
          const frame = (now) => {
            if (last) gaps.push(now - last);
            // It counts from the frame in which something flies.
            if (last || board.querySelector('.flying')) last = now;
            if (last && end === Infinity) end = now + span;
            if (now < end) requestAnimationFrame(frame);
            else resolve(gaps);
          };
          requestAnimationFrame(frame);
          const jumps = board.state.scene.actions.filter(({ kind }) => kind === 'jump');
          const longest = jumps.sort((a, b) => b.trail.length - a.trail.length)[0];
          for (const name of longest.trail)
            board.querySelector(`button[data-square="${name}"]`).click();
        }),
      1200,
    );
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const late = gaps.filter((gap) => gap > 34).length;
    const said = `${late} of ${gaps.length}, the longest took ${Math.round(Math.max(...gaps))} ms`;
    show(`frames later than 34 ms in 1.2 s of jumps, same phone: ${line.game}`, said);
  }
  await page.context().close();
}

function modules() {
  const sizes = readdirSync(DIST)
    .filter((name) => name.endsWith('.wasm.br'))
    .map((name) => statSync(DIST + name).size);
  const [rules, computer] = sizes.sort((a, b) => a - b);
  show('the rules’ module, packed (at most 220 kB)', kilobytes(rules));
  show('the computer’s module, packed (at most 400 kB)', kilobytes(computer));
}

async function search() {
  const page = await it.visit('/');
  const worker = readdirSync(DIST).find((name) => /^computer\.worker.*\.js$/.test(name));
  const line = { game: 'winning-moves-checkers', options: {}, moves: [] };
  const thought = await page.evaluate(
    ([worker, line, nodes]) =>
      new Promise((resolve, reject) => {
        const computer = new Worker(`/assets/${worker}`, { type: 'module' });
        computer.onmessage = ({ data }) =>
          data.error ? reject(data.error) : data.result && resolve(data.result);
        computer.postMessage({ id: 1, name: 'think', args: [line, { nodes, lines: 1 }] });
      }),
    [worker, line, POSITIONS],
  );
  const here = thought.nodes / thought.time;
  show('search in the browser', `${Math.round(here)} thousand positions a second`);
  await page.context().close();
  if (!existsSync(NATIVE))
    return show('search natively', 'not measured: there is no release build');
  const args = ['analyse', line.game, '--nodes', String(POSITIONS), '--hash', '16', '--json'];
  const lines = execFileSync(NATIVE, args, { encoding: 'utf8' }).trim().split('\n');
  const native = JSON.parse(lines.at(-1));
  const there = native.nodes / (native.time * 1000);
  show('search natively, one thread', `${Math.round(there)} thousand positions a second`);
  show('the browser’s part of that (at least 0.5)', (here / there).toFixed(2));
}

try {
  modules();
  await firstPaint();
  await slowSkeleton();
  await firstGame();
  await usableBoard();
  await frames();
  await framesInMotion();
  await search();
} finally {
  await it.stop();
}
