import { clickToPaint, measureLongestTaskOfScrolling, setPageSize } from './in-page.mjs';
import { withArchive } from './with-archive.mjs';

const itemCount = 10_000;
const itemsPerPage = 100;
const openGoalMs = 300;
const taskGoalMs = 50;

export const row = {
  name: `a queue of ${itemCount} items, ${itemsPerPage} on a page, server stopped: opened, longest task while it is scrolled through`,
  goal: `≤ ${openGoalMs} ms; ≤ ${taskGoalMs} ms`,
  async run() {
    const { fillQueue } = await import('../../tests/builders/queue-items.ts');
    return withArchive(async ({ archive, page, proxy, signIn, waitForWorker }) => {
      const queueItems = Array.from({ length: itemCount }, (_, index) => ({
        videoId: `many${String(index).padStart(7, '0')}`,
        title: `Film ${index} of a long queue, with a usual title`,
      }));
      fillQueue(archive.dataFolder, queueItems);
      await signIn();
      await page.evaluate(setPageSize, itemsPerPage);
      await waitForWorker();
      await page.goto(`${proxy.url}/downloads/`);
      await page.waitForFunction((count) => document.querySelectorAll('main ul article').length === count, itemsPerPage);
      await archive.kill();
      await page.goto(`${proxy.url}/`);
      await page.waitForSelector('main article');
      const link = 'nav a[href="/downloads/"]';
      const openMs = await page.evaluate(clickToPaint, { click: link, path: '/downloads/', shows: 'main ul article h2', text: 'Film 0 ' });
      const longestMs = await page.evaluate(measureLongestTaskOfScrolling);
      return { value: `${openMs.toFixed(0)} ms; ${longestMs.toFixed(0)} ms`, isMet: openMs <= openGoalMs && longestMs <= taskGoalMs };
    });
  },
};
