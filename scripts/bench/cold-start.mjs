import { withArchive } from './with-archive.mjs';
import { watchFirstPaint } from './in-page.mjs';

export const row = {
  name: 'cold start without a network, to the list with its pictures',
  goal: '≤ 1 000 ms, ≤ 1.1 × the online warm start',
  async run() {
    return withArchive(async ({ archive, device, page, proxy, signIn, waitForWorker }) => {
      await signIn();
      await waitForWorker();
      // Opens the list through the worker and waits for the pictures in view, because the worker caches only pictures that it fetched.
      await openList(page, proxy.url);
      const onlineTimes = [];
      for (let round = 0; round < 5; round += 1) onlineTimes.push(await startAgain(device, proxy.url));
      await archive.kill();
      const offlineTimes = [];
      for (let round = 0; round < 5; round += 1) offlineTimes.push(await startAgain(device, proxy.url));
      const [offlineMs, onlineMs] = [median(offlineTimes), median(onlineTimes)];
      const ratio = offlineMs / onlineMs;
      return {
        value: `${offlineMs.toFixed(0)} ms offline, ${onlineMs.toFixed(0)} ms online, ratio ${ratio.toFixed(2)}`,
        isMet: offlineMs <= 1000 && ratio <= 1.1,
      };
    });
  },
};

async function startAgain(device, url) {
  const context = await device.reopen();
  return openList(context.pages()[0] ?? (await context.newPage()), url);
}

async function openList(page, url) {
  await page.addInitScript(watchFirstPaint);
  await page.goto(`${url}/`);
  await page.waitForFunction(() => window.bench.listAtMs !== null, null, { timeout: 30_000 });
  return page.evaluate(() => window.bench.listAtMs);
}

function median(numbers) {
  return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)];
}
