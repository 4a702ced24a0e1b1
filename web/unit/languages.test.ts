// Every language has every text of the page, with the places and the plurals that it needs.

import { expect, test } from 'vitest';
import { en } from '../src/i18n/en';
import { fill, formOf, type Text } from '../src/i18n/format';
import { bestLanguage, languages, loadFile } from '../src/i18n/languages';

type Words = Record<string, Text>;

const others = Object.keys(languages).filter((code) => code !== 'en');
const words = async (code: string) => (await loadFile<Words>(code, 'words')) ?? {};

/** The forms of a text. */
const forms = (text: Text) => (typeof text === 'string' ? [text] : Object.values(text));

/** The places of a text in all its forms. The number itself need not be named: "a move". */
function places(text: Text): string {
  const found = forms(text).flatMap((form) => form.match(/\{\w+\}/g) ?? []);
  return [...new Set(found)].sort().join(' ');
}

/** The plurals that whole numbers have in a language. */
function plurals(code: string): string[] {
  const rules = new Intl.PluralRules(code);
  return [...new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)))];
}

const missingForms = (texts: Words, code: string) =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string'
      ? []
      : plurals(code)
          .filter((plural) => !(plural in text))
          .map((plural) => `${key}: ${plural}`),
  );

test('English has every plural', () => {
  expect(missingForms(en, 'en')).toEqual([]);
});

test.each(others)('%s: no text is missing, and none is left over', async (code) => {
  const texts = await words(code);
  const missing = Object.keys(en).filter((key) => !(key in texts));
  const left = Object.keys(texts).filter((key) => !(key in en));
  expect({ missing, left }).toEqual({ missing: [], left: [] });
});

test.each(others)('%s: every text has the places of the English one', async (code) => {
  const texts = await words(code);
  const english: Words = en;
  const different = Object.keys(texts).filter(
    (key) => key in english && places(texts[key]!) !== places(english[key]!),
  );
  expect(different).toEqual([]);
});

test.each(others)('%s: a text that counts has every plural of the language', async (code) => {
  expect(missingForms(await words(code), code)).toEqual([]);
});

test('a text takes the form of its number', () => {
  const moves = { one: '{count} move', other: '{count} moves' };
  const said = (count: number) => fill(formOf(moves, count, 'en'), { count }, 'en');
  expect([said(1), said(0), said(1200)]).toEqual(['1 move', '0 moves', '1,200 moves']);
});

test('the browser says which language it wants, and English is there for everybody', () => {
  expect(bestLanguage(['fr-FR', 'es-MX', 'en'])).toBe('es');
  expect(bestLanguage(['en-GB', 'es'])).toBe('en');
  expect(bestLanguage(['fr'])).toBe('en');
});
