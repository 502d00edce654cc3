// A channel's Playlists and About tabs, as promises (SPEC §2 "Channel shell", §5 "Number settings").
import { expect, type Locator, type Page } from '@playwright/test';
import { callApi } from './archive-process.ts';
import { signIn } from './device.ts';
import { test } from './fixtures.ts';
import { sees } from './quoted-texts.ts';

const slowHarbour = { id: 'UCslowHarbourSampleAaa01', name: 'Slow Harbour', playlist: 'North Sea, single-handed' };

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name });

async function overwritesOf(url: string): Promise<Record<string, unknown>> {
  const call = callApi(url);
  const channel = (await (await call(`/api/channel/${slowHarbour.id}/`)).json()) as { channel_overwrites?: Record<string, unknown> };
  return channel.channel_overwrites ?? {};
}

test('the tabs of a channel lead to its playlists and to what is known of it; its overwrites are set, unset, and survive a stopped server', async ({
  archive,
  faultProxy: proxy,
  page,
}) => {
  await signIn(page, proxy.url);
  await page.goto(`${proxy.url}/channel/${slowHarbour.id}/`);
  const tabs = page.getByRole('navigation', { name: 'Channel', exact: true });
  await tabs.getByRole('link', { name: 'Playlists' }).click();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('link', { name: slowHarbour.playlist })).toBeVisible();
  await tabs.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL(`${proxy.url}/channel/${slowHarbour.id}/about/`);
  await expect(page.getByText('Last refreshed', { exact: true })).toBeVisible();

  const days = field(page, 'Delete watched videos after');
  await expect(days).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
  await days.fill('many');
  await expect(page.getByRole('alert')).toHaveText(/A whole number/);
  await days.fill('30');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'Saved' })).toBeVisible();
  await expect.poll(async () => (await overwritesOf(archive.url))['autodelete_days']).toBe(30);
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
  await expect(page.getByRole('img', { name: 'Saved' })).toHaveCount(0, { timeout: 6_000 });

  await page.getByRole('button', { name: 'Configure: SponsorBlock' }).click();
  await page.getByRole('radiogroup', { name: 'SponsorBlock' }).getByRole('radio', { name: 'Off' }).click({ force: true });
  await expect.poll(async () => (await overwritesOf(archive.url))['integrate_sponsorblock']).toBe(false);
  await page.getByRole('button', { name: 'Reset: SponsorBlock' }).click();
  await expect(page.getByRole('button', { name: 'Configure: SponsorBlock' })).toBeVisible();
  await expect.poll(async () => (await overwritesOf(archive.url))['integrate_sponsorblock']).toBe(null);

  await page.getByRole('button', { name: 'Reindex' }).click();
  await sees('Reindex scheduled', page.getByText('Reindex scheduled'));

  proxy.set({ kind: 'reset' });
  await days.fill('45');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByRole('alert').getByText(/This needs the server/)).toBeVisible();
  await expect(days).toHaveValue('45');
  await days.press('Escape');
  await expect(days).toHaveValue('30');
  proxy.set({ kind: 'none' });
  await page.getByRole('button', { name: 'Reset: Delete watched videos after' }).click();
  await expect.poll(async () => (await overwritesOf(archive.url))['autodelete_days']).toBe(null);
  await expect(days).toHaveValue('');

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});
