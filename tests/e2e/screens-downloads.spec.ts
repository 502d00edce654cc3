// The archive's download queue (SPEC §2 "Downloads queue", §4, §8): changes of single items wait, bulk changes ask first.
import { expect, type Locator, type Page } from '@playwright/test';
import { addPerson } from '../builders/archive-people.ts';
import { fillQueue, someQueue } from '../builders/queue-items.ts';
import { anInfo } from '../builders/library-folder.ts';
import { aFakeYtDlp } from '../doubles/fake-yt-dlp.ts';
import { isApi } from '../doubles/fault-proxy.ts';
import { goOnline, goOffline } from './go-offline.ts';
import { createArchiveProcess, apiCaller } from './archive-process.ts';
import { logIn, signIn } from './device.ts';
import { test } from './fixtures.ts';
import { templateFolder } from './global-setup.ts';
import { expectQuotedText } from './quoted-texts.ts';

const item = (page: Page, title: string): Locator => page.getByRole('article').filter({ hasText: title });
const titles = (page: Page): Locator => page.getByRole('list', { name: 'Downloads' }).getByRole('heading', { level: 2 });
const bulkActions = (page: Page): Locator => page.getByRole('group', { name: 'Bulk actions' });

/** Opens the bulk actions, which then stay open. */
const openBulkActions = (page: Page): Promise<void> => page.getByRole('button', { name: 'Bulk actions' }).click();

async function choose(page: Page, group: string, label: string | RegExp): Promise<void> {
  await page.getByRole('radiogroup', { name: group }).getByText(label, { exact: true }).click();
}

async function statusOf(url: string, videoId: string): Promise<string | null> {
  const call = apiCaller(url);
  const list = (await (await call('/api/download/?page_size=500')).json()) as { data: { youtube_id: string; status: string }[] };
  return list.data.find(({ youtube_id }) => youtube_id === videoId)?.status ?? null;
}

// CI tests the filters and the bulk changes with scripted answers: tests/component/downloads.test.tsx.
test(
  'staff filter the queue and change items one by one and in bulk; a bulk change asks for confirmation with the count of items',
  { tag: '@long' },
  async ({ archive, faultProxy: proxy, page }) => {
    fillQueue(archive.dataFolder, someQueue);
    await signIn(page, proxy.url);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Downloads' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible();
    await expect(titles(page)).toHaveCount(6);
    await expect(titles(page).first()).toHaveText('The road that ends in a crater lake');
    await expect(page.getByText('not to this device')).toBeVisible();

    await test.step('each state has its own buttons for its transitions', async () => {
      await page.getByRole('button', { name: 'Ignore: A chip with' }).click();
      await expect(titles(page)).toHaveCount(5);
      await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
      await expect(titles(page)).toHaveCount(6);
      await expect(item(page, 'Dumplings')).toContainText('cookie expired');
      await expect(page.getByRole('button', { name: 'Delete: Dumplings' })).toBeVisible();
      await page.getByRole('button', { name: 'Download now: Dumplings' }).click();
      await expect(item(page, 'Dumplings')).not.toContainText('cookie expired');
      await expect.poll(() => statusOf(archive.url, 'chipNoName1')).toBe('pending');
    });
    await test.step('the address contains the filters', async () => {
      await choose(page, 'Type', 'Shorts');
      await expect(titles(page)).toHaveText(['One hairpin, sixty seconds']);
      await expect(page).toHaveURL(/type=shorts/);
      await choose(page, 'Type', 'All');
      await page.getByRole('button', { name: /^Channel/ }).click();
      await page.getByRole('menuitemradio', { name: 'northbound rail (2)' }).click();
      await expect(titles(page)).toHaveCount(2);
      await expect(page).toHaveURL(/channel=UCnorthboundRail/);
    });
    await test.step('a bulk change affects only what the filters match, and asks again if the count of its items has changed', async () => {
      await openBulkActions(page);
      await expect(bulkActions(page)).toContainText('All 2 in this view');
      await bulkActions(page).getByRole('button', { name: 'Ignore' }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('Ignore 2 items?');
      fillQueue(archive.dataFolder, [
        { videoId: 'thirdTrain1', title: 'A third train', channelId: 'UCnorthboundRailSampAa01', channelName: 'Northbound Rail' },
      ]);
      await question.getByRole('button', { name: 'Ignore' }).click();
      await expect(question).toContainText('Ignore 3 items?');
      await expect(question).toContainText('Nothing was changed yet.');
      expect(await statusOf(archive.url, 'craterLake1')).toBe('pending');
      await question.getByRole('button', { name: 'Ignore' }).click();
      await expect(question).toBeHidden();
      await expect(titles(page)).toHaveCount(0);
      expect(await statusOf(archive.url, 'thirdTrain1')).toBe('ignore');
      expect(await statusOf(archive.url, 'clockStrike')).toBe('pending');
      expect(
        proxy.seenRequests.filter(({ method, path }) => method === 'PATCH' && path.startsWith('/api/download/')),
        'one call for all',
      ).toHaveLength(1);
    });
    await test.step('selected ignored items return to the queue', async () => {
      await choose(page, 'State', /^Ignored/);
      await expect(titles(page)).toHaveCount(3);

      // Selected ignored items return to the queue.
      await page.getByRole('button', { name: 'Select items' }).click();
      await page.getByRole('checkbox', { name: 'Select A third train' }).check();
      await page.getByRole('checkbox', { name: 'Select The road' }).check();
      await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Add to queue' }).click();
      await expect(titles(page)).toHaveCount(1);
      await expect.poll(() => statusOf(archive.url, 'thirdTrain1')).toBe('pending');
    });
    await test.step('all items in the view are forgotten after a confirmation', async () => {
      await expectQuotedText('Forget', page.getByRole('button', { name: 'Forget: One hairpin' }));
      await bulkActions(page).getByRole('button', { name: 'Forget' }).click();
      await expect(page.getByRole('alertdialog')).toContainText(/Forget 1 item\?/);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click();
      await expect(titles(page)).toHaveCount(0);
      await expect.poll(() => statusOf(archive.url, 'thirdTrain1')).toBe('pending');
    });
  },
);

test(
  'links and changes of single items wait while the server is away, and are sent automatically',
  { tag: '@long' },
  async ({ archive, faultProxy: proxy, page }) => {
    fillQueue(archive.dataFolder, someQueue);
    await page.clock.install();
    await signIn(page, proxy.url);
    await page.goto(`${proxy.url}/downloads/`);
    await expect(titles(page)).toHaveCount(6);
    await choose(page, 'State', /^Ignored/);
    await expect(titles(page)).toHaveCount(2);
    await choose(page, 'State', /^Queued/);
    await expect(titles(page)).toHaveCount(6);

    await test.step('links and changes of single items wait, and survive a reload', async () => {
      await goOffline(proxy, page);
      await page.reload();
      await expect(titles(page)).toHaveCount(6);
      const field = page.getByLabel('Links or ids for the queue');
      await field.fill(`https://www.youtube.com/watch?v=dQw4w9WgXcQ\n\n  @northboundrail  \nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ`);
      await expect(page.getByText('1 video, 1 channel')).toBeVisible();
      await page.getByRole('checkbox', { name: 'Download at once' }).check();
      await page.getByRole('region', { name: 'Add to queue' }).getByRole('button', { name: 'Add to queue' }).click();
      await expect(field).toHaveValue('');
      await expect(page.getByRole('list', { name: 'Waiting to be added' }).getByRole('listitem')).toHaveCount(2);
      await page.getByRole('button', { name: 'Ignore: Why this clock' }).click();
      await page.getByRole('button', { name: 'Delete: Dumplings' }).click();
      await expect(titles(page)).toHaveCount(4);
      await choose(page, 'State', /^Ignored/);
      await expect(item(page, 'Why this clock')).toContainText('Waiting to sync');
    });
    await test.step('an action that needs the server says so, and does not wait', async () => {
      await expect(page.getByRole('button', { name: 'Start download' })).toBeDisabled();
      await page.getByRole('button', { name: 'Start download' }).press('Enter');
      await expect(page.getByRole('status').getByText('This needs the server.')).toBeVisible();
    });
    await test.step('a bulk change waits too', async () => {
      await openBulkActions(page);
      await bulkActions(page).getByRole('button', { name: 'Forget' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Forget' }).click();
      await expect(page.getByRole('alertdialog')).toBeHidden();
      await expect(titles(page)).toHaveCount(3);
      await page.reload();
      await expect(titles(page)).toHaveCount(3);
    });
    await test.step('everything is sent once the server is back', async () => {
      await page.clock.runFor(8_500); // undoable changes are sent when their toast ends
      proxy.forget();
      await goOnline(proxy, page);
      await expect.poll(() => statusOf(archive.url, 'clockStrike')).toBe('ignore');
      await expect.poll(() => statusOf(archive.url, 'dumplings_1')).toBeNull();
      await expect(page.getByRole('list', { name: 'Waiting to be added' })).toBeHidden();
      const addCalls = proxy.seenRequests.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/download/?'));
      expect(addCalls.map(({ path }) => path)).toEqual(['/api/download/?autostart=true']);
      await expect(item(page, 'Why this clock')).toContainText('Ignored');
    });
  },
);

test(
  'a link shared to the app appears in the form, even without a server; a person who may not add the link is told so',
  { tag: '@long' },
  async ({ archive, faultProxy: proxy, page }) => {
    const sharedAddress = '/downloads/?share_title=A%20film&share_text=Look%3A%20https%3A%2F%2Fexample.org%2Ffilms%2F7';
    await addPerson(archive.dataFolder, { username: 'tove', password: 'salt and tar and rope' });
    await signIn(page, proxy.url);
    const manifest = (await (await page.request.get(`${proxy.url}/manifest.webmanifest`)).json()) as { share_target: { action: string; params: object } };
    expect(manifest.share_target).toEqual({
      action: '/downloads/',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'share_title', text: 'share_text', url: 'share_url' },
    });
    proxy.set({ kind: 'reset' }, isApi);
    await page.goto(proxy.url + sharedAddress);
    const field = page.getByLabel('Links or ids for the queue');
    await expect(field).toHaveValue('https://example.org/films/7');
    await expect(page).toHaveURL(`${proxy.url}/downloads/`);
    await page.getByRole('region', { name: 'Add to queue' }).getByRole('button', { name: 'Add to queue' }).click();
    await expect(page.getByRole('list', { name: 'Waiting to be added' })).toContainText('https://example.org/films/7');
    await page.reload();
    await expect(field).toHaveValue('');
    await expect(page.getByRole('list', { name: 'Waiting to be added' })).toContainText('https://example.org/films/7');
    proxy.set({ kind: 'none' });

    await page.context().clearCookies();
    await page.goto(`${proxy.url}/`);
    await logIn(page, { username: 'tove', password: 'salt and tar and rope' });
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
    await page.goto(proxy.url + sharedAddress);
    await expect(page.getByRole('heading', { name: 'Forbidden: Access denied.' }).first()).toBeVisible();
    await expect(page.getByText('Only staff can add to the queue.')).toBeVisible();
    await expect(page.getByText('https://example.org/films/7')).toBeVisible();
    await page.getByRole('link', { name: 'Go Home' }).click();
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
  },
);

test(
  'the server adds pasted links to the queue and reports unknown links; a queue of more than ten thousand items opens',
  { tag: '@long' },
  async ({ page }) => {
    const watchUrl = 'https://www.youtube.com/watch?v=Qx7vR2mKc-4';
    const ytDlp = await aFakeYtDlp({ [watchUrl]: { info: anInfo() } });
    const archive = await createArchiveProcess({ template: templateFolder, environment: { STOWAWAY_YTDLP: ytDlp.program } });
    await archive.start();
    try {
      await signIn(page, archive.url);
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Downloads' }).click();
      await expect(page.getByRole('heading', { name: 'Nothing in the queue' })).toBeVisible();
      await page.getByLabel('Links or ids for the queue').fill(`${watchUrl}\nhttps://www.youtube.com/watch?v=notThere001`);
      await page.getByRole('region', { name: 'Add to queue' }).getByRole('button', { name: 'Add to queue' }).click();
      await expect(item(page, 'Low tide at the old pier')).toBeVisible({ timeout: 15_000 });
      const card = page.getByRole('region', { name: 'Tasks on the server' });
      await expect(card).toContainText('notThere001', { timeout: 15_000 });
      await card.getByRole('button', { name: /^Dismiss/ }).click();
      await expect(card).toBeHidden();

      const manyItems = Array.from({ length: 10_050 }, (_, index) => ({ videoId: `many${String(index).padStart(7, '0')}`, title: `Film ${index} of many` }));
      fillQueue(archive.dataFolder, manyItems);
      const call = apiCaller(archive.url);
      await call('/api/user/me/', { method: 'POST', body: { page_size: 100 } });
      await page.reload();
      await expect(titles(page)).toHaveCount(100);
      await openBulkActions(page);
      await expectQuotedText('10000+', page.getByText('All 10000+ in this view'));
    } finally {
      await archive.remove();
      await ytDlp.remove();
    }
  },
);
