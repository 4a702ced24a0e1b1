// The rule book in other languages: no sentence is missing, none is left over, and rules that say the
// same in English say the same in every language.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { transformWithOxc } from 'vite';
import { games, rules } from './catalog.js';

const read = (path) => readFileSync(new URL(path, import.meta.url));
const book = games.flatMap(({ id }) => JSON.parse(rules.book(id)));

const folder = '../src/i18n/languages/';
const languages = readdirSync(new URL(folder, import.meta.url)).filter((code) => code !== 'en');

for (const code of languages) {
  test(`${code}: every rule has its sentence, and every sentence its rule`, () => {
    const table = JSON.parse(read(`${folder}${code}/rule-book.json`));
    const used = new Set();
    const translated = new Map();
    for (const { id, text } of book) {
      const key = id in table ? id : id.slice(id.indexOf('.') + 1);
      assert.ok(table[key], `${id} has no sentence`);
      used.add(key);
      const known = translated.get(text) ?? table[key];
      assert.equal(table[key], known, `${id} says the same as others in English`);
      translated.set(text, table[key]);
      const numbers = (of) => of.match(/\d+/g)?.sort().join() ?? '';
      assert.equal(numbers(table[key]), numbers(text), `${id} has other numbers`);
    }
    assert.equal(new Set(translated.values()).size, translated.size, 'two rules became one');
    assert.deepEqual(
      Object.keys(table).filter((key) => !used.has(key)),
      [],
    );
  });
}

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
  const compared = games.filter(({ checkers }) => checkers).map(({ id }) => id);
  assert.ok(compared.length >= 4);
  for (const { topic } of JSON.parse(rules.compare(JSON.stringify(compared)))) {
    assert.ok(words.includes(`'topic.${topic}'`), topic);
  }
});

test('every option of a game has its words', () => {
  const words = read('../src/i18n/en.ts').toString();
  for (const { key, values } of games.flatMap(({ options }) => options)) {
    for (const name of [key, ...values.map((value) => `${key}.${value}`)])
      assert.ok(words.includes(`'option.${name}':`), name);
  }
});
