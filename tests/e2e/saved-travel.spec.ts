// A day of travel: packing at home, watching on the train, a portal in the hotel, and home again. In the end device and server agree, and
// the device keeps the videos that its policy and its trip name, and nothing else.
import { expect, type Locator, type Page } from '@playwright/test';
import { signIn, waitForChunks, waitForWorker } from './device.ts';
import { workerTest as test } from './fixtures.ts';

const isMedia = ({ path }: { path: string }): boolean => /^\/(youtube|media)\/.*\.(mp4|webm)/.test(path);
const dayMs = 86_400_000;

/** The channel of the trip, which packs all its five videos. */
const tripChannel = { name: 'Slow Harbour', videoIds: ['fogNorthSea', 'firstFrost1', 'radarIceSea', 'duskStream1', 'lightShort1'] };
/** Two videos of the trip. The second follows the first in a playlist. */
const frost = { id: 'firstFrost1', title: 'Day 2: first frost, last camp ashore' };
const fog = { id: 'fogNorthSea', title: 'Crossing the North Sea alone, day 3: fog' };

/** The channel whose newest three videos a policy keeps. */
const keptChannel = { id: 'UCkettleAndCogSampleAa01', name: 'Kettle & Cog', newestIds: ['harbourTug1', 'teaMachine1', 'brassSexta1'] };
const tug = { id: 'harbourTug1', title: 'Rebuilding a 1962 harbour tug: the engine turns over' };
/** The channel's fourth newest video, which the policy saves once one of the newest three is watched. */
const nextNewestId = 'escapement1';

test('on a day of travel, saved videos play without the server, and at home marks, positions and saved videos are as they should be @long', async ({
  archive,
  faultProxy: proxy,
  page,
}) => {
  test.setTimeout(240_000);
  await signIn(page, proxy.url);
  await waitForWorker(page);
  const trip = page.getByRole('article', { name: 'Bergen by train' });
  const savedRows = page.getByRole('region', { name: 'On this device' }).getByRole('article');
  const recordsOf = (videoIds: readonly string[]): Promise<ServerRecord[]> => readRecords(archive.url, page, videoIds);
  const expectFilesOf = (videoIds: readonly string[]): Promise<void> => expectOnlyFilesOf(page, videoIds, recordsOf);

  await test.step('at home: a channel’s newest three videos are saved, and five videos of another channel are packed', async () => {
    await page.goto(`${proxy.url}/channel/${keptChannel.id}/`);
    await page.getByRole('button', { name: `Save offline: ${keptChannel.name}` }).click();
    await page.getByRole('menuitemradio', { name: 'Newest 3' }).click();
    await expect(page.getByRole('button', { name: `Keeps the newest 3: ${keptChannel.name}` })).toBeVisible();
    await page.goto(`${proxy.url}/saved/`);
    await expect(page.getByText('3 videos on this device.')).toBeVisible({ timeout: 60_000 });
    const packer = page.getByRole('complementary', { name: 'Pack a trip' });
    await packer.getByRole('textbox', { name: 'Name of the trip' }).fill('Bergen by train');
    await packer.getByRole('button', { name: 'Continue watching' }).click();
    await packer.getByRole('button', { name: 'Unwatched, subscribed' }).click();
    await packer.getByRole('button', { name: 'A channel' }).click();
    await packer.getByRole('combobox', { name: 'Which channel?' }).selectOption(tripChannel.name);
    await packer.getByRole('button', { name: 'Pack 5 videos' }).click();
    await expect(trip.getByText('Ready. Good journey.')).toBeVisible({ timeout: 60_000 });
    await expectFilesOf([...keptChannel.newestIds, ...tripChannel.videoIds]);
    await waitForChunks(page, 'video-screen', 'hosted-player', 'saved-screen');
  });

  proxy.set({ kind: 'reset' });
  await test.step('on the train: two videos are watched to their end, and the player’s Next opens another saved video', async () => {
    await openSaved(page, proxy.url, tug.id);
    await watchToEnd(page);
    await openSaved(page, proxy.url, frost.id);
    await watchToEnd(page);
    await player(page)
      .getByRole('link', { name: `Next: ${fog.title}` })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: fog.title })).toBeVisible();
    await expectPlaysSaved(page, fog.id);
    await playFrom(page, 100);
    await pause(page);
    await page.goto(`${proxy.url}/saved/`);
    await expect(savedRows).toHaveCount(8);
    for (const { title } of [tug, frost]) await expect(savedRows.filter({ hasText: title }).getByText('Watched', { exact: true })).toBeVisible();
  });

  const leftAtSeconds = await test.step('in the hotel: a captive portal answers everything, and the third video continues where it was left', async () => {
    proxy.set({ kind: 'portal' });
    await openSaved(page, proxy.url, fog.id);
    await expect.poll(() => evaluateVideo(page, ({ currentTime }) => currentTime)).toBeGreaterThan(99);
    await playFrom(page, 120);
    const seconds = await pause(page);
    const records = await recordsOf([tug.id, frost.id, fog.id]);
    expect(records.map(({ watched, position = 0 }) => [watched, position])).toEqual([
      [false, 0],
      [false, 0],
      [false, 0],
    ]);
    return seconds;
  });

  await test.step('home again: marks and the position are sent automatically, and the policy saves the next video', async () => {
    proxy.forget();
    proxy.set({ kind: 'none' });
    const watched = async (): Promise<boolean[]> => (await recordsOf([tug.id, frost.id, fog.id])).map((record) => record.watched);
    await expect.poll(watched, { timeout: 60_000 }).toEqual([true, true, false]);
    const positionError = async (): Promise<number> => Math.abs(((await recordsOf([fog.id]))[0]?.position ?? 0) - leftAtSeconds);
    await expect.poll(positionError, { timeout: 20_000 }).toBeLessThanOrEqual(1);
    await page.goto(`${proxy.url}/saved/`);
    await expect(savedRows).toHaveCount(9, { timeout: 60_000 });
    await expect(trip.getByText('Ready. Good journey.')).toBeVisible();
    await expectFilesOf([...keptChannel.newestIds, nextNewestId, ...tripChannel.videoIds]);
    const fetchedPaths = new Set(proxy.seenRequests.filter(isMedia).map(({ path }) => path.replace(/\?.*/, '')));
    expect([...fetchedPaths].map((path) => path.includes(`/${nextNewestId}.`))).toEqual([true]);
  });

  await test.step('a day later: the watched video of the policy is removed, and unpacking removes the trip’s videos', async () => {
    await page.clock.setFixedTime(Date.now() + 1.1 * dayMs);
    await page.reload();
    await expect(page.getByText('Removed from this device.')).toBeVisible({ timeout: 30_000 });
    await expect(savedRows).toHaveCount(8);
    await expect(savedRows.filter({ hasText: tug.title })).toHaveCount(0);
    await trip.getByRole('button', { name: /^Unpack/ }).click();
    await expect(trip).toBeHidden();
    await expect(savedRows).toHaveCount(3);
    await expectFilesOf([...keptChannel.newestIds.filter((id) => id !== tug.id), nextNewestId]);
  });
});

const player = (page: Page): Locator => page.getByRole('region', { name: /^Player: / });

async function openSaved(page: Page, url: string, videoId: string): Promise<void> {
  await page.goto(`${url}/video/${videoId}/`);
  await expectPlaysSaved(page, videoId);
}

/** Expects the player to have a picture of the copy on this device. */
async function expectPlaysSaved(page: Page, videoId: string): Promise<void> {
  const source = (): Promise<string> =>
    evaluateVideo(page, ({ readyState, currentSrc }) => (readyState >= 2 ? new URL(currentSrc).pathname.split('/').slice(0, 3).join('/') : 'nothing'));
  await expect.poll(source, { timeout: 30_000 }).toBe(`/_saved/${videoId}`);
}

/** Plays from this position, and waits until the video has advanced. */
async function playFrom(page: Page, seconds: number): Promise<void> {
  await evaluateVideo(
    page,
    (element, startSeconds) => {
      element.currentTime = startSeconds;
      void element.play();
    },
    seconds,
  );
  await expect.poll(() => evaluateVideo(page, ({ currentTime }) => currentTime), { timeout: 20_000 }).toBeGreaterThan(seconds + 0.2);
}

/** Returns the position at which the video stops. */
function pause(page: Page): Promise<number> {
  return evaluateVideo(page, (element) => {
    element.pause();
    return element.currentTime;
  });
}

async function watchToEnd(page: Page): Promise<void> {
  await playFrom(page, 10);
  await evaluateVideo(page, (element) => void (element.currentTime = element.duration - 1));
  await expect.poll(() => evaluateVideo(page, ({ ended }) => ended), { timeout: 20_000 }).toBe(true);
  await expect(page.getByRole('main').getByRole('button', { name: 'Mark unwatched' })).toBeVisible();
}

function evaluateVideo<Value, Argument>(
  page: Page,
  read: (element: HTMLVideoElement, argument: Argument) => Value | Promise<Value>,
  argument?: Argument,
): Promise<Value> {
  return page.locator('video').evaluate(read as never, argument as never) as Promise<Value>;
}

interface ServerRecord {
  watched: boolean;
  position?: number;
  bytes: number;
}

/** Reads from the archive what it knows about each video. The calls bypass the proxy. */
async function readRecords(url: string, page: Page, videoIds: readonly string[]): Promise<ServerRecord[]> {
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  return Promise.all(
    videoIds.map(async (id) => {
      const answer = await fetch(`${url}/api/video/${id}/`, { headers: { cookie } });
      const { player: state, media_size } = (await answer.json()) as { player: { watched: boolean; position?: number }; media_size: number };
      return { watched: state.watched, ...(state.position === undefined ? {} : { position: state.position }), bytes: media_size };
    }),
  );
}

/** Expects the device's files to be those of these videos, with as many bytes as the archive's. */
async function expectOnlyFilesOf(page: Page, videoIds: readonly string[], recordsOf: (videoIds: readonly string[]) => Promise<ServerRecord[]>): Promise<void> {
  const records = await recordsOf(videoIds);
  const expected = Object.fromEntries(videoIds.map((id, index) => [id, records[index]?.bytes]));
  // The files of a removed video are deleted when the time for Undo is over.
  await expect.poll(() => savedBytesById(page), { timeout: 30_000 }).toEqual(expected);
}

/** Returns the bytes on the disk for each video; null if a file was deleted meanwhile. */
function savedBytesById(page: Page): Promise<Record<string, number> | null> {
  return page.evaluate(async () => {
    const bytesById: Record<string, number> = {};
    try {
      const savedFolder = await (await navigator.storage.getDirectory()).getDirectoryHandle('saved');
      for await (const account of savedFolder.values()) {
        for await (const [name, folder] of (account as FileSystemDirectoryHandle).entries()) {
          // The name of a revision's folder begins with the video's id.
          const videoId = name.split('.')[0] ?? '';
          for await (const part of (folder as FileSystemDirectoryHandle).values())
            bytesById[videoId] = (bytesById[videoId] ?? 0) + (await (part as FileSystemFileHandle).getFile()).size;
        }
      }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return null;
      throw error;
    }
    return bytesById;
  });
}
