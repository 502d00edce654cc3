import { watchFirstPaint } from './in-page.mjs';
import { openDevice } from '../../tests/e2e/device.ts';
import { withArchive } from './with-archive.mjs';

/** The delay of each API request. It is so long that requests that do not wait for one another overlap, even if one starts later. */
const latencyMs = 300;

export const row = {
  name: 'home, first visit: API requests, round trips, layout shift',
  goal: '≤ 6 requests, ≤ 3 round trips, shift ≤ 0.02',
  async run() {
    return withArchive(async ({ device, proxy, signIn }) => {
      await signIn();
      // A new device with this session's cookies has nothing cached. Prefetching is off, so it is not counted.
      const newDevice = await openDevice();
      await newDevice.context.addCookies(await device.context.cookies());
      const newPage = newDevice.context.pages()[0] ?? (await newDevice.context.newPage());
      proxy.set({ kind: 'delay', ms: latencyMs }, ({ path }) => path.startsWith('/api/'));
      await newPage.addInitScript(watchFirstPaint);
      const requests = [];
      newPage.on('requestfinished', (request) => {
        if (new URL(request.url()).pathname.startsWith('/api/')) requests.push({ path: new URL(request.url()).pathname, ...request.timing() });
      });
      await newPage.goto(`${proxy.url}/`);
      await newPage.waitForFunction(() => window.bench.listAtMs !== null, null, { timeout: 30_000 });
      // Requests that follow the first content, such as a late probe, are counted too.
      await newPage.waitForTimeout(3_000);
      const shift = await newPage.evaluate(() => window.bench.shift);
      const trips = countRoundTrips(requests);
      await newDevice.close();
      return {
        value: `${requests.length} requests, ${trips} round trips, shift ${shift.toFixed(3)}`,
        isMet: requests.length <= 6 && trips <= 3 && shift <= 0.02,
      };
    });
  },
};

/**
 * The number of rounds of requests. A request begins a new round if it starts after the first request of the current round has ended,
 * because it may have waited for that request.
 */
function countRoundTrips(requests) {
  const spans = requests
    .map(({ startTime, responseEnd }) => ({ startMs: startTime, endMs: startTime + responseEnd }))
    .sort((left, right) => left.startMs - right.startMs);
  let trips = 0;
  let roundEndsMs = -Infinity;
  for (const { startMs, endMs } of spans) {
    if (startMs >= roundEndsMs) {
      trips += 1;
      roundEndsMs = endMs;
    }
  }
  return trips;
}
