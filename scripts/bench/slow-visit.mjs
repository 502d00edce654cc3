import { openDevice } from '../../tests/e2e/device.ts';
import { watchFirstPaint } from './in-page.mjs';
import { withArchive } from './with-archive.mjs';

const latencyMs = 400;
const bytesPerSecond = 400_000 / 8;
const slowdown = 4;
const firstGoalMs = 8_100;
const secondGoalMs = 760;

export const row = {
  name: `first, second and third visit at ${latencyMs} ms, 400 kbit/s, processor slowed ${slowdown} times, to the list (titles)`,
  goal: `≤ ${firstGoalMs / 1000} s; second ≤ ${secondGoalMs / 1000} s`,
  async run() {
    return withArchive(async ({ device, proxy, signIn }) => {
      await signIn();
      // The new device has the session's cookies, but nothing in its caches.
      const newDevice = await openDevice({ isPrefetchOn: true });
      try {
        await newDevice.context.addCookies(await device.context.cookies());
        const firstVisit = await visit(newDevice, proxy.url);
        // A second visit happens on another day, so it waits for the worker and the idle chunks, which load after the content.
        await firstVisit.page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated', null, { timeout: 120_000 });
        await firstVisit.page.waitForLoadState('networkidle', { timeout: 120_000 });
        const secondVisit = await visit(newDevice, proxy.url);
        await secondVisit.page.waitForLoadState('networkidle', { timeout: 120_000 });
        // The browser may cache compiled scripts at the second visit, so the third represents all later ones.
        const thirdVisit = await visit(newDevice, proxy.url);
        return {
          value: `${seconds(firstVisit.contentMs)} s (${Math.round(firstVisit.bytes / 1000)} kB ÷ rate = ${seconds((firstVisit.bytes / bytesPerSecond) * 1000)} s); second ${seconds(secondVisit.contentMs)} s, third ${seconds(thirdVisit.contentMs)} s`,
          isMet: firstVisit.contentMs <= firstGoalMs && secondVisit.contentMs <= secondGoalMs,
        };
      } finally {
        await newDevice.close();
      }
    });
  },
};

/** Milliseconds to the painted titles, and the bytes transferred by then. */
async function visit({ context }, url) {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  let bytes = 0;
  devtools.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watchFirstPaint);
  await page.goto(`${url}/`, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.bench?.titlesAtMs > 0, null, { timeout: 120_000 });
  return { page, bytes, contentMs: await page.evaluate(() => window.bench.titlesAtMs) };
}

const seconds = (ms) => (ms / 1000).toFixed(1);
