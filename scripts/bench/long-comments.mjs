import { fillComments } from './fill-mirror.mjs';
import { clickToPaint, measureLongestTaskOfScrolling } from './in-page.mjs';
import { withArchive } from './with-archive.mjs';

const commentCount = 1_000;
const openGoalMs = 300;
const taskGoalMs = 50;

export const row = {
  name: `a video with ${commentCount} comments, server stopped: opened, longest task while it is scrolled through`,
  goal: `≤ ${openGoalMs} ms; ≤ ${taskGoalMs} ms`,
  async run() {
    return withArchive(async ({ archive, page, proxy, signIn, waitForWorker }) => {
      await signIn();
      await waitForWorker();
      const link = 'main article h3 a[href^="/video/"]';
      const href = await page.getAttribute(link, 'href');
      await page.goto(proxy.url + href);
      await page.waitForSelector('main video');
      // The archive's own comments must not arrive after the invented ones.
      await page.waitForLoadState('networkidle');
      await page.evaluate(fillComments, { videoId: href.split('/')[2], count: commentCount });
      await page.goto(`${proxy.url}/`);
      await page.waitForSelector(link);
      await archive.kill();
      const openMs = await page.evaluate(clickToPaint, {
        click: `main article h3 a[href="${href}"]`,
        path: '/video/',
        shows: 'main p, main li',
        text: 'Comment 0:',
      });
      const longestMs = await page.evaluate(measureLongestTaskOfScrolling);
      return { value: `${openMs.toFixed(0)} ms; ${longestMs.toFixed(0)} ms`, isMet: openMs <= openGoalMs && longestMs <= taskGoalMs };
    });
  },
};
