// Videos saved for a limited time: a trip, from packing to unpacking, and the newest videos of a channel.
import { expect, type Locator, type Page } from '@playwright/test';
import { signIn, waitForChunks, waitForWorker } from './device.ts';
import { test } from './fixtures.ts';

test.use({ hasWorker: true });

const dayMs = 86_400_000;
const slowHarbour = { id: 'UCslowHarbourSampleAaa01', name: 'Slow Harbour' };

test('a trip is packed completely, plays with the server stopped, and is unpacked after its end', { tag: '@long' }, async ({ archive, page }) => {
  test.setTimeout(120_000);
  await signIn(page, archive.url);
  await waitForWorker(page);
  const trip = page.getByRole('article', { name: 'Bergen by train' });
  await test.step('the trip is packed from a channel', async () => {
    await page.goto(`${archive.url}/saved/`);
    const packer = page.getByRole('complementary', { name: 'Pack a trip' });
    await packer.getByRole('textbox', { name: 'Name of the trip' }).fill('Bergen by train');
    await packer.getByLabel('When do you leave?').fill(await localTime(page, dayMs));
    await packer.getByRole('button', { name: 'Continue watching' }).click();
    await packer.getByRole('button', { name: 'Unwatched, subscribed' }).click();
    await packer.getByRole('button', { name: 'A channel' }).click();
    await packer.getByRole('combobox', { name: 'Which channel?' }).selectOption(slowHarbour.name);
    await packer.getByRole('button', { name: 'Pack 5 videos' }).click();
    await expect(trip.getByText('Ready. Good journey.')).toBeVisible({ timeout: 60_000 });
    await expect(trip.getByText('5 of 5 packed')).toBeVisible();
    await waitForChunks(page, 'video-screen');
  });
  await test.step('the trip’s videos play with the server stopped', async () => {
    await archive.kill();
    await page.goto(`${archive.url}/video/fogNorthSea/`);
    await expect.poll(() => page.locator('video').evaluate((element: HTMLVideoElement) => element.readyState), { timeout: 20_000 }).toBeGreaterThanOrEqual(2);
  });
  await test.step('the trip is over, and is unpacked', async () => {
    await page.clock.setFixedTime(Date.now() + 3 * dayMs);
    await page.goto(`${archive.url}/saved/`);
    await expect(trip.getByText('Trip over. Unpack 5 videos?')).toBeVisible();
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Unpack' }).click();
    await expect(trip).toBeHidden();
    await expect(page.getByText('Nothing saved yet')).toBeVisible();
  });
});

// Property tests check which videos a policy chooses (tests/property/plan-policies.test.ts).
test(
  'the newest videos of a channel stay saved; a watched video is removed a day later, and the next newest replaces it; Undo keeps it for good',
  { tag: '@long' },
  async ({ archive, page }) => {
    test.setTimeout(120_000);
    await signIn(page, archive.url);
    await waitForWorker(page);
    await page.goto(`${archive.url}/channel/${slowHarbour.id}/`);
    await page.getByRole('button', { name: `Save offline: ${slowHarbour.name}` }).click();
    await page.getByRole('menuitemradio', { name: 'Newest 3' }).click();
    await expect(page.getByRole('button', { name: `Keeps the newest 3: ${slowHarbour.name}` })).toBeVisible();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Saved' }).click();
    await expect(page.getByText('3 videos on this device.')).toBeVisible({ timeout: 60_000 });
    const rows = page.getByRole('region', { name: 'On this device' }).getByRole('article');
    const title = await rows.first().getByRole('heading').innerText();
    await markWatched(rows.first());
    await expect(page.getByText('4 videos on this device.')).toBeVisible({ timeout: 60_000 });
    await page.clock.setFixedTime(Date.now() + 1.1 * dayMs);
    await page.reload();
    await expect(page.getByText('Removed from this device.')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('3 videos on this device.')).toBeVisible();
    const watchedLink = page.getByRole('link', { name: title });
    await expect(watchedLink).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('4 videos on this device.')).toBeVisible();
    // Marking another video starts a run of the policies, which would remove the first video again. The run saves the channel's fifth video.
    await markWatched(rows.filter({ hasNot: watchedLink }).first());
    await expect(page.getByText('5 videos on this device.')).toBeVisible({ timeout: 60_000 });
    await expect(watchedLink).toBeVisible();
  },
);

async function markWatched(row: Locator): Promise<void> {
  await row.getByRole('button', { name: /^More actions/ }).click();
  await row.page().getByRole('menuitem', { name: 'Mark watched' }).click();
}

/** Returns the browser's time plus `offsetMs`, in the format of a datetime-local field. */
function localTime(page: Page, offsetMs: number): Promise<string> {
  return page.evaluate((ms) => {
    const moment = new Date(Date.now() + ms);
    return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  }, offsetMs);
}
