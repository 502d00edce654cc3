import { clickToPaint, waitUntilIdle } from './in-page.mjs';
import { withArchive, quantile } from './with-archive.mjs';

const limitMs = 100;
/** Each round marks six cards and unmarks them. Each tap is committed to the disk. With fewer taps, one slow write would determine p95. */
const rounds = 4;

export const row = {
  name: 'tap to painted change (a watched mark), p95, online and with the server stopped',
  goal: '≤ 100 ms each; 0 list requests',
  async run() {
    return withArchive(async ({ archive, page, proxy, signIn }) => {
      await signIn();
      await page.waitForLoadState('networkidle');
      proxy.forget();
      const onlineTimes = await markOften(page);
      const listRequestCount = proxy.seenRequests.filter(
        ({ method, path }) => method === 'GET' && /^\/api\/(video|channel|playlist)\/(\?|$)/.test(path),
      ).length;
      await archive.kill();
      const stoppedTimes = await markOften(page);
      const [onlineMs, stoppedMs] = [quantile(onlineTimes, 0.95), quantile(stoppedTimes, 0.95)];
      return {
        value: `${onlineMs.toFixed(0)} ms online, ${stoppedMs.toFixed(0)} ms stopped, ${listRequestCount} list requests (n = ${onlineTimes.length})`,
        isMet: onlineMs <= limitMs && stoppedMs <= limitMs && listRequestCount === 0,
      };
    });
  },
};

async function markOften(page) {
  const times = [];
  for (let round = 0; round < rounds; round += 1) times.push(...(await markCards(page)));
  return times;
}

/** Marks the first cards of the list, then unmarks them. Returns the milliseconds of each tap. */
async function markCards(page) {
  const times = [];
  for (const [label, opposite] of [
    ['Mark watched', 'Mark unwatched'],
    ['Mark unwatched', 'Mark watched'],
  ]) {
    for (let card = 0; card < 6; card += 1) {
      const name = await page.evaluate(
        (start) => document.querySelector(`main article button[aria-label^="${start}:"]`)?.getAttribute('aria-label')?.slice(start.length),
        label,
      );
      if (!name) break;
      const selectorOf = (start) => `main article button[aria-label="${start}${name.replaceAll('"', String.raw`\"`)}"]`;
      await page.evaluate(waitUntilIdle);
      times.push(await page.evaluate(clickToPaint, { click: selectorOf(label), shows: selectorOf(opposite) }));
    }
  }
  return times;
}
