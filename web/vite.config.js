// How the page is built: Svelte, with the catalog of games baked in, so that the first paint shows
// real boards.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** The catalog of games, queried from the rules' module while the page is built. */
function catalog() {
  const name = 'virtual:catalog';
  return {
    name: 'catalog',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null;
      const rules = await import('./wasm/rules/crownhead.js');
      rules.initSync({ module: readFileSync('./wasm/rules/crownhead_bg.wasm') });
      // As a text, which a browser reads faster than the same as a script.
      return `export default JSON.parse(${JSON.stringify(rules.catalog())});`;
    },
  };
}

/**
 * What the document asks for itself, beside the first script: the rules and what starts their worker,
 * and the fonts, which a browser would otherwise find when everything is laid out already.
 */
function early() {
  /** What the document draws by itself does not wait for the style sheet. */
  const afterOutline = (html) => {
    const [sheet] = /<link rel="stylesheet"[^>]*>/.exec(html) ?? [];
    if (!sheet) throw new Error('the style sheet is not where it was');
    return html.replace(sheet, '').replace('<noscript>', `${sheet}<noscript>`);
  };
  return {
    name: 'early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = Object.values(bundle ?? {});
        const named = (what, test) => {
          const found = files.find((file) =>
            test.test(file.originalFileNames?.[0] ?? file.fileName),
          );
          if (!found) throw new Error(`${what} is not where it was`);
          return `/${found.fileName}`;
        };
        const script = {
          type: 'module',
          src: named('the script that starts the worker', START_WORKER),
        };
        const fonts = FONTS.map((font) => ({
          rel: 'preload',
          as: 'font',
          type: 'font/woff2',
          crossorigin: true,
          href: named('a font', font),
        }));
        // The worker asks for it by itself, and finds it at hand.
        const rules = { rel: 'prefetch', href: named('the rules', RULES) };
        const links = [...fonts, rules].map((attrs) => ({ tag: 'link', attrs, injectTo: 'head' }));
        const tags = [{ tag: 'script', attrs: script, injectTo: 'head-prepend' }, ...links];
        return { html: afterOutline(html), tags };
      },
    },
  };
}

const START_WORKER = /^assets\/start-worker-.*\.js$/;
const FONTS = [/figtree-latin-wght-normal\.woff2$/, /fraunces-latin-600-normal\.woff2$/];
const RULES = /wasm\/rules\/crownhead_bg\.wasm$/;
/** The scripts that the first page needs, and nearly all of each. */
const FIRST = /\/assets\/(index|shared)-[^/]*\.js$/;
/** Chromium then compiles them beside the page as they come in, and not bit by bit when called. */
const HINT = '//# allFunctionsCalledOnLoad';
const PACKED = /\.(html|js|css|svg|wasm|webmanifest)$/;
/** Fonts for letters that the page's own words do not have are loaded when a text needs them. */
const RARE = /(latin-ext|vietnamese|cyrillic|greek)/;

/** Pictures that a browser shows before it installs the page, and never after. */
const SHOWN_BEFORE = /^\/screenshots\//;

/** What a notice says in each language. */
function notices() {
  const folder = new URL('./src/i18n/languages/', import.meta.url);
  const manifest = (code) => JSON.parse(readFileSync(new URL(`${code}/language.json`, folder)));
  return Object.fromEntries(readdirSync(folder).map((code) => [code, manifest(code).notice]));
}

/** The service worker with the list of what it keeps, and everything packed for the server. */
function finish() {
  return {
    name: 'finish',
    apply: 'build',
    closeBundle() {
      const dist = new URL('./dist', import.meta.url).pathname;
      const entries = readdirSync(dist, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const names = files
        .map((file) => file.slice(dist.length))
        .filter((name) => !RARE.test(name) && !SHOWN_BEFORE.test(name));
      const wanted = names
        .filter((name) => name !== '/index.html')
        .concat('/')
        .sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(readFileSync(file));
      const worker = readFileSync('./sw.js', 'utf8')
        .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 12)))
        .replace('[/* FILES */]', JSON.stringify(wanted))
        .replace('{/* NOTICES */}', JSON.stringify(notices()));
      writeFileSync(join(dist, 'sw.js'), worker);
      for (const file of files.filter((name) => FIRST.test(name))) {
        writeFileSync(file, `${HINT}\n${readFileSync(file, 'utf8')}`);
      }
      for (const file of [...files, join(dist, 'sw.js')].filter((name) => PACKED.test(name))) {
        const bytes = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(bytes));
      }
    },
  };
}

/** The games room that `npm run dev` talks to. */
const SERVER = process.env.CROWNHEAD_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  server: {
    proxy: { '/api': { target: SERVER, ws: true }, '/livez': SERVER },
    fs: { allow: ['.'] },
  },
  plugins: [catalog(), svelte(), early(), finish()],
  worker: { format: 'es' },
  test: { include: ['unit/**/*.test.ts'] },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // One sheet: it weighs little, and no page waits for one of its own.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // What pages share comes in one piece: a browser waits for each file that it asks for.
        codeSplitting: {
          groups: [
            { name: 'start-worker', test: /workers\/start-worker\.ts$/, priority: 1 },
            { name: 'shared', minShareCount: 2 },
          ],
        },
        // Svelte makes an error as it begins, to throw later. For the lines of its stack, which
        // nobody reads, Chromium would parse the whole file a second time.
        banner: ({ name }) => (name === 'shared' ? 'Error.stackTraceLimit = 0;' : ''),
        footer: ({ name }) => (name === 'shared' ? 'Error.stackTraceLimit = 10;' : ''),
      },
    },
  },
});
