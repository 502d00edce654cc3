// The web app manifests in other languages differ from the English one only in their texts.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '../../src/lib/language.ts';

interface Manifest {
  lang: string;
  description: string;
  shortcuts: { name: string }[];
}

const manifestIn = (file: string): Manifest => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')) as Manifest;
const english = manifestIn('manifest.webmanifest');

test.each(languages.filter((language) => language !== 'en'))('%s has the same id, addresses, icons and shortcuts, and its own description', (language) => {
  const translated = manifestIn(`public/manifest.${language}.webmanifest`);
  expect(translated.lang).toBe(language);
  expect(translated.description).not.toBe(english.description);
  const shortcuts = translated.shortcuts.map((shortcut, index) => ({ ...shortcut, name: english.shortcuts[index]?.name }));
  expect({ ...translated, lang: english.lang, description: english.description, shortcuts }).toEqual(english);
});
