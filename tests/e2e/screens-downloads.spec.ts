// The archive's own queue, as promises (SPEC §2 "Downloads queue", §4, §8; DESIGN: single items wait, bulk asks).
import { expect, type Locator, type Page } from '@playwright/test';
import { fillQueue, someQueue } from '../builders/queue-items.ts';
import { signInByApi } from './archive-process.ts';
import { signIn } from './device.ts';
import { test } from './fixtures.ts';
import { sees } from './quoted-texts.ts';

const item = (page: Page, title: string): Locator => page.getByRole('article').filter({ hasText: title });
const titles = (page: Page): Locator => page.getByRole('list', { name: 'Downloads' }).getByRole('heading', { level: 2 });
const bar = (page: Page): Locator => page.getByRole('group', { name: 'Bulk actions' });

async function choose(page: Page, group: string, label: string | RegExp): Promise<void> {
  await page.getByRole('radiogroup', { name: group }).getByText(label, { exact: true }).click();
}

async function statusOf(url: string, videoId: string): Promise<string | null> {
  const call = await signInByApi(url);
  const list = (await (await call('/api/download/?page_size=500')).json()) as { data: { youtube_id: string; status: string }[] };
  return list.data.find(({ youtube_id }) => youtube_id === videoId)?.status ?? null;
}

test('the queue is filtered, changed item by item and as a whole, and says how many that are', async ({ archive, faultProxy: proxy, page }) => {
  fillQueue(archive.dataFolder, someQueue);
  await signIn(page, proxy.url);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Downloads' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Downloads' })).toBeVisible();
  await expect(titles(page)).toHaveCount(6);
  await expect(titles(page).first()).toHaveText('The road that ends in a crater lake');
  await expect(page.getByText('not onto this device')).toBeVisible();

  // Ways from each state, by its own buttons.
  await page.getByRole('button', { name: 'Ignore: A chip with' }).click();
  await expect(titles(page)).toHaveCount(5);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(titles(page)).toHaveCount(6);
  await expect(item(page, 'Dumplings')).toContainText('cookie expired');
  await expect(page.getByRole('button', { name: 'Delete: Dumplings' })).toBeVisible();
  await page.getByRole('button', { name: 'Download now: Dumplings' }).click();
  await expect(item(page, 'Dumplings')).not.toContainText('cookie expired');
  await expect.poll(() => statusOf(archive.url, 'chipNoName1')).toBe('pending');

  // Filters stand in the address.
  await choose(page, 'Type', 'Shorts');
  await expect(titles(page)).toHaveText(['One hairpin, sixty seconds']);
  await expect(page).toHaveURL(/type=shorts/);
  await choose(page, 'Type', 'All');
  await page.getByRole('button', { name: /^Channel/ }).click();
  await page.getByRole('menuitemradio', { name: 'northbound rail (2)' }).click();
  await expect(titles(page)).toHaveCount(2);
  await expect(page).toHaveURL(/channel=UCnorthboundRail/);

  // As a whole: only what the filters find, after a question that names the number, and asked again when that has changed.
  await expect(bar(page)).toContainText('All 2 in this view');
  await bar(page).getByRole('button', { name: 'Ignore' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Ignore 2 items?');
  fillQueue(archive.dataFolder, [{ videoId: 'thirdTrain1', title: 'A third train', channelId: 'UCnorthboundRailSampAa01', channelName: 'Northbound Rail' }]);
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
    proxy.seen.filter(({ method, path }) => method === 'PATCH' && path.startsWith('/api/download/')),
    'one call for all',
  ).toHaveLength(1);
  await choose(page, 'State', /^Ignored/);
  await expect(titles(page)).toHaveCount(3);

  // Selection mode, and back.
  await page.getByRole('button', { name: 'Select items' }).click();
  await page.getByRole('checkbox', { name: 'Select A third train' }).check();
  await page.getByRole('checkbox', { name: 'Select The road' }).check();
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Add to queue' }).click();
  await expect(titles(page)).toHaveCount(1);
  await expect.poll(() => statusOf(archive.url, 'thirdTrain1')).toBe('pending');
  await sees('Forget', page.getByRole('button', { name: 'Forget: One hairpin' }));
});
