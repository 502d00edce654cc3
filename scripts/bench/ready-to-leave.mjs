// Measures how soon after a first visit the device can go offline: everything on the first page, and the lists, pictures and screens that a
// person would open next, are stored. Then the server is stopped, and the screens must open.
import { expect } from '@playwright/test';
import { openDevice, waitForChunks } from '../../tests/e2e/device.ts';
import { watchFirstPaint } from './in-page.mjs';
import { startSlowLine } from './slow-line.mjs';
import { withArchive } from './with-archive.mjs';

const loopback = { goalMs: 5_000 };
const slowLine = { goalMs: 60_000, latencyMs: 400, bytesPerSecond: 400_000 / 8 };

export const rows = [
  {
    name: 'first visit over loopback: from the first list until what one opens next is on the device (the videos and channels of the first page, the next page, channels, playlists, their pictures, the screens)',
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
  return withArchive(async ({ archive, device, proxy, signIn }) => {
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
      await page.waitForFunction(isContentStored, null, { polling: 250, timeout: 2 * goalMs });
      const contentMs = performance.now() - startMs;
      await waitForChunks(page, 'channels-screen', 'playlists-screen', 'channel-screen', 'video-screen');
      const screensMs = performance.now() - startMs;
      await archive.kill();
      await openWhatIsNext(page);
      return { value: `content ${contentMs.toFixed(0)} ms, screens ${screensMs.toFixed(0)} ms`, isMet: Math.max(contentMs, screensMs) <= goalMs };
    } finally {
      await newDevice.close();
      line?.close();
    }
  });
}

/** Opens a video of the first page, the channels, the playlists and one playlist. Fails if one of them is not on the device. */
async function openWhatIsNext(page) {
  const cards = page.getByRole('main').getByRole('article');
  const openFirst = async () => {
    const title = (await cards.last().getByRole('heading', { level: 3 }).innerText()).trim();
    await cards.last().getByRole('link', { name: title }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  };
  await openFirst();
  for (const name of ['Channels', 'Playlists']) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(cards.first()).toBeVisible();
  }
  await openFirst();
  await expect(page.getByRole('list', { name: 'Videos of the playlist' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText('Not on this device')).toHaveCount(0);
}

/**
 * Runs in the page. Whether the mirror has the second page, the details and channels of the videos on the first page, the channels and the
 * playlists, and the image cache has the pictures of all these lists.
 */
async function isContentStored() {
  const { name } = (await indexedDB.databases()).find((database) => database.name.startsWith('stowaway-mirror|')) ?? {};
  if (!name) return false;
  const settled = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await settled(indexedDB.open(name));
  try {
    const read = (table) => settled(db.transaction(table).objectStore(table).getAll());
    const byId = async (table, key) => new Map((await read(table)).map((row) => [row[key], row]));
    const pages = (await read('listPages')).filter(({ key }) => !key.includes('?page_size='));
    const idsOf = (start, end) => pages.filter(({ key }) => key.startsWith(start) && key.endsWith(end)).map(({ ids }) => ids);
    const [firstVideos, nextVideos] = [idsOf('videos?', 'page=1'), idsOf('videos?', 'page=2')];
    const [channelIds, playlistIds] = [idsOf('channels?', 'page=1'), idsOf('playlists?', 'page=1')];
    if ([firstVideos, nextVideos, channelIds, playlistIds].some((lists) => lists.length === 0)) return false;
    const [cards, details, channels] = [await byId('videoCards', 'videoId'), await byId('videoDetails', 'videoId'), await byId('channels', 'channelId')];
    const [channelFacts, playlists] = [await byId('channelFacts', 'channelId'), await byId('playlists', 'playlistId')];
    const hasVideo = (id) => details.has(id) && channels.has(cards.get(id)?.channelId) && channelFacts.has(cards.get(id)?.channelId);
    if (!firstVideos.flat().every(hasVideo)) return false;
    const rows = [
      ...[...firstVideos, ...nextVideos].flat().map((id) => cards.get(id)),
      ...channelIds.flat().map((id) => channels.get(id)),
      ...playlistIds.flat().map((id) => playlists.get(id)),
    ];
    if (rows.includes(undefined)) return false;
    const pictures = [...new Set(rows.map(({ thumbUrl }) => thumbUrl))].filter((url) => url !== null);
    const isCached = await Promise.all(pictures.map((url) => caches.match(url, { ignoreVary: true })));
    return !isCached.includes(undefined);
  } finally {
    db.close();
  }
}
