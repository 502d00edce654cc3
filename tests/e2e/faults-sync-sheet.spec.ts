// The sync sheet on a real archive. tests/component/sync-sheet.test.tsx covers all its actions.
import { expect, type Page } from '@playwright/test';
import { apiCaller } from './archive-process.ts';
import { signIn } from './device.ts';
import { test } from './fixtures.ts';
import { anUnwatchedTitle, cardOf, markWatched, notices } from './home-page.ts';

const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Sync' });
const openSheet = (page: Page) => page.getByRole('button', { name: /^(Server unreachable|Offline|Up to date|Syncing)/ }).click();

async function watchedTitles(url: string): Promise<string[]> {
  const call = apiCaller(url);
  const list = (await (await call('/api/video/?page_size=100')).json()) as { data: { title: string; player: { watched: boolean } }[] };
  return list.data.filter((video) => video.player.watched).map((video) => video.title);
}

test('the sync sheet lists waiting changes; after one is discarded, the others are sent', { tag: '@long' }, async ({ archive, page }) => {
  await signIn(page, archive.url);
  const [discardedTitle, sentTitle] = [await anUnwatchedTitle(page), await anUnwatchedTitle(page, 1)];
  await archive.kill();
  await markWatched(page, discardedTitle);
  await markWatched(page, sentTitle);
  await expect(notices(page).getByText(/^Your server isn’t answering\./)).toBeVisible();
  await openSheet(page);
  const sheet = sheetOf(page);
  await expect(sheet.getByText(/^Your server hasn’t answered since/)).toBeVisible();
  await expect(sheet.getByText('2 changes wait on this device. They are sent when the server answers.')).toBeVisible();
  await sheet.getByRole('button', { name: `Discard this change: Marked watched, ${discardedTitle}` }).click();
  await expect(sheet.getByText('1 change waits on this device. It is sent when the server answers.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cardOf(page, discardedTitle).getByText('Watched', { exact: true })).toHaveCount(0);
  await archive.start();
  await expect(notices(page).getByText('Back online. 1 change sent.')).toBeVisible({ timeout: 15_000 });
  const titles = await watchedTitles(archive.url);
  expect(titles).toContain(sentTitle);
  expect(titles).not.toContain(discardedTitle);
});
