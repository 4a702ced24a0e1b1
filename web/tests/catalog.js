// The games of the page, as the rules' module lists them.

import { readFileSync } from 'node:fs';
import * as rules from '../wasm/rules/crownhead.js';

const module = readFileSync(new URL('../wasm/rules/crownhead_bg.wasm', import.meta.url));
rules.initSync({ module });

export { rules };

export const games = JSON.parse(rules.catalog()).flatMap((box) => box.games);

/** The ids of the games, in the order of the shelf. */
export const ids = games.map(({ id }) => id);
