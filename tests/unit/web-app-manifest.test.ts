// The web app manifest in another language differs from the English one only in its texts.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { languages } from '../../src/lib/language.ts';

interface Manifest {
  lang: string;
  description: string;
  screenshots: { src: string; sizes: string; label: string }[];
  shortcuts: { name: string }[];
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')) as Manifest;
const englishManifest = readManifest('manifest.webmanifest');

test.each(languages.filter((language) => language !== 'en'))(
  'the manifest in %s has the id, addresses, icons, screenshots and shortcuts of the English one, and its own description',
  (language) => {
    const translatedManifest = readManifest(`public/manifest.${language}.webmanifest`);
    expect(translatedManifest.lang).toBe(language);
    expect(translatedManifest.description).not.toBe(englishManifest.description);
    const shortcuts = translatedManifest.shortcuts.map((shortcut, index) => ({ ...shortcut, name: englishManifest.shortcuts[index]?.name }));
    const screenshots = translatedManifest.screenshots.map((screenshot, index) => ({ ...screenshot, label: englishManifest.screenshots[index]?.label }));
    const { lang, description } = englishManifest;
    expect({ ...translatedManifest, lang, description, screenshots, shortcuts }).toEqual(englishManifest);
  },
);

test('the manifest names the size that each screenshot has', () => {
  for (const { src, sizes } of englishManifest.screenshots) {
    const bytes = readFileSync(new URL(`../../docs/pictures/${src.replace('/screenshots/', '')}`, import.meta.url));
    // The format of ffmpeg's lossy WebP: the frame's header contains width and height, of 14 bits each.
    expect(bytes.toString('latin1', 12, 16)).toBe('VP8 ');
    expect(`${bytes.readUInt16LE(26) & 0x3fff}x${bytes.readUInt16LE(28) & 0x3fff}`).toBe(sizes);
  }
});
