import { setTimeout as wait } from 'node:timers/promises';
import { positionOnServer } from '../../tests/e2e/on-server.ts';
import { quantile, withArchive } from './with-archive.mjs';

const limitMs = 2_000;
const rounds = 6;
const video = { id: 'fogNorthSea', title: 'Crossing the North Sea alone, day 3: fog' };
/** How long a position may take to arrive before the row fails. */
const giveUpMs = 30_000;

export const row = {
  name: 'a tab closed during playback: time until the archive has its position',
  goal: '≤ 2 s each time',
  async run() {
    return withArchive(async ({ archive, device, proxy, signIn, waitForWorker }) => {
      // The first tab stays open, so that closing the tab that plays does not end the browser.
      await signIn();
      await waitForWorker();
      const times = [];
      for (let round = 0; round < rounds; round += 1) times.push(await closeDuringPlayback({ archive, proxy, device }, 10 + 20 * round));
      return { value: `${Math.max(...times)} ms, median ${quantile(times, 0.5)} ms (n = ${rounds})`, isMet: Math.max(...times) <= limitMs };
    });
  },
};

/** Milliseconds from closing a tab that plays from `fromSeconds` until the archive has the position that the tab showed last. */
async function closeDuringPlayback({ archive, proxy, device }, fromSeconds) {
  const page = await device.context.newPage();
  await page.goto(`${proxy.url}/video/${video.id}/?t=${fromSeconds}`);
  await page.getByRole('group', { name: 'Player controls' }).waitFor();
  await page.keyboard.press('k');
  const readPlayerSeconds = () => page.locator('video').evaluate((element) => element.currentTime);
  // Waits until the player is more than 3 s past the archive's position, so that only the closing tab can send the shown position. Reports
  // are 10 s apart.
  await until(async () => {
    const [savedSeconds, playerSeconds] = [await positionOnServer(archive.url, video.title), await readPlayerSeconds()];
    return savedSeconds >= fromSeconds && playerSeconds - savedSeconds > 3;
  });
  const shownSeconds = await readPlayerSeconds();
  const closedAtMs = Date.now();
  await page.close();
  await until(async () => (await positionOnServer(archive.url, video.title)) >= shownSeconds);
  return Date.now() - closedAtMs;
}

async function until(isTrue) {
  const endMs = Date.now() + giveUpMs;
  while (!(await isTrue())) {
    if (Date.now() > endMs) throw new Error(`the condition was not met within ${giveUpMs / 1000} s`);
    await wait(20);
  }
}
