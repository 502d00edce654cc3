// The owner's whole story: from a subscription to a video that plays, is found by a spoken sentence, is deleted, and is back after a
// restore. The tests run on the real server and a site on loopback; a program stands in for yt-dlp.
import { expect, type Locator, type Page } from '@playwright/test';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { aDownloadingFakeYtDlp } from '../doubles/fake-yt-dlp.ts';
import { startVideoSite, type VideoSite } from '../doubles/video-site.ts';
import { createArchiveProcess, sampleLibrary, signInByApi, type ArchiveProcess } from './archive-process.ts';
import { logIn, phone } from './device.ts';
import { test as base } from './fixtures.ts';
import { expectQuotedText } from './quoted-texts.ts';

const spokenSentence = 'The lantern is lit before the boats come home.';

interface Story {
  site: VideoSite;
  library: string;
  ownersArchive: ArchiveProcess;
}

const test = base.extend<Story>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from the pattern
  site: async ({}, use) => {
    const site = await startVideoSite();
    const mediaBytes = await readFile(path.join(sampleLibrary, 'Kettle & Cog/Tea is a machine with one moving part ☕ [teaMachine1].mp4'));
    for (const name of ['first', 'second']) {
      site.addVideo(name, { channel_url: `http://${site.host}/channel`, webpage_url: `http://${site.host}/${name}` });
      site.file(`${name}.mp4`, mediaBytes);
    }
    site.file('first.en.vtt', Buffer.from(`WEBVTT\n\n00:00:06.000 --> 00:00:09.000\n${spokenSentence}\n`));
    site.describe('channel', {
      id: 'quay-notes',
      title: 'Quay Notes',
      channel: 'Quay Notes',
      channel_id: 'quay-notes',
      channel_url: `http://${site.host}/channel`,
      entries: ['first', 'second'].map((id) => ({ id, title: `Pier ${id}` })),
    });
    await use(site);
    await site.stop();
  },
  // oxlint-disable-next-line no-empty-pattern -- as above
  library: async ({}, use) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-story-'));
    await mkdir(path.join(folder, 'library'));
    await use(path.join(folder, 'library'));
    await rm(folder, { recursive: true, force: true });
  },
  ownersArchive: async ({ library }, use) => {
    const archive = await createArchiveProcess({ library, environment: { STOWAWAY_YTDLP: await aDownloadingFakeYtDlp(path.dirname(library)) } });
    await archive.start();
    await use(archive);
    await archive.remove();
  },
});

test.use({ windowSize: phone });

const openPage = (page: Page, name: string): Promise<void> => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
const queuedTitles = (page: Page): Locator => page.getByRole('list', { name: 'Downloads' }).getByRole('heading', { level: 2 });
const item = (page: Page, title: string): Locator => page.getByRole('article').filter({ hasText: title });
const taskCards = (page: Page): Locator => page.getByRole('region', { name: 'Tasks on the server' });
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const positionOf = (page: Page): Promise<number> => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);

test('an owner can subscribe, scan, download, watch, search for a sentence, and delete everything', async ({ site, ownersArchive: archive, page }) => {
  test.setTimeout(120_000);
  await test.step('subscribe and scan', () => subscribeAndScan(page, site, archive));
  await test.step('download', async () => {
    await page.getByRole('button', { name: 'Start download' }).click();
    await expect(queuedTitles(page)).toHaveCount(0, { timeout: 20_000 });
  });
  await test.step('watch a video, and find it by a spoken sentence', () => watchAndFind(page, archive));
  await test.step('delete all', () => deleteAll(page));
});

test(
  'an owner can stop a download, repeat a failed one, and restore a deleted video from a backup',
  { tag: '@long' },
  async ({ site, library, ownersArchive: archive, page }) => {
    test.setTimeout(180_000);
    await test.step('subscribe and scan', () => subscribeAndScan(page, site, archive));
    await test.step('stop one download, and repeat a failed one', () => downloadWithFailures(page, site));
    const address = await test.step('watch a video, and find it by a spoken sentence', () => watchAndFind(page, archive));
    await test.step('delete, and restore from a backup', () => deleteAndRestore(page, library, archive, address));
    // The restored archive still has the channel, which is deleted with all its videos.
    await test.step('delete all', () => deleteAll(page));
  },
);

async function subscribeAndScan(page: Page, site: VideoSite, archive: ArchiveProcess): Promise<void> {
  const call = await signInByApi(archive.url);
  await call('/api/appsettings/config/', {
    method: 'POST',
    body: { subscriptions: { extract_flat: true }, downloads: { sleep_interval: 0, subtitle: 'en', subtitle_index: true } },
  });

  await page.goto(`${archive.url}/`);
  await logIn(page);
  await openPage(page, 'Channels');
  await page.getByLabel('Add subscriptions').fill(`quay:${site.host}/channel`);
  await page.getByRole('main').getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('article').getByRole('link', { name: 'Quay Notes' }).first()).toBeVisible({ timeout: 20_000 });

  await openPage(page, 'Downloads');
  await page.getByRole('button', { name: 'Rescan subscriptions' }).click();
  await expect(queuedTitles(page)).toHaveText(['Pier first', 'Pier second'], { timeout: 20_000 });
}

async function downloadWithFailures(page: Page, site: VideoSite): Promise<void> {
  // Half of the video arrives, then nothing, which leaves time to see its progress and to stop.
  site.serveMedia('first', 'held');
  await page.getByRole('button', { name: 'Start download' }).click();
  const progress = taskCards(page).getByRole('progressbar');
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow').catch(() => 0)), { timeout: 20_000 }).toBeGreaterThan(0);
  expect(Number(await progress.getAttribute('aria-valuenow'))).toBeLessThan(100);
  await expect(taskCards(page)).toContainText('Pier first');
  await taskCards(page).getByRole('button', { name: 'Stop: Download' }).click();
  await expect(taskCards(page)).toContainText('Stopping after the current step');
  site.serveMedia('first', 'whole');
  await expect(taskCards(page)).toBeHidden({ timeout: 20_000 });
  await expect(queuedTitles(page)).toHaveText(['Pier second']);

  // An error stays on its item, and on the task card until it is dismissed.
  site.serveMedia('second', 'gone');
  await page.getByRole('button', { name: 'Start download' }).click();
  await expect(item(page, 'Pier second')).toContainText('404', { timeout: 20_000 });
  await taskCards(page)
    .getByRole('button', { name: /^Dismiss/ })
    .click();
  await expect(taskCards(page)).toBeHidden();
  const errorsFilter = page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^Errors/ });
  await errorsFilter.click();
  await page.getByRole('button', { name: 'Bulk actions' }).click();
  await page.getByRole('group', { name: 'Bulk actions' }).getByRole('button', { name: 'Clear errors' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear errors' }).click();
  await expect(queuedTitles(page)).toHaveCount(0);
  await errorsFilter.click();
  await expect(queuedTitles(page)).toHaveText(['Pier second']);
  await expect(item(page, 'Pier second')).not.toContainText('404');
  site.serveMedia('second', 'whole');
  await page.getByRole('button', { name: 'More for Pier second' }).click();
  await page.getByRole('menuitem', { name: 'Download now' }).click();
  await expect(queuedTitles(page)).toHaveCount(0, { timeout: 20_000 });
}

/** Resolves to the path of the video's page. */
async function watchAndFind(page: Page, archive: ArchiveProcess): Promise<string> {
  const call = await signInByApi(archive.url);
  await openPage(page, 'Home');
  await page.getByRole('article').getByRole('link', { name: 'Pier first' }).first().click();
  await expect.poll(() => positionOf(page), { timeout: 20_000 }).toBeGreaterThan(0.5);
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(0);

  // The video's subtitles are indexed after the download.
  const countSpokenHits = async (): Promise<number> =>
    ((await (await call('/api/search/?query=full:lantern')).json()) as { results: { fulltext_results: unknown[] } }).results.fulltext_results.length;
  await expect.poll(countSpokenHits, { timeout: 20_000 }).toBeGreaterThan(0);
  await openPage(page, 'Search');
  await page.getByRole('searchbox').fill('full:lantern');
  const hit = section(page, 'Fulltext').getByRole('article');
  await expect(hit).toContainText(spokenSentence, { timeout: 20_000 });
  await hit.getByRole('heading').getByRole('link').click();
  await expect(page).toHaveURL(/\/video\/[^/]+\/?\?t=6$/);
  await expect.poll(() => positionOf(page)).toBeGreaterThan(6);
  const address = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Mark watched' }).click();
  const isWatched = async (): Promise<boolean> =>
    ((await (await call(`/api${address.replace(/\/?$/, '/')}`)).json()) as { player: { watched: boolean } }).player.watched;
  await expect.poll(isWatched).toBe(true);
  return address;
}

async function deleteAndRestore(page: Page, library: string, archive: ArchiveProcess, address: string): Promise<void> {
  await page.goto(`${archive.url}/settings/actions/`);
  await section(page, 'ZIP backup').getByRole('button', { name: 'Start: ZIP backup' }).click();
  const backup = section(page, 'Restore from backup').getByRole('listitem');
  await expect(backup).toHaveCount(1, { timeout: 20_000 });
  // The backup contains no media (docs/backups.md), so the owner copies the library.
  const libraryCopy = `${library}-copy`;
  await cp(library, libraryCopy, { recursive: true, preserveTimestamps: true });

  await page.goto(archive.url + address);
  await page.getByRole('group', { name: 'Actions' }).getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete Video' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await openPage(page, 'Home');
  await expect(page.getByRole('article').getByRole('link', { name: 'Pier second' }).first()).toBeVisible();
  await expect(page.getByRole('article').getByRole('link', { name: 'Pier first' })).toHaveCount(0);

  // A restore brings back everything that the index knew about the video, but not its file. With the file in place it plays again.
  await cp(libraryCopy, library, { recursive: true, preserveTimestamps: true });
  await page.goto(`${archive.url}/settings/actions/`);
  await backup.getByRole('button', { name: /^Restore ta_backup/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: / and restore$/ })
    .click();
  await expect(backup.getByRole('button', { name: /^Restore ta_backup/ })).toBeEnabled({ timeout: 30_000 });
  await openPage(page, 'Home');
  await expect(item(page, 'Pier first').getByText('Watched', { exact: true }).first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole('article').getByRole('link', { name: 'Pier first' }).first().click();
  await expect.poll(() => positionOf(page), { timeout: 20_000 }).toBeGreaterThan(0.5);
}

async function deleteAll(page: Page): Promise<void> {
  await openPage(page, 'Channels');
  await page.getByRole('article').getByRole('link', { name: 'Quay Notes' }).first().click();
  await expect(page.getByRole('button', { name: /Quay Notes$/ }).first()).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('navigation', { name: 'Channel', exact: true }).getByRole('link', { name: 'About' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog', { name: 'Delete Quay Notes?' }).getByRole('button', { name: 'Delete' }).click();
  await expectQuotedText('No channels found...', page.getByText('No channels found...', { exact: true }));
  await openPage(page, 'Home');
  await expect(page.getByRole('article')).toHaveCount(0);
}
