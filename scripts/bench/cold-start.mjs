import { withArchive } from './with-archive.mjs';
import { watchFirstPaint } from './in-page.mjs';

export const row = {
  name: 'cold start without a network, to the list with its pictures',
  goal: '≤ 1 000 ms, ≤ 1.1 × the online warm start',
  async run() {
    return withArchive(async ({ archive, device, page, proxy, signIn, waitForWorker }) => {
      await signIn();
      await waitForWorker();
      // Starts once more through the worker until every picture in view has loaded, because the worker caches pictures that are viewed.
      await firstPaint(page, proxy.url);
      const online = [];
      for (let round = 0; round < 5; round += 1) online.push(await coldStart(device, proxy.url));
      await archive.kill();
      const offline = [];
      for (let round = 0; round < 5; round += 1) offline.push(await coldStart(device, proxy.url));
      const [off, on] = [median(offline), median(online)];
      return { value: `${off.toFixed(0)} ms offline, ${on.toFixed(0)} ms online, ratio ${(off / on).toFixed(2)}`, isMet: off <= 1000 && off / on <= 1.1 };
    });
  },
};

async function coldStart(device, url) {
  const context = await device.reopen();
  return firstPaint(context.pages()[0] ?? (await context.newPage()), url);
}

async function firstPaint(page, url) {
  await page.addInitScript(watchFirstPaint);
  await page.goto(`${url}/`);
  await page.waitForFunction(() => window.bench.listAtMs !== null, null, { timeout: 30_000 });
  return page.evaluate(() => window.bench.listAtMs);
}

function median(numbers) {
  return [...numbers].sort((left, right) => left - right)[Math.floor(numbers.length / 2)];
}
