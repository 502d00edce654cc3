// The web app manifest in another language differs from the English one only in its texts.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '../../src/lib/language.ts';

interface Manifest {
  lang: string;
  description: string;
  shortcuts: { name: string }[];
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')) as Manifest;
const englishManifest = readManifest('manifest.webmanifest');

test.each(languages.filter((language) => language !== 'en'))(
  'the manifest in %s has the id, addresses, icons and shortcuts of the English one, and its own description',
  (language) => {
    const translatedManifest = readManifest(`public/manifest.${language}.webmanifest`);
    expect(translatedManifest.lang).toBe(language);
    expect(translatedManifest.description).not.toBe(englishManifest.description);
    const shortcuts = translatedManifest.shortcuts.map((shortcut, index) => ({ ...shortcut, name: englishManifest.shortcuts[index]?.name }));
    expect({ ...translatedManifest, lang: englishManifest.lang, description: englishManifest.description, shortcuts }).toEqual(englishManifest);
  },
);
