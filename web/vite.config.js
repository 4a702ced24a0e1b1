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
      return `export default ${rules.shelf()};`;
    },
  };
}

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
  plugins: [shelf(), svelte(), finish()],
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
