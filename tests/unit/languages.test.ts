// The German texts are complete, have the same shape as the English ones, and repeat no English sentence, not even in a function.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { german } from '../../src/texts/de/german.ts';

const folder = new URL('../../src/texts/', import.meta.url);
/** Pages for developers are in English only. */
const englishOnlyFiles = ['dev.ts', 'catalogue.ts'];
const sources = readdirSync(folder).filter((name) => name.endsWith('.ts') && !englishOnlyFiles.includes(name));
const english: Record<string, unknown> = {};
for (const name of sources) {
  const source = readFileSync(new URL(name, folder), 'utf8');
  const texts = (await import(new URL(name, folder).href)) as Record<string, unknown>;
  for (const [, exportName = '', key = ''] of source.matchAll(/^export const (\w+)\b.*= translated\('(\w+)'/gm)) english[key] = texts[exportName];
}

/** Lists `path: type` for each value in the texts. For a function, the type includes the number of parameters. */
function shapeOf(texts: unknown, path: string): string[] {
  if (typeof texts === 'function') return [`${path}: function of ${texts.length}`];
  if (typeof texts !== 'object' || texts === null) return [`${path}: ${typeof texts}`];
  return Object.entries(texts).flatMap(([key, value]) => shapeOf(value, `${path}.${key}`));
}

function textsIn(texts: unknown, path: string): [path: string, text: string][] {
  if (typeof texts === 'string') return [[path, texts]];
  if (typeof texts !== 'object' || texts === null) return [];
  return Object.entries(texts).flatMap(([key, value]) => textsIn(value, `${path}.${key}`));
}

/** Lists the parts of functions' literals that have at least two words. */
function literalsIn(texts: unknown, path: string): string[] {
  if (typeof texts === 'function')
    return String(texts)
      .split(/[`'"]|\$\{[^{}]*\}/)
      .filter((part) => /\p{L}+ \p{L}+/u.test(part) && /^[\p{L}\p{N}\s.,;!?’“”„–-]+$/u.test(part))
      .map((part) => `${path}: ${part}`);
  if (typeof texts !== 'object' || texts === null) return [];
  return Object.entries(texts).flatMap(([key, value]) => literalsIn(value, `${path}.${key}`));
}

test('every module of texts has a German translation, and every translation has its module', () => {
  expect(Object.keys(english).length).toBeGreaterThan(45);
  expect(Object.keys(german).toSorted()).toEqual(Object.keys(english).toSorted());
});

test.each(Object.keys(english))('German has the same keys, lists and arguments: %s', (name) => {
  expect(shapeOf((german as Record<string, unknown>)[name], name)).toEqual(shapeOf(english[name], name));
});

/** The path of a text that quotes the first line of a file. Another program writes that file, so the line is not translated. */
const untranslatedPath = 'appSettings.cookie.placeholder';

test('no sentence is left in English', () => {
  const englishTexts = new Map(Object.entries(english).flatMap(([name, texts]) => textsIn(texts, name)));
  const untranslatedTexts = Object.entries(german)
    .flatMap(([name, texts]) => textsIn(texts, name))
    .filter(([path, text]) => path !== untranslatedPath && text === englishTexts.get(path) && / \w+ /.test(text));
  expect(untranslatedTexts).toEqual([]);
});

test('no part of a sentence is left in English in a function', () => {
  const englishLiterals = new Set(Object.entries(english).flatMap(([name, texts]) => literalsIn(texts, name)));
  const germanLiterals = Object.entries(german).flatMap(([name, texts]) => literalsIn(texts, name));
  expect(Math.min(englishLiterals.size, germanLiterals.length)).toBeGreaterThan(100);
  expect(germanLiterals.filter((literal) => englishLiterals.has(literal))).toEqual([]);
});
