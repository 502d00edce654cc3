// Two browsers of one person on one archive, behind a web server that is killed and started again (docs/deploy/nginx.conf). Skipped where
// nginx is not installed.
import { expect, type Page } from '@playwright/test';
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createNginx } from '../builders/web-server.ts';
import { apiCaller, freePort } from './archive-process.ts';
import { openDevice, signIn, waitForScreens, waitForWorker } from './device.ts';
import { test } from './fixtures.ts';
import { anUnwatchedTitle, cardOf, markWatched } from './home-page.ts';

test.skip(Boolean(spawnSync('nginx', ['-h']).error), 'nginx is not installed');
test.use({ hasWorker: true });

test(
  'the archive applies each change of two browsers once although the web server and the archive stop and restart, and both browsers show all changes',
  { tag: '@long' },
  async ({ archive, device, page }) => {
    test.setTimeout(180_000);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-nginx-'));
    const nginx = await createNginx(folder, { port: await freePort(), archivePort: archive.port });
    await nginx.start();
    const secondDevice = await openDevice();
    try {
      const otherPage = secondDevice.context.pages()[0] ?? (await secondDevice.context.newPage());
      for (const tab of [page, otherPage]) {
        await signIn(tab, nginx.url);
        await waitForWorker(tab);
        await waitForScreens(tab);
      }
      const titles: string[] = [];
      for (let index = 0; index < 5; index += 1) titles.push(await anUnwatchedTitle(page, index));
      const [firstTitle = '', sharedTitle = '', otherTitle = '', laterTitle = '', lastTitle = ''] = titles;

      await test.step('while the web server is away, both browsers make changes, and one browser is killed', async () => {
        await nginx.kill();
        await markWatched(page, firstTitle);
        await markWatched(page, sharedTitle);
        await markWatched(otherPage, sharedTitle);
        await markWatched(otherPage, otherTitle);
        await makePlaylist(otherPage, 'For the ferry');
        for (const title of [firstTitle, sharedTitle]) await expect(cardOf(page, title).getByText('Waiting to sync')).toBeVisible();
        await device.kill();
      });
      const reopenedPage = device.context.pages()[0] ?? (await device.context.newPage());

      await test.step('while the web server is back and the archive is not, nothing is lost or sent', async () => {
        await archive.kill();
        await nginx.start();
        await signIn(reopenedPage, nginx.url); // the killed browser had not written its cookies yet
        await expect(cardOf(reopenedPage, firstTitle).getByText('Waiting to sync')).toBeVisible();
        await markWatched(reopenedPage, laterTitle);
        await expect(cardOf(reopenedPage, laterTitle).getByText('Waiting to sync')).toBeVisible();
        await expect.poll(async () => (await nginx.calls()).some(({ status }) => status === 502)).toBe(true);
      });

      await test.step('the archive is back; the web server is killed again once the first change has arrived', async () => {
        await archive.start();
        await expect.poll(() => watchedTitles(archive.url), { timeout: 60_000 }).toContain(firstTitle);
        await nginx.kill();
        await markWatched(otherPage, lastTitle);
        await nginx.start();
      });

      await test.step('the archive has every change, once', async () => {
        await expect.poll(() => watchedTitles(archive.url), { timeout: 90_000 }).toEqual(expect.arrayContaining(titles));
        await expect.poll(() => countPlaylists(archive.url, 'For the ferry'), { timeout: 60_000 }).toBe(1);
        for (const tab of [reopenedPage, otherPage]) await expect(tab.getByText('Waiting to sync')).toHaveCount(0, { timeout: 60_000 });
        const acceptedCalls = (await nginx.calls()).filter(
          ({ method, path: requestPath, status }) => method === 'POST' && requestPath === '/api/watched/' && status < 300,
        );
        // Each change has one key, which its retries repeat. Fewer keys are possible, because nginx does not log what it was forwarding when
        // it was killed. For the video that both browsers marked, the later mark is sent only if its browser has not yet read the earlier mark.
        const keyCount = new Set(acceptedCalls.map(({ idempotencyKey }) => idempotencyKey)).size;
        expect(keyCount).toBeGreaterThan(0);
        expect(keyCount).toBeLessThanOrEqual(titles.length + 1);
      });

      await test.step('each browser shows what the other changed', async () => {
        for (const tab of [reopenedPage, otherPage]) {
          await tab.goto(`${nginx.url}/`);
          for (const title of titles) await expect(cardOf(tab, title).getByText('Watched', { exact: true })).toBeVisible();
          await tab.goto(`${nginx.url}/playlist/`);
          await expect(tab.getByRole('article').filter({ hasText: 'For the ferry' })).toHaveCount(1);
        }
      });
    } finally {
      await secondDevice.close();
      await nginx.kill();
      await rm(folder, { recursive: true, force: true });
    }
  },
);

async function makePlaylist(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Playlists' }).click();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('textbox', { name: 'New playlist' }).fill(name);
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('article').filter({ hasText: name }).getByText('Waiting to sync')).toBeVisible();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
}

async function watchedTitles(url: string): Promise<string[]> {
  const list = (await (await apiCaller(url)('/api/video/?page_size=100')).json()) as { data: { title: string; player: { watched: boolean } }[] };
  return list.data.filter(({ player }) => player.watched).map(({ title }) => title);
}

async function countPlaylists(url: string, name: string): Promise<number> {
  const list = (await (await apiCaller(url)('/api/playlist/?type=custom')).json()) as { data: { playlist_name: string }[] };
  return list.data.filter(({ playlist_name: playlistName }) => playlistName === name).length;
}
