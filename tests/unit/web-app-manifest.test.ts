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
const englishManifest = manifestIn('manifest.webmanifest');

test.each(languages.filter((language) => language !== 'en'))('%s has the same id, addresses, icons and shortcuts, and its own description', (language) => {
  const translatedManifest = manifestIn(`public/manifest.${language}.webmanifest`);
  expect(translatedManifest.lang).toBe(language);
  expect(translatedManifest.description).not.toBe(englishManifest.description);
  const shortcuts = translatedManifest.shortcuts.map((shortcut, index) => ({ ...shortcut, name: englishManifest.shortcuts[index]?.name }));
  expect({ ...translatedManifest, lang: englishManifest.lang, description: englishManifest.description, shortcuts }).toEqual(englishManifest);
});
