// The rule book in other languages: no sentence is missing, none is left over, and rules that say the
// same in English say the same in every language.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { transformWithOxc } from 'vite';
import * as rules from '../wasm/rules/crownhead.js';

const read = (path) => readFileSync(new URL(path, import.meta.url));
rules.initSync({ module: read('../wasm/rules/crownhead_bg.wasm') });
const games = JSON.parse(rules.catalog()).flatMap((box) => box.games);
const book = games.flatMap(({ id }) => JSON.parse(rules.book(id)));

test('every rule has its sentence in Spanish, and every sentence its rule', () => {
  const table = JSON.parse(read('../src/i18n/rule-book.es.json'));
  const used = new Set();
  const spanish = new Map();
  for (const { id, text } of book) {
    const key = id in table ? id : id.slice(id.indexOf('.') + 1);
    assert.ok(table[key], `${id} has no Spanish sentence`);
    used.add(key);
    const known = spanish.get(text) ?? table[key];
    assert.equal(table[key], known, `${id} says the same as others in English, not in Spanish`);
    spanish.set(text, table[key]);
    const numbers = (of) => of.match(/\d+/g)?.sort().join() ?? '';
    assert.equal(numbers(table[key]), numbers(text), `${id} has other numbers`);
  }
  assert.equal(new Set(spanish.values()).size, spanish.size, 'two rules became one');
  assert.deepEqual(
    Object.keys(table).filter((key) => !used.has(key)),
    [],
  );
});

test('every board of the book is of a rule, and its moves show it', async () => {
  const source = read('../src/rule-examples.ts').toString();
  const { code } = await transformWithOxc(source, 'rule-examples.ts', {});
  const { examples } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const known = new Set(book.map(({ id }) => id));
  for (const { rule, line, shows } of examples) {
    assert.ok(known.has(rule), rule);
    const moves = [...line.moves, ...shows];
    const scene = JSON.parse(rules.GameHandle.open(JSON.stringify({ ...line, moves })).scene());
    assert.equal(scene.last?.text ?? shows.at(-1), shows.at(-1), rule);
  }
  for (const { id } of games) {
    assert.ok(
      examples.some(({ rule }) => rule.startsWith(`${id}.`)),
      `${id} has no board`,
    );
  }
});

test('every topic on which the checkers games differ has its words', () => {
  const words = read('../src/i18n/en.ts').toString();
  const four = games.map(({ id }) => id).filter((id) => /checkers$|standard$/.test(id));
  assert.equal(four.length, 4);
  for (const { topic } of JSON.parse(rules.compare(JSON.stringify(four)))) {
    assert.ok(words.includes(`'topic.${topic}'`), topic);
  }
});
