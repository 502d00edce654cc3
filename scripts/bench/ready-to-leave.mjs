// Measures how soon after a first visit the device can go offline: the lists and the screens that a person would open next are stored.
import { openDevice, waitForChunks } from '../../tests/e2e/device.ts';
import { watchFirstPaint } from './in-page.mjs';
import { startSlowLine } from './slow-line.mjs';
import { withArchive } from './with-archive.mjs';

const loopback = { goalMs: 5_000 };
const slowLine = { goalMs: 60_000, latencyMs: 400, bytesPerSecond: 400_000 / 8 };

export const rows = [
  {
    name: 'first visit over loopback: from the first list until what one opens next is on the device (channels, playlists, the next page, a channel, the screens)',
    goal: `≤ ${loopback.goalMs} ms`,
    run: () => readyWithin(loopback),
  },
  {
    name: `the same at ${slowLine.latencyMs} ms and 400 kbit/s`,
    goal: `≤ ${slowLine.goalMs / 1000} s`,
    run: () => readyWithin(slowLine),
  },
];

function readyWithin({ goalMs, latencyMs, bytesPerSecond }) {
  return withArchive(async ({ device, proxy, signIn }) => {
    await signIn();
    const line = bytesPerSecond ? await startSlowLine({ port: proxy.port, latencyMs, bytesPerSecond }) : null;
    const newDevice = await openDevice({ isPrefetchOn: true });
    try {
      await newDevice.context.addCookies(await device.context.cookies());
      const page = newDevice.context.pages()[0] ?? (await newDevice.context.newPage());
      proxy.forget();
      await page.addInitScript(watchFirstPaint);
      await page.goto(`${line?.url ?? proxy.url}/`, { waitUntil: 'commit' });
      await page.waitForFunction(() => window.bench?.listAtMs > 0, null, { timeout: 60_000 });
      const startMs = performance.now();
      await page.waitForFunction(areListsStored, null, { polling: 100, timeout: 2 * goalMs });
      const listsMs = performance.now() - startMs;
      await waitForChunks(page, 'channels-screen', 'playlists-screen', 'channel-screen', 'video-screen');
      const screensMs = performance.now() - startMs;
      return { value: `lists ${listsMs.toFixed(0)} ms, screens ${screensMs.toFixed(0)} ms`, isMet: Math.max(listsMs, screensMs) <= goalMs };
    } finally {
      await newDevice.close();
      line?.close();
    }
  });
}

/** Runs in the page: whether the channels, the playlists, the second page and a channel's facts are in the mirror. */
async function areListsStored() {
  const { name } = (await indexedDB.databases()).find((database) => /^stowaway\b.+/.test(database.name) && !/saved|images/.test(database.name)) ?? {};
  if (!name) return false;
  const openRequest = indexedDB.open(name);
  const db = await new Promise((resolve) => (openRequest.onsuccess = () => resolve(openRequest.result)));
  try {
    const keysRequest = db.transaction('listPages').objectStore('listPages').getAllKeys();
    const keys = await new Promise((resolve) => (keysRequest.onsuccess = () => resolve(keysRequest.result)));
    const countRequest = db.transaction('channelFacts').objectStore('channelFacts').count();
    const factCount = await new Promise((resolve) => (countRequest.onsuccess = () => resolve(countRequest.result)));
    return (
      factCount > 0 && ['channels?', 'playlists?'].every((start) => keys.some((key) => key.startsWith(start))) && keys.some((key) => key.endsWith('page=2'))
    );
  } finally {
    db.close();
  }
}
