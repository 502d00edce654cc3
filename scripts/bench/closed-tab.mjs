// The position of a tab that is closed while it plays, as another device sees it.
import { performance } from 'node:perf_hooks';
import { callApi } from '../../tests/e2e/archive-process.ts';
import { withArchive } from './with-archive.mjs';

const rounds = 8;
const lostGoalSeconds = 1;
const goalMs = 2_000;
/** The player reports its position every ten seconds: this far past a report, only a message sent on closing can carry the new position. */
const sinceReportSeconds = 3;
const video = 'fogNorthSea';
/** Between the places at which the rounds begin; the video is long enough for all. */
const stepSeconds = 20;
const reportTimeoutMs = 30_000;

export const row = {
  name: `a playing tab is closed over ${sinceReportSeconds} s after its last report: how much of its position is lost, when the rest is stored (worst of ${rounds})`,
  goal: `≤ ${lostGoalSeconds} s; ≤ ${goalMs / 1_000} s`,
  async run() {
    return withArchive(async ({ archive, device, signIn, proxy }) => {
      await signIn(); // this tab stays: the browser lives on
      const call = callApi(archive.url);
      const stored = async () => (await (await call(`/api/video/${video}/`)).json()).player.position ?? 0;
      let [lost, late] = [0, 0];
      for (let round = 0; round < rounds; round += 1) {
        const from = stepSeconds * (round + 1);
        const page = await device.context.newPage();
        await page.goto(`${proxy.url}/video/${video}/?t=${from}`);
        await page.waitForFunction(() => document.querySelector('video')?.readyState >= 3);
        await page.evaluate(() => document.querySelector('video').play());
        const deadlineMs = performance.now() + reportTimeoutMs;
        let here = 0;
        for (let there = 0; there < from || here - there <= sinceReportSeconds;) {
          if (performance.now() > deadlineMs) throw new Error(`no report from ${from} s on: ${there} s are stored at ${here} s`);
          await pause(100);
          there = await stored();
          here = await page.evaluate(() => document.querySelector('video').currentTime);
        }
        const closedMs = performance.now();
        await page.close();
        let there = await stored();
        while (here - there > lostGoalSeconds && performance.now() - closedMs < 10 * goalMs) {
          await pause(5);
          there = await stored();
        }
        lost = Math.max(lost, here - there);
        late = Math.max(late, performance.now() - closedMs);
      }
      return { value: `${Math.max(0, lost).toFixed(1)} s; ${(late / 1_000).toFixed(2)} s`, isMet: lost <= lostGoalSeconds && late <= goalMs };
    });
  },
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
