// The application settings, as promises (SPEC §2 "Application settings", §4, §5): each field of SPEC §3 "App settings".
import { expect, type Locator, type Page } from '@playwright/test';
import { callApi } from './archive-process.ts';
import { phone, signIn } from './device.ts';
import { test } from './fixtures.ts';
import { sees } from './quoted-texts.ts';

type Settings = Record<string, Record<string, unknown>>;

const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });
const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const cookieLine = '.video.example\tTRUE\t/\tTRUE\t2145916800\tname\tvalue';

async function settingsOf(url: string): Promise<() => Promise<Settings>> {
  const call = callApi(url);
  return async () => (await (await call('/api/appsettings/config/')).json()) as Settings;
}

/** Each field: what is typed, what the archive has then. */
const fields: [label: string, typed: string, section: string, key: string, stored: unknown][] = [
  ['Videos per scan', '20', 'subscriptions', 'channel_size', 20],
  ['Streams per scan', '0', 'subscriptions', 'live_channel_size', 0],
  ['Shorts per scan', '10', 'subscriptions', 'shorts_channel_size', 10],
  ['Playlist videos per scan', '', 'subscriptions', 'playlist_size', null],
  ['Speed limit', '2000', 'downloads', 'limit_speed', 2000],
  ['Throttled below', '100', 'downloads', 'throttledratelimit', 100],
  ['Sleep between requests', '30', 'downloads', 'sleep_interval', 30],
  ['Delete watched after', '90', 'downloads', 'autodelete_days', 90],
  ['Format', 'bestvideo+bestaudio', 'downloads', 'format', 'bestvideo+bestaudio'],
  ['Format sort', 'res:1080', 'downloads', 'format_sort', 'res:1080'],
  ['Language of titles', 'DE', 'downloads', 'extractor_lang', 'de'],
  ['Subtitle languages', 'en, de', 'downloads', 'subtitle', 'en,de'],
  ['Comments per video', '100,all,100,10', 'downloads', 'comment_max', '100,all,100,10'],
  ['PO token provider', 'http://127.0.0.1:4416', 'downloads', 'pot_provider_url', 'http://127.0.0.1:4416'],
];
const switches: [label: string, section: string, key: string][] = [
  ['Download new videos automatically', 'subscriptions', 'auto_start'],
  ['Quick scan', 'subscriptions', 'extract_flat'],
  ['Embed metadata', 'downloads', 'add_metadata'],
  ['Embed thumbnail', 'downloads', 'add_thumbnail'],
  ['Search in subtitles', 'downloads', 'subtitle_index'],
  ['Cast', 'application', 'enable_cast'],
  ['Daily snapshots', 'application', 'enable_snapshot'],
];

test('each application setting is shown, changed, refused, reset, and read-only while the archive is away', async ({ archive, page }) => {
  test.slow(); // one walk over all fields, with two starts of the archive
  const settings = await settingsOf(archive.url);
  await signIn(page, archive.url);
  await page.goto(`${archive.url}/settings/application/`);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Comments' }).click();
  await expect(section(page, 'Comments')).toBeInViewport();

  for (const [label, typed, group, key, stored] of fields) {
    await field(page, label).fill(typed);
    await field(page, label).press('Enter');
    await expect.poll(async () => (await settings())[group]?.[key], { message: label }).toBe(stored);
  }
  await expect(page.getByRole('img', { name: 'Saved' }).first()).toBeVisible();
  for (const [label, group, key] of switches) {
    const before = (await settings())[group]?.[key];
    await page.getByRole('switch', { name: label, exact: true }).click();
    await expect.poll(async () => (await settings())[group]?.[key], { message: label }).toBe(!before);
  }
  for (const [label, key, address] of [
    ['Return dislikes', 'integrate_ryd', 'STOWAWAY_DISLIKES_URL'],
    ['SponsorBlock', 'integrate_sponsorblock', 'STOWAWAY_SPONSORBLOCK_URL'],
  ] as const) {
    await page.getByRole('switch', { name: label, exact: true }).click();
    // The archive has no address to ask, and its words stand there.
    await expect(page.getByRole('alert').filter({ hasText: address })).toHaveText(/is off on this server\. Set .* start it again\.$/);
    await expect(page.getByRole('switch', { name: label, exact: true })).not.toBeChecked();
    expect((await settings())['downloads']?.[key]).toBe(false);
  }
  await page.reload();
  await page.getByRole('radiogroup', { name: 'Subtitle source' }).getByText('Uploaded').click();
  await expect.poll(async () => (await settings())['downloads']?.['subtitle_source']).toBe('user');
  await page.getByRole('radiogroup', { name: 'Comment sort' }).getByText('Not set').click();
  await expect.poll(async () => (await settings())['downloads']?.['comment_sort']).toBe(null);

  // What cannot be is said where it is typed, and cannot be sent; what is not recommended can.
  for (const [label, typed, words] of [
    ['Videos per scan', 'many', /whole number/],
    ['Language of titles', 'eng', /Two letters/],
    ['Subtitle languages', 'english', /no language code/],
    ['Comments per video', '100', /Four values/],
    ['PO token provider', 'tokens.example', /http/],
    ['PO token', 'abc', /web\+/],
  ] as const) {
    await field(page, label).fill(typed);
    await expect(page.getByRole('alert')).toHaveText(words);
    await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
    await field(page, label).press('Escape');
  }
  await field(page, 'Sleep between requests').fill('4');
  await expect(page.getByText(/^Between 2 and 6 s\. Less than 10 is not recommended/)).toBeVisible();
  await field(page, 'Sleep between requests').press('Escape');
  await page.getByRole('button', { name: 'Reset: Speed limit' }).click();
  await expect.poll(async () => (await settings())['downloads']?.['limit_speed']).toBe(null);
  await expect(field(page, 'Speed limit')).toHaveValue('');

  // The archive's own words stand at the field that it refused.
  await page.route('**/api/appsettings/config/', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 400, json: { downloads: { format: ['This format is not for us.'] } } }) : route.fallback(),
  );
  await field(page, 'Format').fill('worst');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(section(page, 'Download Format').getByRole('alert')).toHaveText('This format is not for us.');
  await expect(field(page, 'Format')).toHaveValue('worst');
  await page.unroute('**/api/appsettings/config/');

  await archive.stop();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(section(page, 'Download Format').getByRole('alert')).toHaveText(/^This needs the server/);
  await expect(page.getByText(/^Changing this needs the server\. Last known values from /)).toBeVisible({ timeout: 20_000 });
  await expect(field(page, 'Format')).toHaveValue('worst'); // what was being typed stays
  await expect(field(page, 'Videos per scan')).not.toBeEditable();
  await expect(page.getByRole('switch', { name: 'Cast' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Revoke' })).toBeDisabled();
  await archive.start();
  await expect(page.getByText(/^Changing this needs the server\./)).toHaveCount(0, { timeout: 20_000 });
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.poll(async () => (await settings())['downloads']?.['format']).toBe('worst');

  // An older server sends other keys; only those that it sent have a field, and are written.
  const sent: unknown[] = [];
  await page.route('**/api/appsettings/config/', async (route) => {
    if (route.request().method() === 'POST') sent.push(route.request().postDataJSON());
    const answer = await route.fetch();
    // Null: the page was left meanwhile, and its answer with it.
    const settings = (await answer.json().catch(() => null)) as { downloads: Record<string, unknown> } | null;
    if (settings === null) return route.abort();
    delete settings.downloads['pot_provider_url'];
    return route.fulfill({ response: answer, json: settings });
  });
  await page.goto(`${archive.url}/`);
  await page.goto(`${archive.url}/settings/application/`);
  await expect(field(page, 'PO token provider')).toHaveCount(0, { timeout: 15_000 });
  await expect(field(page, 'PO token')).toBeVisible();
  await field(page, 'Delete watched after').fill('');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => sent).toEqual([{ downloads: { autodelete_days: null } }]);
});

test.describe('on a phone', () => {
  test.use({ windowSize: phone });

  test('cookie, tokens and membership are stored, checked, shown and taken away; a snapshot is made and restored after two questions', async ({
    archive,
    page,
  }) => {
    await signIn(page, archive.url);
    await page.goto(`${archive.url}/settings/application/`);

    // What is long keeps its line while it is written: Update comes below it.
    const format = field(page, 'Format');
    const width = (await format.boundingBox())?.width;
    await format.fill('bestvideo[height<=720]+bestaudio/best[height<=720]');
    const update = await section(page, 'Download Format').getByRole('button', { name: 'Update' }).boundingBox();
    const place = await format.boundingBox();
    expect(place?.width).toBe(width);
    expect(update?.y).toBeGreaterThanOrEqual((place?.y ?? 0) + (place?.height ?? 0));
    await format.press('Escape');

    const cookie = section(page, 'Cookie');
    await expect(cookie.getByText('None is stored.')).toBeVisible();
    await cookie.getByRole('button', { name: 'Add' }).click();
    const content = cookie.getByRole('textbox');
    await content.fill(cookieLine.replaceAll('\t', ' '));
    await expect(cookie.getByRole('alert')).toContainText('Line 1 has 1 part and not 7');
    await expect(cookie.getByRole('button', { name: 'Save' })).toBeDisabled();
    await content.fill('.video.example\tTRUE\t/\tTRUE\t1000000000\tname\tvalue');
    await cookie.getByRole('button', { name: 'Save' }).click();
    await expect(cookie.getByRole('alert')).toContainText('import failed'); // expired: the archive's words
    await cookie.locator('input[type=file]').setInputFiles({ name: 'cookies.txt', mimeType: 'text/plain', buffer: Buffer.from(`${cookieLine}\n`) });
    await cookie.getByRole('button', { name: 'Save' }).click();
    await expect(cookie.getByText(/^Accepted, checked just now/)).toBeVisible();
    await cookie.getByRole('button', { name: 'Check' }).click();
    await expect(cookie.getByText(/^Accepted, checked just now/)).toBeVisible();
    await cookie.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(cookie.getByText('None is stored.')).toBeVisible();

    const poToken = section(page, 'PO Token');
    await field(page, 'PO token').fill('web+a-token-that-nobody-reads');
    await poToken.getByRole('button', { name: 'Update' }).click();
    await expect(poToken.getByText('One is stored.')).toBeVisible();
    await poToken.getByRole('button', { name: 'Remove' }).click();
    await expect(poToken.getByText('None is stored.')).toBeVisible();

    const integrations = section(page, 'Integrations');
    await integrations.getByRole('button', { name: 'Show' }).click();
    const token = integrations.locator('code');
    await expect(token).toHaveText(/^[0-9a-f]{40}$/);
    const first = await token.textContent();
    await integrations.getByRole('button', { name: 'Hide' }).click();
    await expect(token).toHaveCount(0);
    await integrations.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('alertdialog', { name: 'Revoke the API token?' }).getByRole('button', { name: 'Revoke' }).click();
    await expect(integrations.getByText('Revoked.')).toBeVisible();
    await integrations.getByRole('button', { name: 'Show' }).click();
    await expect(token).toHaveText(/^[0-9a-f]{40}$/);
    expect(await token.textContent()).not.toBe(first);

    const membership = section(page, 'Membership');
    await page.route('**/api/appsettings/membership/profile/', (route) => route.fulfill({ status: 400, json: { message: 'Invalid token.' } }));
    await expect(membership.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await field(page, 'Membership key').fill('d41f0c8a52b7e96310fa');
    await membership.getByRole('button', { name: 'Save' }).click();
    await sees('Error: {message}', membership.getByText('Error: Invalid token.'));
    await page.unroute('**/api/appsettings/membership/profile/');
    await page.route('**/api/appsettings/membership/profile/', (route) =>
      route.fulfill({
        json: {
          id: 4,
          user: { id: 9, username: 'fern' },
          sponsor_tier: { tier_id: 1, name: 'Bronze', description: 'Up to 25 channels', max_subs: 25 },
          subscription_count: 12,
          subscription_is_max: false,
        },
      }),
    );
    await membership.getByRole('button', { name: 'Ask again' }).click();
    await expect(membership.getByText('12 of 25')).toBeVisible();
    await expect(membership.getByText('Connection')).toHaveCount(0); // only newer servers tell
    await membership.getByRole('button', { name: 'Show' }).click();
    await expect(field(page, 'Membership key')).toHaveValue('d41f0c8a52b7e96310fa');
    await expect(membership.getByRole('button', { name: 'Save' })).toHaveCount(0);
    await page.route('**/api/appsettings/membership/sync/', (route) => route.fulfill({ status: 204 }));
    await membership.getByRole('button', { name: 'Sync' }).click();
    await expect(membership.getByText('Sent.')).toBeVisible();
    await membership.getByRole('button', { name: 'Forget' }).click();
    await expect(membership.getByRole('button', { name: 'Sync' })).toHaveCount(0);
    await expect(field(page, 'Membership key')).toHaveValue('');

    const snapshots = section(page, 'Snapshots');
    await expect(snapshots.getByText('No snapshots yet.')).toBeVisible();
    await snapshots.getByRole('button', { name: 'Create now' }).click();
    const snapshot = snapshots.getByRole('listitem');
    await expect(snapshot).toHaveCount(1, { timeout: 15_000 });
    await expect(snapshot.getByText(/Complete/)).toBeVisible({ timeout: 15_000 });
    await snapshot.getByRole('button', { name: /^Restore/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    const second = page.getByRole('alertdialog', { name: 'Replace the index now?' });
    await expect(second.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await second.getByRole('button', { name: 'Cancel' }).click();
    await snapshot.getByRole('button', { name: /^Restore/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    await second.getByRole('button', { name: 'Replace and restore' }).click();
    await expect(snapshot.getByText('Restore started')).toBeVisible();
  });
});
