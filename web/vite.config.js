// How the page is built: Svelte, and the shelf baked in, so that the first paint shows real boards.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** What the rules say of the shelf, asked of their own module while the page is built. */
function shelf() {
  const name = 'virtual:shelf';
  return {
    name: 'shelf',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    async load(id) {
      if (id !== `\0${name}`) return null;
      const rules = await import('./wasm/rules/crownhead.js');
      rules.initSync({ module: readFileSync('./wasm/rules/crownhead_bg.wasm') });
      // As a text, which a browser reads faster than the same as a script.
      return `export default JSON.parse(${JSON.stringify(rules.shelf())});`;
    },
  };
}

/** The rules, asked for by the document itself, beside the first script. */
function early() {
  return {
    name: 'early',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const files = Object.values(bundle ?? {});
        const rules = files.find((file) => RULES.test(file.originalFileNames?.[0] ?? ''));
        if (!rules) throw new Error('the rules are not where they were');
        // The worker asks for it by itself, and finds it at hand.
        const attrs = { rel: 'prefetch', href: `/${rules.fileName}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

const RULES = /wasm\/rules\/crownhead_bg\.wasm$/;
const PACKED = /\.(html|js|css|svg|wasm|webmanifest)$/;
/** Fonts for letters that the page's own words do not have are loaded when a text needs them. */
const RARE = /(latin-ext|vietnamese|cyrillic|greek)/;

/** The service worker with the list of what it keeps, and everything packed for the server. */
function finish() {
  return {
    name: 'finish',
    closeBundle() {
      const dist = new URL('./dist', import.meta.url).pathname;
      const entries = readdirSync(dist, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const names = files.map((file) => file.slice(dist.length)).filter((name) => !RARE.test(name));
      const wanted = names
        .filter((name) => name !== '/index.html')
        .concat('/')
        .sort();
      const hash = createHash('sha256');
      for (const file of files) hash.update(readFileSync(file));
      const worker = readFileSync('./sw.js', 'utf8')
        .replace("'VERSION'", JSON.stringify(hash.digest('hex').slice(0, 12)))
        .replace('[/* FILES */]', JSON.stringify(wanted));
      writeFileSync(join(dist, 'sw.js'), worker);
      for (const file of [...files, join(dist, 'sw.js')].filter((name) => PACKED.test(name))) {
        const bytes = readFileSync(file);
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
        writeFileSync(`${file}.br`, brotliCompressSync(bytes));
      }
    },
  };
}

export default defineConfig({
  plugins: [shelf(), svelte(), early(), finish()],
  worker: { format: 'es' },
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
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
        // Svelte makes an error as it begins, to throw later. For the lines of its stack, which
        // nobody reads, Chromium would parse the whole file a second time.
        banner: ({ name }) => (name === 'shared' ? 'Error.stackTraceLimit = 0;' : ''),
        footer: ({ name }) => (name === 'shared' ? 'Error.stackTraceLimit = 10;' : ''),
      },
    },
  },
});
