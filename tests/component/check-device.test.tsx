// "Check this copy" in the settings of this device: its messages, and that it can be cancelled. tests/unit/check-mirror.test.ts covers
// its repairs.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from './screen.tsx';
import { longTest } from '../long-test.ts';

const startButton = page.getByRole('button', { name: 'Check this copy' });

test('a check repairs a damaged copy, and reports the number of repairs', async () => {
  const screen = await renderScreen('/settings/user/');
  await expect.element(startButton).toBeVisible();
  await screen.mirror().db.playlistNavs.bulkPut(['one', 'other'].map((videoId) => ({ videoId, playlists: [], fetchedAtMs: 1 })));
  await startButton.click();
  await expect.element(page.getByText('Checked 0 videos. 2 entries were repaired.')).toBeVisible();
  await startButton.click();
  await expect.element(page.getByText('Checked 0 videos. Nothing was wrong.')).toBeVisible();
});

longTest('a check shows what it waits for, and Cancel stops the check', async () => {
  const key = 'videos?sort=published&order=desc&size=12&page=9';
  const screen = await renderScreen('/settings/user/');
  screen.archive.on('/api/video/', () => new Promise(() => {}));
  await expect.element(startButton).toBeVisible();
  await screen.mirror().db.listPages.put({ key, ids: ['gone'], paginate: null, fetchedAtMs: 1 });
  await startButton.click();
  await expect.element(page.getByText('Asking the server for what was missing…')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(startButton).toBeVisible();
  expect((await screen.mirror().db.wanted.get(key))?.state).toBeDefined();
});
