// Draws the pictures that an installed page has: icons from `public/icon.svg`, and the manifest's
// screenshots from the page itself. `npm run install-images` writes them to `public/`.

import { mkdirSync, readFileSync } from 'node:fs';
import { begin, play, room } from './room.js';

const PUBLIC = new URL('../public/', import.meta.url).pathname;
const icon = readFileSync(`${PUBLIC}icon.svg`, 'utf8');
/** The same without round corners: phones cut their own shape out of it. */
const square = icon.replace(' rx="96"', '');
/** With room around the checker, because a mask may cut away a tenth at each edge. */
const maskable = square
  .replace(/(<rect[^>]*>)/, '$1<g transform="translate(256 256) scale(.95) translate(-256 -268)">')
  .replace('</svg>', '</g></svg>');

const ICONS = [
  ['icon-192.png', icon, 192],
  ['icon-512.png', icon, 512],
  ['maskable-512.png', maskable, 512],
  ['apple-touch-icon.png', square, 180],
];

const SCREENS = [
  ['phone-board.jpg', { width: 390, height: 844 }, opening],
  ['phone-shelf.jpg', { width: 390, height: 844 }, () => {}],
  ['desktop-board.jpg', { width: 1280, height: 800 }, opening],
  ['desktop-shelf.jpg', { width: 1280, height: 800 }, () => {}],
];

async function opening(page) {
  await begin(page, 'winning-moves-checkers');
  for (const move of ['11-15', '23-19', '8-11', '22-17']) await play(page, move);
}

const it = await room();
try {
  const canvas = await it.visit('about:blank');
  for (const [name, svg, size] of ICONS) {
    await canvas.setViewportSize({ width: size, height: size });
    await canvas.setContent(
      `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    await canvas.screenshot({ path: PUBLIC + name, omitBackground: true });
  }
  mkdirSync(`${PUBLIC}screenshots`, { recursive: true });
  for (const [name, viewport, prepare] of SCREENS) {
    const page = await it.visit('/', { viewport });
    await prepare(page);
    await page.waitForTimeout(800);
    await page.screenshot({ path: `${PUBLIC}screenshots/${name}`, type: 'jpeg', quality: 70 });
    await page.context().close();
  }
} finally {
  await it.stop();
}
