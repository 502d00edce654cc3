// A channel's About tab on a real archive. tests/component/channel-about.test.tsx covers its fields and the channel's tabs, also without
// the archive.
import { expect } from '@playwright/test';
import { apiCaller } from './archive-process.ts';
import { signIn } from './device.ts';
import { test } from './fixtures.ts';

const channelId = 'UCslowHarbourSampleAaa01';

test('the archive stores and removes a channel’s overwrite, and schedules a reindexing of the channel', { tag: '@long' }, async ({ archive, page }) => {
  const call = apiCaller(archive.url);
  const readDays = async () => {
    const channel = (await (await call(`/api/channel/${channelId}/`)).json()) as { channel_overwrites?: { autodelete_days?: number | null } };
    return channel.channel_overwrites?.autodelete_days ?? null;
  };
  await signIn(page, archive.url);
  await page.goto(`${archive.url}/channel/${channelId}/about/`);
  await page.getByRole('textbox', { name: 'Delete watched videos after' }).fill('30');
  await page.keyboard.press('Enter');
  await expect.poll(readDays).toBe(30);
  await page.getByRole('button', { name: 'Reset: Delete watched videos after' }).click();
  await expect.poll(readDays).toBe(null);
  await page.getByRole('button', { name: 'Reindex' }).click();
  await expect(page.getByText('Reindex scheduled')).toBeVisible();
});
