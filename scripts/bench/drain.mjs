// Sends many changes that waited while the archive was unreachable: all videos of a page, selected and marked watched.
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { makeLargeArchive } from '../../tests/builders/large-server-archive.ts';
import { createArchiveProcess, credentials } from '../../tests/e2e/archive-process.ts';
import { openDevice } from '../../tests/e2e/device.ts';
import { isApi, startFaultProxy } from '../../tests/doubles/fault-proxy.ts';
import { setPageSize, watchTasks } from './in-page.mjs';

const changeCount = 500;
const latencyMs = 50;
/** The limit, as a multiple of the time that the requests alone take if two always run at once. */
const factor = 1.5;
const longTaskMs = 50;

export const row = {
  name: `${changeCount} waiting changes are sent, ${latencyMs} ms a call; the longest task of the page meanwhile`,
  goal: `≤ ${factor} × requests ÷ 2 × ${latencyMs} ms; no task over ${longTaskMs} ms`,
  async run() {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-bench-drain-'));
    const largeArchive = await makeLargeArchive(folder, { videos: changeCount });
    const archive = await createArchiveProcess({ dataFolder: largeArchive.dataFolder, library: largeArchive.libraryFolder });
    const device = await openDevice();
    let proxy = null;
    try {
      await archive.start();
      await archive.waitForImport();
      proxy = await startFaultProxy({ port: archive.port });
      const page = device.context.pages()[0] ?? (await device.context.newPage());
      await device.context.request.post(`${proxy.url}/api/user/login/`, { data: { ...credentials, remember_me: 'on' } });
      await page.goto(`${proxy.url}/`);
      await page.waitForSelector('main article');
      await page.evaluate(setPageSize, changeCount);
      await page.goto(`${proxy.url}/`);
      await page.waitForFunction((count) => document.querySelectorAll('main article').length >= count, changeCount);
      proxy.set({ kind: 'reset' }, isApi);
      await page.evaluate(() => dispatchEvent(new Event('offline')));
      await page.getByRole('button', { name: 'Select videos' }).click();
      await page.getByRole('button', { name: 'Select all on this page' }).click();
      await page.getByRole('button', { name: 'Mark watched' }).click();
      await page.getByText(`Marked ${changeCount} videos watched.`).waitFor();
      while ((await page.evaluate(countWaiting)) !== changeCount) await page.waitForTimeout(100);
      // Opens another screen, because drawing a list of 500 videos must not be measured: nobody has so many on one page.
      await page.getByRole('link', { name: 'About', exact: true }).click();
      await page.getByRole('heading', { name: 'On this device' }).waitFor();
      await page.evaluate(watchTasks);
      proxy.forget();
      proxy.set({ kind: 'delay', ms: latencyMs }, isApi);
      const startMs = performance.now();
      await page.evaluate(() => dispatchEvent(new Event('online')));
      while ((await page.evaluate(countWaiting)) > 0) await page.waitForTimeout(250);
      const ms = performance.now() - startMs;
      const { longest, count } = await page.evaluate(() => window.tasks);
      const requests = proxy.seenRequests.filter(isApi).length;
      const sentChanges = proxy.seenRequests.filter((request) => request.method === 'POST' && request.path === '/api/watched/').length;
      const goalMs = (factor * requests * latencyMs) / 2;
      return {
        value:
          `${(ms / 1_000).toFixed(1)} s for ${requests} requests (${sentChanges} of them changes), ${(ms / ((requests * latencyMs) / 2)).toFixed(2)} ×; ` +
          `${longest.toFixed(0)} ms (${count} tasks over ${longTaskMs} ms)`,
        isMet: ms <= goalMs && longest <= longTaskMs && sentChanges === changeCount,
      };
    } finally {
      await device.close();
      await proxy?.close();
      await archive.remove();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Runs in the page: how many changes the mirror's outbox contains. */
async function countWaiting() {
  const mirror = (await indexedDB.databases()).find(({ name }) => name.startsWith('stowaway-mirror|'));
  const db = await new Promise((resolve, reject) => {
    const request = indexedDB.open(mirror.name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const waitingCount = await new Promise((resolve, reject) => {
    const request = db.transaction('outbox').objectStore('outbox').count();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  db.close();
  return waitingCount;
}
