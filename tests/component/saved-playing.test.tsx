// What the device offers while the archive is reachable and while it is away: "Playable now", cards that cannot be played, and
// playback without a service worker.
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { addToQueue } from '../../src/mutations/up-next.ts';
import { openLedger } from '../../src/saved-media/ledger/ledger.ts';
import { itemKeyOf, type Revision, type SavedItem } from '../../src/saved-media/ledger/rows.ts';
import { partName, revisionFolder } from '../../src/saved-media/store/part-files.ts';
import { wireVideos } from '../builders/mirror-wire.ts';
import { aRevision, aSavedItem } from '../builders/saved-items.ts';
import { clickWithoutPointer } from './click-without-pointer.ts';
import { fog, readFog, video } from './open-video.ts';
import { desktop, phone, renderScreen, type Screen } from './screen.tsx';
import { longTest } from '../long-test.ts';

const titles = (): string[] => [...document.querySelectorAll('article h3 a')].map((link) => link.firstChild?.textContent ?? '');
const wholeFields = { status: { state: 'ready', reason: null }, wholeRevision: 1 } as const;

beforeEach(() => localStorage.setItem('stowaway.has-saved', '1'));

test('"Playable now" shows exactly the videos that are complete on this device, with and without the archive', async () => {
  const screen = await renderScreen('/', { videos: wireVideos(30), viewport: desktop });
  await putItemsAndReload(screen, ['v2'], ['v30'], ['v4', { status: { state: 'saving', reason: null }, openRevision: 1, savedBytes: 8, totalBytes: 32 }]);
  await expect.element(page.getByRole('radio', { name: 'Everything' })).toBeChecked();
  await expect.poll(() => titles().length).toBe(30);
  await page.getByText('Playable now').click();
  await expect.poll(titles).toEqual(['Part 2', 'Part 30']);
  screen.stopArchive();
  await screen.reload();
  await expect.poll(titles).toEqual(['Part 2', 'Part 30']);
  await expect.element(page.getByText('2 videos play from this device.')).toBeVisible();
  // The banner of the stopped archive may appear above this control meanwhile.
  await clickWithoutPointer(page.getByRole('radio', { name: 'Everything' }));
  await expect.poll(() => titles().length).toBe(30);
});

longTest('a card that cannot be played says so while the archive is away, unless part of its video is on this device', async () => {
  const screen = await renderScreen('/', { videos: wireVideos(4), viewport: phone });
  await putItemsAndReload(
    screen,
    ['v2'],
    ['v3', { status: { state: 'paused', reason: 'offline' }, openRevision: 1, savedBytes: 8, totalBytes: 32 }],
    ['v4', { status: { state: 'paused', reason: 'offline' } }],
  );
  await expect.element(page.getByRole('button', { name: 'Save offline: Part 1' })).toBeVisible();
  const filters = (): string[] => [...document.querySelectorAll('article img[width="320"]')].map((picture) => getComputedStyle(picture).filter);
  await expect.poll(filters).toEqual(['none', 'none', 'none', 'none']);
  screen.stopArchive();
  await expect.element(page.getByRole('button', { name: 'Not on this device. Save when back: Part 1' })).toBeVisible();
  await expect.poll(filters).toEqual(['grayscale(0.8) opacity(0.5)', 'none', 'none', 'grayscale(0.8) opacity(0.5)']);
});

longTest('a list with nothing on this device says so, with a button that shows the whole list', async () => {
  const screen = await renderScreen('/', { videos: wireVideos(3), viewport: phone });
  await putItemsAndReload(screen, ['elsewhere']);
  await page.getByRole('button', { name: 'Playable now' }).click();
  await expect.element(page.getByText('Nothing in this list is on this device.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(titles).toEqual(['Part 1', 'Part 2', 'Part 3']);
});

test('a complete copy plays from an object URL without a service worker, even if the file is missing on the server', async () => {
  const bytes = await readFog();
  const screen = await renderScreen('/', {
    videos: [{ ...fog, media_url: '/nowhere.mp4', missing_since: '2026-01-01T00:00:00Z' } as never],
    viewport: desktop,
  });
  await putItemsAndReload(screen, [fog.youtube_id]);
  await storeCopy(
    aRevision({ account: screen.mirror().accountKey, videoId: fog.youtube_id, totalBytes: bytes.size, committedBytes: bytes.size, partBytes: bytes.size }),
    bytes,
  );
  await screen.reload(`/video/${fog.youtube_id}/`);
  await expect.poll(() => document.querySelector('video')?.readyState).toBeGreaterThanOrEqual(2);
  expect(video().currentSrc).toMatch(/^blob:/);
  await expect.element(page.getByText('Plays from this device')).toBeVisible();
});

longTest('up next plays a video whose file is missing on the server only if the video is saved here', async () => {
  const videos = wireVideos(2).map((item) => ({ ...item, missing_since: '2026-01-01T00:00:00Z' }));
  const screen = await renderScreen('/', { videos, viewport: desktop });
  await expect.poll(() => titles().length).toBe(2);
  for (const { youtube_id: videoId, title } of videos) await addToQueue(screen.mirror(), { videoId, title }, 'last');
  await putItemsAndReload(screen, ['v1']);
  await screen.reload('/?sheet=queue');
  const sheet = page.getByRole('dialog');
  await expect.element(sheet.getByRole('button', { name: 'Play Part 1 now' })).toBeVisible();
  await expect.element(sheet.getByText('Its file is missing on the server')).toBeVisible();
  expect(sheet.getByRole('button', { name: 'Play Part 2 now' }).elements()).toEqual([]);
});

longTest('a half-saved video says why it cannot start with the saved part while the archive is away', async () => {
  const screen = await renderScreen('/', { videos: [{ ...fog, media_url: '/nowhere.mp4' } as never], viewport: desktop });
  await putItemsAndReload(screen, [fog.youtube_id, { status: { state: 'saving', reason: null }, openRevision: 1, savedBytes: 8, totalBytes: 32 }]);
  await screen.reload(`/video/${fog.youtube_id}/`);
  await expect.element(page.getByRole('heading', { name: fog.title })).toBeVisible();
  // Only a page with a service worker plays a part from the device.
  Object.defineProperty(navigator.serviceWorker, 'controller', { value: {}, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator.serviceWorker, 'controller'));
  screen.stopArchive();
  await screen.reload(`/video/${fog.youtube_id}/`);
  await expect.element(page.getByText('Playback needs the whole video')).toBeVisible();
});

/** Writes the items to this account's ledger, then reloads the page. */
async function putItemsAndReload(screen: Screen, ...items: [videoId: string, overrides?: Partial<SavedItem>][]): Promise<void> {
  const ledger = openLedger();
  for (const [videoId, overrides = wholeFields] of items) {
    const item = aSavedItem({ account: screen.mirror().accountKey, videoId, ...overrides });
    await ledger.change(itemKeyOf(item), () => item);
  }
  await ledger.close();
  await screen.reload();
}

async function storeCopy(revision: Revision, bytes: Blob): Promise<void> {
  const folder = await revisionFolder(await navigator.storage.getDirectory(), revision, true);
  const file = await (await folder.getFileHandle(partName(0), { create: true })).createWritable();
  await file.write(bytes);
  await file.close();
  const ledger = openLedger();
  const { account, videoId } = revision;
  await ledger.commit(await ledger.claim('a test'), { itemKey: [account, videoId, 'original'], revision });
  await ledger.close();
}
