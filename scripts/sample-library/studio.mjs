// Runs one Chromium, which draws the clips frame by frame, and stills at any size.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const studioFolder = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' };
const ORIGIN = 'http://studio.invalid';

function fileFor(pathname) {
  if (pathname.startsWith('/fonts/')) {
    const [, , family, ...rest] = pathname.split('/');
    const root = path.dirname(require.resolve(`@fontsource-variable/${family}/package.json`));
    return path.join(root, ...rest);
  }
  return path.join(studioFolder, pathname);
}

export async function openStudio(executablePath) {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(`studio: ${error.message}`));
  await page.route(`${ORIGIN}/**`, async (route) => {
    const file = fileFor(new URL(route.request().url()).pathname);
    const body = await readFile(file).catch(() => null);
    if (body === null) return route.fulfill({ status: 404, body: '' });
    return route.fulfill({ body, contentType: TYPES[path.extname(file)] ?? 'application/octet-stream' });
  });
  await page.goto(`${ORIGIN}/page/index.html`, { waitUntil: 'load' });
  await page.waitForFunction(() => typeof window.openClip === 'function');
  return {
    open: (clip) => page.evaluate((requested) => window.openClip(requested), clip),
    /** Draws each frame. Frames are transferred in batches of twelve, because a message for each would cost more than the drawing. */
    async eachFrame(clip, write) {
      const rate = clip.drawFps ?? clip.fps;
      const total = Math.ceil(clip.seconds * rate);
      for (let firstIndex = 0; firstIndex < total; firstIndex += 12) {
        const times = Array.from({ length: Math.min(12, total - firstIndex) }, (_, i) => (firstIndex + i) / rate);
        for (const frame of await page.evaluate((list) => window.frames(list), times)) await write(Buffer.from(frame, 'base64'));
      }
    },
    still: async (t) => Buffer.from(await page.evaluate((seconds) => window.still(seconds), t), 'base64'),
    /** A PNG screenshot of this markup, for banners and avatars. */
    async photograph(html, width, height) {
      const sheet = await browser.newPage({ viewport: { width, height } });
      await sheet.route(`${ORIGIN}/**`, (route) => {
        const pathname = new URL(route.request().url()).pathname;
        if (pathname === '/sheet') return route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' });
        return readFile(fileFor(pathname)).then((body) => route.fulfill({ body, contentType: TYPES[path.extname(pathname)] ?? 'application/octet-stream' }));
      });
      await sheet.goto(`${ORIGIN}/sheet`, { waitUntil: 'load' });
      // A font that nothing has used yet is not loaded and does not delay `load`, so every font that the markup declares is loaded here.
      await sheet.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())));
      const shot = await sheet.screenshot({ type: 'png' });
      await sheet.close();
      return shot;
    },
    close: () => browser.close(),
  };
}
