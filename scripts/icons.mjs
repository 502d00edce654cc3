// Draws public/icons and favicon.ico from the logo in public/favicon.svg, with an installed Chromium or Playwright's own. Run by hand when
// the logo changes: node scripts/icons.mjs
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { chromium } from '@playwright/test';
import { chromiumOnPath } from './test/chromium-on-path.mjs';

const publicFolder = new URL('../public/', import.meta.url);
const logo = await readFile(new URL('favicon.svg', publicFolder), 'utf8');
/** The logo without its rounded background, because systems cut their own shape out of a full square. */
const foreground = logo.replace(/<rect [^>]*\/>/, '');
const backgroundColour = /fill="(#[0-9a-f]{6})"/.exec(logo)?.[1];

/** The maskable icon has a smaller scale, because systems may cut off everything outside its middle 80 %. */
const pictures = [
  { file: 'icons/icon-192.png', size: 192, html: logo, scale: 1 },
  { file: 'icons/icon-512.png', size: 512, html: logo, scale: 1 },
  { file: 'icons/icon-maskable-512.png', size: 512, html: foreground, scale: 0.78, background: backgroundColour },
  { file: 'icons/apple-touch-180.png', size: 180, html: foreground, scale: 0.86, background: backgroundColour },
  { file: 'favicon-32.png', size: 32, html: logo, scale: 1 },
];

await mkdir(new URL('icons/', publicFolder), { recursive: true });
const browser = await chromium.launch({ executablePath: chromiumOnPath() ?? undefined });
try {
  for (const { file, size, html, scale, background } of pictures) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>*{margin:0}body{display:grid;place-items:center;height:100vh;background:${background ?? 'transparent'}}svg{width:${scale * 100}vw;height:${scale * 100}vh}</style>${html}`,
    );
    const png = await page.screenshot({ omitBackground: background === undefined });
    await page.close();
    await (file === 'favicon-32.png' ? writeFile(new URL('favicon.ico', publicFolder), icoOf(png, size)) : writeFile(new URL(file, publicFolder), png));
  }
} finally {
  await browser.close();
}

/** An .ico file may contain an unchanged PNG, after 22 bytes of directory. */
function icoOf(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, png]);
}
