import { fillMirror } from './fill-mirror.mjs';
import { clickToPaint, setPageSize } from './in-page.mjs';
import { withArchive } from './with-archive.mjs';

const slowdown = 4;
const videosPerPage = 100;
const pages = 32;

export const row = {
  name: `scrolling ${videosPerPage} videos with the processor slowed ${slowdown} times; heap after ${pages} pages`,
  goal: '≥ 55 frames a second; ≤ 1.5 × the start + 4 MB',
  async run() {
    return withArchive(async ({ archive, device, page, proxy, signIn, waitForWorker }) => {
      await signIn();
      await waitForWorker();
      await page.evaluate(setPageSize, videosPerPage);
      await page.reload();
      await page.waitForFunction((count) => document.querySelectorAll('main section:last-of-type article').length > count, 12);
      await archive.kill();
      await page.evaluate(fillMirror, videosPerPage * (pages + 2));
      await page.goto(`${proxy.url}/`);
      await page.waitForSelector('main article');
      const devtools = await device.context.newCDPSession(page);
      const startBytes = await readHeapBytes(devtools);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      const rate = await page.evaluate(scrollThrough);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      for (let turn = 2; turn < pages + 2; turn += 1) {
        await page.evaluate(clickToPaint, { click: `main nav a[href="/?page=${turn}"]`, shows: 'main article h3', text: `of page ${turn},` });
      }
      const endBytes = await readHeapBytes(devtools);
      const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
      return {
        value: `${rate.toFixed(0)} frames a second; ${megabytes(startBytes)} MB, then ${megabytes(endBytes)} MB`,
        isMet: rate >= 55 && endBytes <= startBytes * 1.5 + 4e6,
      };
    });
  },
};

async function readHeapBytes(devtools) {
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

/** Runs in the page: scrolls from the top to the end of the list, 40 px a frame; returns frames per second. */
async function scrollThrough() {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  const startMs = performance.now();
  let frames = 0;
  while (scrollY + innerHeight < document.documentElement.scrollHeight - 4 && performance.now() - startMs < 15_000) {
    scrollBy({ top: 40, behavior: 'instant' });
    await frame();
    frames += 1;
  }
  return (frames * 1000) / (performance.now() - startMs);
}
