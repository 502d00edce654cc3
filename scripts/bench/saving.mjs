import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { startMediaProxy } from '../../tests/doubles/media-proxy.ts';
import { signIn, waitForScreens, waitForWorker } from '../../tests/e2e/device.ts';
import { clickToPaint, waitUntilIdle } from './in-page.mjs';
import { largeVideo, openWatcher, secondLargeVideo, withLargeVideo } from './with-large-video.mjs';
import { quantile } from './with-archive.mjs';

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

export const rows = [
  {
    name: 'a video of 2 GiB: speed of saving ÷ speed of fetching; share of the saving time in which the main thread is busy',
    goal: '≥ 0.80, busy ≤ 3 %',
    async run() {
      return withLargeVideo(2 * gibibyte, async ({ archive, page }) => {
        await openChannel(page, archive.url);
        const address = `/youtube/${largeVideo.channel.split('/')[2]}/${largeVideo.id}.mp4`;
        const fetchMsBefore = await page.evaluate(fetchAll, address);
        const watcher = await openWatcher(page);
        const session = await page.context().newCDPSession(page);
        // Measures processor time, because the duration of a task includes waiting for a processor.
        await session.send('Performance.enable', { timeDomain: 'threadTicks' });
        const readBusyMs = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
        await page.evaluate(waitUntilIdle);
        const busyMsBefore = await readBusyMs();
        const { startMs, receivedMs, readyMs } = await watcher.save(largeVideo.title);
        const busyShare = ((await readBusyMs()) - busyMsBefore) / (readyMs - startMs);
        const fetchMsAfter = await page.evaluate(fetchAll, address);
        const pipeMs = await page.evaluate(pipeToFile, address);
        const fetchMs = (fetchMsBefore + fetchMsAfter) / 2;
        const ratio = fetchMs / (receivedMs - startMs);
        const rate = (ms) => `${(2048 / (ms / 1000)).toFixed(0)} MiB/s`;
        return {
          value: `${ratio.toFixed(2)} (${rate(receivedMs - startMs)} saved, ${rate(fetchMs)} fetched, ${rate(pipeMs)} piped into a file by the browser; checked in ${((readyMs - receivedMs) / 1000).toFixed(1)} s), busy ${(busyShare * 100).toFixed(1)} %`,
          isMet: ratio >= 0.8 && busyShare <= 0.03,
        };
      });
    },
  },
  {
    name: 'requests while 1 GiB is saved',
    goal: '≤ 20',
    async run() {
      return withLargeVideo(gibibyte, async ({ page, proxy }) => {
        await openChannel(page, proxy.url);
        const watcher = await openWatcher(page);
        proxy.forget();
        await watcher.save(largeVideo.title);
        const requests = proxy.seenRequests.filter(({ path }) => !/^\/(assets|sw\.js|api\/(ping|task|notification))/.test(path));
        return { value: `${requests.length} (${requests.filter(({ path }) => path.endsWith('.mp4')).length} for the video)`, isMet: requests.length <= 20 };
      });
    },
  },
  {
    name: 'memory that saving adds to the pages, for videos of 0.5, 2 and 4 GiB',
    goal: '≤ 64 MB, 4 GiB ÷ 0.5 GiB ≤ 1.2',
    async run() {
      const [halfGibMb, twoGibMb, fourGibMb] = [await memoryOfSaving(0.5), await memoryOfSaving(2), await memoryOfSaving(4)];
      const ratio = fourGibMb / Math.max(halfGibMb, 1);
      return {
        value: `${halfGibMb.toFixed(0)}, ${twoGibMb.toFixed(0)} and ${fourGibMb.toFixed(0)} MB, ratio ${ratio.toFixed(2)}`,
        isMet: Math.max(halfGibMb, twoGibMb, fourGibMb) <= 64 && ratio <= 1.2,
      };
    },
  },
  {
    name: 'bytes fetched again after each of ten kills of the browser',
    goal: '≤ 8 MiB',
    async run() {
      return withLargeVideo(gibibyte, async ({ archive, device, page }) => {
        const proxy = await startMediaProxy(archive);
        try {
          // Slow enough that the browser keeps up: bytes that wait in sockets count as sent, although the browser never reads them.
          proxy.bytesPerSecond = 3 * mebibyte;
          await openChannel(page, proxy.url);
          await page.locator(`[data-save][aria-label^="Save offline: ${largeVideo.title}"]`).click();
          for (let kill = 0; kill < 10; kill += 1) {
            // The kill comes 9 to 16 MiB after the save resumed, so that the kills fall at different places of a window.
            const sentBytes = (9 + ((kill * 3) % 8)) * mebibyte + kill * 4321;
            await waitUntil(() => proxy.requests[kill]?.sentBytes > sentBytes);
            const context = await device.kill();
            // A killed browser may have lost its session.
            await signIn(context.pages()[0] ?? (await context.newPage()), proxy.url);
            await waitUntil(() => proxy.requests.length > kill + 1);
          }
          const refetchedBytes = proxy.requests
            .slice(1)
            .map(({ firstByte }, index) => proxy.requests[index].firstByte + proxy.requests[index].sentBytes - firstByte);
          const [medianMib, mostMib] = [quantile(refetchedBytes, 0.5), Math.max(...refetchedBytes)].map((bytes) => bytes / mebibyte);
          return { value: `at most ${mostMib.toFixed(1)} MiB, median ${medianMib.toFixed(1)} MiB (n = ${refetchedBytes.length})`, isMet: mostMib <= 8 };
        } finally {
          await proxy.close();
        }
      });
    },
  },
  {
    name: 'navigation while two videos are being saved ÷ navigation without saving, p95',
    goal: '≤ 1.3',
    async run() {
      const videos = [largeVideo, secondLargeVideo];
      const measure = async ({ archive, page }) => {
        await openChannel(page, archive.url);
        await waitForScreens(page);
        await walk(page);
        const timesWithoutSaving = await walkOften(page);
        for (const { title } of videos) await page.locator(`[data-save][aria-label^="Save offline: ${title}"]`).click();
        for (const { title } of videos) await page.locator(`[data-save][aria-label^="Saving"][aria-label*="${title}"]`).waitFor();
        const timesWhileSaving = await walkOften(page);
        const savingCount = await page.locator('[data-save][aria-label^="Saving"]').count();
        const [withoutMs, whileMs] = [quantile(timesWithoutSaving, 0.95), quantile(timesWhileSaving, 0.95)];
        const isStillSaving = savingCount === videos.length;
        return {
          value: `${whileMs.toFixed(0)} ms ÷ ${withoutMs.toFixed(0)} ms = ${(whileMs / withoutMs).toFixed(2)} (n = ${timesWithoutSaving.length}${isStillSaving ? '' : `, ${savingCount} being saved at the end`})`,
          isMet: isStillSaving && whileMs / withoutMs <= 1.3,
        };
      };
      return withLargeVideo(3 * gibibyte, measure, videos);
    },
  },
];

async function openChannel(page, url) {
  await signIn(page, url);
  await waitForWorker(page);
  await page.goto(`${url}${largeVideo.channel}`);
  await page.locator(`[data-save][aria-label^="Save offline: ${largeVideo.title}"]`).waitFor();
}

/** @throws if the condition is not met within a minute */
async function waitUntil(isMet) {
  const deadlineMs = performance.now() + 60_000;
  while (!isMet()) {
    if (performance.now() > deadlineMs) throw new Error('the save did not continue within a minute');
    await wait(20);
  }
}

/** Runs in the page: fetches all bytes and discards them. Returns the milliseconds that it took. */
async function fetchAll(address) {
  const startMs = performance.now();
  const reader = (await fetch(address, { cache: 'no-store' })).body.getReader();
  while (!(await reader.read()).done);
  return performance.now() - startMs;
}

/** Runs in the page: stores all bytes in a file with as little code as possible. Returns the milliseconds that it took. */
async function pipeToFile(address) {
  const startMs = performance.now();
  const root = await navigator.storage.getDirectory();
  const file = await root.getFileHandle('bench', { create: true });
  await (await fetch(address, { cache: 'no-store' })).body.pipeTo(await file.createWritable());
  const ms = performance.now() - startMs;
  await root.removeEntry('bench');
  return ms;
}

/** Saves a video of this many GiB. Returns the most by which the memory of the pages' processes grew during the save, in MB. */
async function memoryOfSaving(size) {
  return withLargeVideo(size * gibibyte, async ({ archive, page }) => {
    await openChannel(page, archive.url);
    await waitForScreens(page);
    const watcher = await openWatcher(page);
    const startBytes = residentBytes();
    let peakBytes = startBytes;
    const timer = setInterval(() => (peakBytes = Math.max(peakBytes, residentBytes())), 250);
    try {
      await watcher.save(largeVideo.title);
    } finally {
      clearInterval(timer);
    }
    return (peakBytes - startBytes) / 1e6;
  });
}

/** Resident memory of the renderers that this process started. Pages and their workers run in them. */
function residentBytes() {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,ppid=,rss=,command='], { encoding: 'utf8' }).trim().split('\n');
  const processes = lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .map(([, pid, parent, rss, command]) => ({ pid, parent, rss: Number(rss), command }));
  const ownPids = new Set([String(process.pid)]);
  for (let previousSize = 0; previousSize !== ownPids.size;) {
    previousSize = ownPids.size;
    for (const { pid, parent } of processes) if (ownPids.has(parent)) ownPids.add(pid);
  }
  return processes.filter(({ pid, command }) => ownPids.has(pid) && command.includes('--type=renderer')).reduce((sum, { rss }) => sum + rss * 1024, 0);
}

/** Navigates from the channel to home, to the list of channels and back. Returns the milliseconds of each step. */
async function walk(page) {
  const step = async (target) => {
    await page.evaluate(waitUntilIdle);
    await page.evaluate(beginPress, target.click);
    return page.evaluate(clickToPaint, target);
  };
  return [
    await step({ click: 'nav a[href="/"]', path: '/', shows: 'main section[aria-label="Recent Videos"] article h3' }),
    await step({ click: 'nav a[href="/channel/"]', path: '/channel/', shows: 'main article h2 a[href^="/channel/"]' }),
    await step({ click: `main article h2 a[href="${largeVideo.channel}"]`, path: largeVideo.channel, shows: 'main article h3 a[href^="/video/"]' }),
  ];
}

/** Runs in the page: begins a press 80 ms before the click, as a person does, because saving yields as soon as a press begins. */
async function beginPress(selector) {
  document.querySelector(selector).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve, 80));
}

async function walkOften(page) {
  const times = [];
  for (let round = 0; round < 10; round += 1) times.push(...(await walk(page)));
  return times;
}
