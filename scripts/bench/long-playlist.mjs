import { clickToPaint, measureLongestTaskOfScrolling } from './in-page.mjs';
import { waitForScreens } from '../../tests/e2e/device.ts';
import { withArchive } from './with-archive.mjs';

const entryCount = 2_000;
const openGoalMs = 300;
const taskGoalMs = 50;

export const row = {
  name: `a playlist of ${entryCount} entries, server stopped: opened, longest task while it is scrolled through`,
  goal: `≤ ${openGoalMs} ms; ≤ ${taskGoalMs} ms`,
  async run() {
    return withArchive(async ({ archive, page, proxy, signIn, waitForWorker }) => {
      await signIn();
      await waitForWorker();
      await waitForScreens(page);
      await page.goto(`${proxy.url}/playlist/`);
      const link = 'main article a[href="/playlist/PLnorthSeaSingleHandedSampleList01"]';
      await page.waitForSelector(link);
      await archive.kill();
      await page.evaluate(fillPlaylist, { playlistId: 'PLnorthSeaSingleHandedSampleList01', count: entryCount });
      await page.goto(`${proxy.url}/playlist/`);
      await page.waitForSelector(link);
      const openMs = await page.evaluate(clickToPaint, { click: link, path: '/playlist/', shows: 'main li h3', text: 'Entry 0 ' });
      const longestMs = await page.evaluate(measureLongestTaskOfScrolling);
      return { value: `${openMs.toFixed(0)} ms; ${longestMs.toFixed(0)} ms`, isMet: openMs <= openGoalMs && longestMs <= taskGoalMs };
    });
  },
};

/** Runs in the page: stores the playlist as if all of it had been viewed before. Every twentieth entry is not in the archive. */
async function fillPlaylist({ playlistId, count }) {
  const mirror = (await indexedDB.databases()).find(({ name }) => name.startsWith('stowaway-mirror|'));
  const db = await new Promise((resolve, reject) => {
    const request = indexedDB.open(mirror.name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const storedPlaylist = await new Promise((resolve) => {
    const request = db.transaction('playlists').objectStore('playlists').get(playlistId);
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = db.transaction(['playlists', 'videoCards', 'watchStates'], 'readwrite');
  const allEntries = Array.from({ length: count }, (_, index) => ({
    videoId: `entry${String(index).padStart(6, '0')}`,
    title: `Entry ${index} of many, with a title of the usual length`,
    uploader: 'Bench',
    index,
    isDownloaded: index % 20 !== 19,
  }));
  transaction.objectStore('playlists').put({ ...storedPlaylist, entries: allEntries, fetchedAtMs: Date.now() });
  for (const { videoId, title, index, isDownloaded } of allEntries) {
    if (!isDownloaded) continue;
    transaction.objectStore('videoCards').put({
      videoId,
      title,
      channelId: 'UCbenchbenchbenchbenchbe',
      channelName: 'Bench',
      channelThumbUrl: null,
      thumbUrl: null,
      kind: 'videos',
      publishedAt: new Date(1.7e12 - index * 6e5).toISOString(),
      downloadedAt: 1.7e9 - index,
      durationSeconds: 600,
      mediaSizeBytes: 1e8,
      width: 1280,
      height: 720,
      viewCount: 1,
      likeCount: 1,
      isActive: true,
    });
    const state = { isWatched: index < 40, positionSeconds: null };
    transaction.objectStore('watchStates').put({ videoId, server: state, shown: state, waiting: 0, localPositionAtMs: null, alternativeSeconds: null });
  }
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  db.close();
}
