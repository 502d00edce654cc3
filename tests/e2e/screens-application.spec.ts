// The application settings on a real archive: what it stores, and what it refuses with its own message.
// tests/component/settings-application.test.tsx covers each field and card, also while the archive is away.
import { expect } from '@playwright/test';
import { apiCaller } from './archive-process.ts';
import { phone, signIn } from './device.ts';
import { test } from './fixtures.ts';

test.use({ windowSize: phone });

test(
  'the archive stores a setting, checks a cookie, creates a token and a snapshot, and says why it refuses a switch',
  { tag: '@long' },
  async ({ archive, page }) => {
    const call = apiCaller(archive.url);
    const readSettings = async () => (await (await call('/api/appsettings/config/')).json()) as Record<string, Record<string, unknown>>;
    const section = (name: string) => page.getByRole('region', { name, exact: true });
    await signIn(page, archive.url);
    await page.goto(`${archive.url}/settings/application/`);
    await page.getByRole('textbox', { name: 'Videos per scan', exact: true }).fill('20');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await readSettings())['subscriptions']?.['channel_size']).toBe(20);

    for (const [label, address] of [
      ['Return dislikes', 'STOWAWAY_DISLIKES_URL'],
      ['SponsorBlock', 'STOWAWAY_SPONSORBLOCK_URL'],
    ] as const) {
      await page.getByRole('switch', { name: label, exact: true }).click();
      // The archive has no configured address to ask.
      await expect(page.getByRole('alert').filter({ hasText: address })).toHaveText(/is off on this server\. Set .* start it again\.$/);
    }

    const cookie = section('Cookie');
    await cookie.getByRole('button', { name: 'Add' }).click();
    await cookie.getByRole('textbox').fill('.video.example\tTRUE\t/\tTRUE\t1000000000\tname\tvalue');
    await cookie.getByRole('button', { name: 'Save' }).click();
    await expect(cookie.getByRole('alert')).toContainText('import failed'); // the cookie has expired
    await cookie.getByRole('textbox').fill('.video.example\tTRUE\t/\tTRUE\t2145916800\tname\tvalue');
    await cookie.getByRole('button', { name: 'Save' }).click();
    await expect(cookie.getByText(/^Accepted, checked just now/)).toBeVisible();

    await section('Integrations').getByRole('button', { name: 'Show' }).click();
    await expect(section('Integrations').locator('code')).toHaveText(/^[0-9a-f]{40}$/);

    const snapshots = section('Snapshots');
    await snapshots.getByRole('button', { name: 'Create now' }).click();
    await expect(snapshots.getByRole('listitem').getByText(/Complete/)).toBeVisible({ timeout: 15_000 });
  },
);
