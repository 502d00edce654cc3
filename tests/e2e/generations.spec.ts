// The staff's screens on the two generations of servers (docs/behaviour.md, Two generations): each control has the form that the server
// supports, and the client writes no setting that the server did not send.
import { expect, type Locator, type Page } from '@playwright/test';
import { addPerson } from '../builders/archive-people.ts';
import { startGenerationProxy, type Generation } from '../doubles/generation-proxy.ts';
import { logIn, signInAs } from './device.ts';
import { test } from './fixtures.ts';
import { chooseFrom } from './list-tools.ts';

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const field = (page: Page, name: string): Locator => page.getByRole('textbox', { name, exact: true });

interface ExpectedFeatures {
  /** How the server gets a PO token: a call stores the token, or a setting names the address of a provider. */
  poToken: 'call' | 'setting';
  hasImportOptions: boolean;
  hasEmbedThumbnail: boolean;
  /** The paths that are requested when Manual import, Rescan filesystem and Embed thumbnails are started. */
  startPaths: string[];
  /** Which setting stores a channel's watched filter. */
  watchedKey: 'hide_watched' | 'hide_watched_channel';
  hasChannelViews: boolean;
}

const expectedFeatures: Record<Generation, ExpectedFeatures> = {
  older: {
    poToken: 'call',
    hasImportOptions: false,
    hasEmbedThumbnail: true,
    startPaths: [
      '/api/appsettings/manual-import/',
      '/api/task/by-name/manual_import/',
      '/api/appsettings/rescan-filesystem/',
      '/api/task/by-name/rescan_filesystem/',
      '/api/task/by-name/resync_metadata/',
      '/api/task/by-name/resync_thumbs/',
    ],
    watchedKey: 'hide_watched',
    hasChannelViews: true,
  },
  present: {
    poToken: 'setting',
    hasImportOptions: true,
    hasEmbedThumbnail: false,
    startPaths: ['/api/appsettings/manual-import/', '/api/appsettings/rescan-filesystem/', '/api/task/by-name/resync_metadata/'],
    watchedKey: 'hide_watched_channel',
    hasChannelViews: false,
  },
};

for (const generation of ['older', 'present'] as const) {
  const features = expectedFeatures[generation];

  test(
    `on a server of the ${generation} generation, each control has the form that the server supports, and the client writes only keys that the server sent`,
    { tag: '@long' },
    async ({ deletableArchive: archive, page }) => {
      test.slow(); // visits many screens
      const server = await startGenerationProxy(archive, generation);
      const bodiesOf = (path: string): unknown[] => server.writes.filter((call) => call.path === path).map(({ body }) => body);
      try {
        await signInAs(page, server.url);

        await test.step('the application settings have a field for everything that the server sends, and for nothing else', async () => {
          await page.goto(`${server.url}/settings/application/`);
          await expect(section(page, 'Downloads')).toBeVisible();
          await expect(field(page, 'PO token')).toHaveCount(features.poToken === 'call' ? 1 : 0);
          await expect(field(page, 'PO token provider')).toHaveCount(features.poToken === 'setting' ? 1 : 0);
          await expect(page.getByRole('switch', { name: 'Embed thumbnail', exact: true })).toHaveCount(features.hasEmbedThumbnail ? 1 : 0);
          await expect(page.getByRole('switch', { name: 'Embed metadata', exact: true })).toHaveCount(1);
          const poToken = section(page, 'PO Token');
          if (features.poToken === 'call') {
            await field(page, 'PO token').fill('web+a-token-that-nobody-reads');
            await poToken.getByRole('button', { name: 'Update' }).click();
            await expect(poToken.getByText('Token stored.')).toBeVisible();
            await expect.poll(() => bodiesOf('/api/appsettings/potoken/')).toEqual([{ potoken: 'web+a-token-that-nobody-reads' }]);
          } else {
            await field(page, 'PO token provider').fill('http://127.0.0.1:4416');
            await poToken.getByRole('button', { name: 'Update' }).click();
            await expect.poll(() => bodiesOf('/api/appsettings/config/')).toEqual([{ downloads: { pot_provider_url: 'http://127.0.0.1:4416' } }]);
          }
          await field(page, 'Delete watched after').fill('90');
          await field(page, 'Delete watched after').press('Enter');
          await expect.poll(() => bodiesOf('/api/appsettings/config/').at(-1)).toEqual({ downloads: { autodelete_days: 90 } });
        });
        await test.step('schedules show no next run, which neither server reports', async () => {
          await page.goto(`${server.url}/settings/scheduling/`);
          const rescan = section(page, 'Rescan subscriptions');
          await rescan.getByRole('radiogroup').getByText('Advanced', { exact: true }).click();
          await rescan.getByRole('textbox', { name: 'Schedule' }).fill('0 6 *');
          await rescan.getByRole('button', { name: 'Save' }).click();
          await expect(rescan.getByText('06:00, every day.', { exact: true })).toBeVisible();
          await expect(rescan.getByRole('button', { name: 'Save' })).toHaveCount(0);
          await page.reload(); // Advanced stays open until the page is left
          await expect(rescan.getByLabel('Time', { exact: true })).toHaveValue('06:00');
          await expect(page.getByText(/Next: /)).toHaveCount(0);
        });
        await test.step('an action tries the call of the present generation, then that of the older one, and has options if the server accepts them', async () => {
          await page.goto(`${server.url}/settings/actions/`);
          const writesBefore = server.writes.length;
          for (const action of ['Manual import', 'Rescan filesystem', 'Embed thumbnails']) {
            const startButton = section(page, action).getByRole('button', { name: `Start: ${action}` });
            await expect(section(page, action).getByRole('switch', { name: 'Prefer embedded metadata' })).toHaveCount(
              features.hasImportOptions && action !== 'Embed thumbnails' ? 1 : 0,
            );
            await startButton.click();
            await expect(startButton).toBeVisible({ timeout: 60_000 }); // visible again once the task has ended
          }
          const startedTasks = () => server.writes.slice(writesBefore).filter(({ path }) => /manual|rescan|resync/.test(path));
          await expect.poll(() => startedTasks().map(({ path }) => path)).toEqual(features.startPaths);
          if (features.hasImportOptions) expect(startedTasks()[0]?.body).toEqual({ ignore_error: false, prefer_local: false });
        });
        await test.step('the watched filter of a channel is stored in its own setting, or in the one for all lists', async () => {
          await page.goto(`${server.url}/channel/UCslowHarbourSampleAaa01/`);
          await expect(page.getByRole('article').first()).toBeVisible();
          await chooseFrom(page, /^Watched/, 'Unwatched');
          await expect.poll(() => bodiesOf('/api/user/me/')).toEqual([{ [features.watchedKey]: false }]);
          await page.getByRole('navigation', { name: 'Channel', exact: true }).getByRole('link', { name: 'About' }).click();
          await expect(page.getByText('Last refreshed', { exact: true })).toBeVisible();
          await expect(page.getByText('1,234,567')).toHaveCount(features.hasChannelViews ? 1 : 0);
        });
        await test.step('a missing description or picture shows nothing, however the server expresses it', async () => {
          await page.goto(`${server.url}/playlist/`);
          await page.getByRole('button', { name: 'New', exact: true }).click();
          await page.getByRole('textbox', { name: 'New playlist' }).fill('Rainy Sundays');
          await page.keyboard.press('Enter');
          await page.getByRole('link', { name: 'Rainy Sundays' }).first().click();
          await expect(page.getByRole('heading', { name: 'Rainy Sundays', level: 1 })).toBeVisible();
          await expect.poll(() => bodiesOf('/api/playlist/custom/')).toEqual([{ playlist_name: 'Rainy Sundays' }]);
          await expect(page.getByText('False', { exact: true })).toHaveCount(0);
          expect(server.unexpectedKeys).toEqual([]);
        });
        await test.step('only staff may change custom playlists: the client says so once, then offers no form, and signs nobody out', async () => {
          const tove = { username: 'tove', password: 'salt and tar and rope' };
          await addPerson(archive.dataFolder, tove);
          await page.context().clearCookies();
          await page.goto(`${server.url}/login/`);
          await logIn(page, tove);
          await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
          await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Playlists' }).click();
          await page.getByRole('button', { name: 'New', exact: true }).click();
          await page.getByRole('textbox', { name: 'New playlist' }).fill('Mine');
          await page.keyboard.press('Enter');
          await expect(page.getByText('Only staff can change custom playlists in this archive.')).toBeVisible();
          await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
          await page.reload();
          await expect(page.getByRole('heading', { name: 'Playlists', level: 1 })).toBeVisible();
          await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
        });
      } finally {
        await server.close();
      }
    },
  );
}
