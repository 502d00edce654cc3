import { desktop, launchBrowser, phone } from '../../tests/e2e/device.ts';
import { withArchive } from './with-archive.mjs';

/** The widths must save at least this share of the bytes of all four visits. */
const goalShare = 0.4;
const screens = [
  { name: 'phone', viewport: phone, deviceScaleFactor: 3 },
  { name: 'desktop', viewport: desktop, deviceScaleFactor: 1 },
];
const pages = [
  { name: 'home', path: '/' },
  { name: 'channel', path: '/channel/UCslowHarbourSampleAaa01' },
];

export const row = {
  name: 'pictures of a first visit: number, bytes and time of decoding, in the widths shown (and as originals)',
  goal: `≤ ${100 * (1 - goalShare)} % of the bytes of the originals`,
  async run() {
    return withArchive(async ({ device, archive, signIn }) => {
      await signIn();
      const cookies = await device.context.cookies();
      const browser = await launchBrowser();
      const measure = (screen, path, hasWidths) => visit(browser, { cookies, screen, url: `${archive.url}${path}`, hasWidths });
      const parts = [];
      let [bytes, originalBytes] = [0, 0];
      try {
        for (const screen of screens) {
          for (const { name, path } of pages) {
            const inWidths = await measureMade(() => measure(screen, path, true));
            const originals = await measure(screen, path, false);
            bytes += inWidths.bytes;
            originalBytes += originals.bytes;
            parts.push(`${screen.name}, ${name}: ${describe(inWidths)} (${describe(originals)})`);
          }
        }
      } finally {
        await browser.close();
      }
      return { value: parts.join('; '), isMet: bytes <= (1 - goalShare) * originalBytes };
    });
  },
};

/** The visit after which the server has made every copy: the first that fetches as many bytes as the visit before. */
async function measureMade(measure) {
  let previous = await measure();
  for (;;) {
    const next = await measure();
    if (next.bytes === previous.bytes) return next;
    previous = next;
  }
}

/** Opens the page on a device without any copy, scrolls to its end, and reads the pictures that the page has requested. */
async function visit(browser, { cookies, screen: { viewport, deviceScaleFactor }, url, hasWidths }) {
  const context = await browser.newContext({ viewport, deviceScaleFactor, serviceWorkers: 'block' });
  await context.addCookies(cookies);
  if (!hasWidths) await context.route(/\/cache\/.*\?width=/, (route) => route.continue({ url: route.request().url().split('?')[0] }));
  const page = await context.newPage();
  const sizes = new Map();
  page.on('requestfinished', (request) => {
    // A picture that a second element shows comes from memory.
    if (new URL(request.url()).pathname.startsWith('/cache/') && !sizes.has(request.url())) sizes.set(request.url(), request.sizes());
  });
  await page.goto(url);
  await page.locator('main img:visible').first().waitFor();
  for (let step = 0; step < 10; step += 1) {
    await page.mouse.wheel(0, viewport.height);
    await page.waitForTimeout(150);
  }
  await page.waitForLoadState('networkidle');
  const decodeMs = await page.evaluate(decodeAll);
  const bytes = (await Promise.all(sizes.values())).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  await context.close();
  return { count: sizes.size, bytes, decodeMs };
}

/** The least time that the page's pictures take to decode, of three tries, one picture after another. */
async function decodeAll() {
  const urls = [...new Set([...document.images].map(({ currentSrc }) => currentSrc).filter((src) => src.includes('/cache/')))];
  const blobs = await Promise.all(urls.map(async (url) => (await fetch(url)).blob()));
  let leastMs = Infinity;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const startMs = performance.now();
    for (const blob of blobs) (await createImageBitmap(blob)).close();
    leastMs = Math.min(leastMs, performance.now() - startMs);
  }
  return leastMs;
}

function describe({ count, bytes, decodeMs }) {
  return `${count}, ${Math.round(bytes / 1000)} kB, ${Math.round(decodeMs)} ms`;
}
