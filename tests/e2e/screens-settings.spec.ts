// The user settings (SPEC §2 "User settings", §4, §5, §9): a change takes effect on the device, then in the archive.
import { expect, type Page } from '@playwright/test';
import { addPerson } from '../builders/archive-people.ts';
import { isApi } from '../doubles/fault-proxy.ts';
import { goOnline, goOffline } from './go-offline.ts';
import { apiCaller } from './archive-process.ts';
import { logIn, phone, signIn } from './device.ts';
import { test } from './fixtures.ts';
import { pressChord } from './press-chord.ts';

interface Config {
  stylesheet: string;
  page_size: number;
  grid_items: number;
  file_size_unit: string;
  show_help_text: boolean;
}

async function configReaderOf(url: string): Promise<() => Promise<Config>> {
  const call = apiCaller(url);
  return async () => (await (await call('/api/user/me/')).json()) as Config;
}

async function openSettings(page: Page): Promise<void> {
  await pressChord(page, 'g', 's');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Archive' })).toBeAttached();
  await page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name: 'User' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeAttached();
}

test(
  'settings take effect immediately, reach the archive, and are kept while the archive is away',
  { tag: '@long' },
  async ({ archive, faultProxy: proxy, page }) => {
    test.slow(); // changes many settings, one after the other
    const readConfig = await configReaderOf(archive.url);
    await page.clock.install();
    await signIn(page, proxy.url);
    await openSettings(page);
    await expect(page).toHaveURL(`${proxy.url}/settings/user/`);
    await expect(page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name: 'User' })).toHaveAttribute('aria-current', 'page');

    await test.step('a color scheme applies immediately; the colors of the custom one stay on this device', async () => {
      await page.getByRole('radio', { name: 'Light' }).check();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
      await expect.poll(async () => (await readConfig()).stylesheet).toBe('light.css');
      // The choices of the custom theme stay on this device.
      await page.getByRole('radio', { name: 'Custom' }).check();
      await page.getByRole('radiogroup', { name: 'Background' }).getByRole('radio', { name: 'Cocoa' }).check();
      await page.getByRole('radiogroup', { name: 'Accent' }).getByRole('radio', { name: 'Coral' }).check();
      await expect(page.locator('html')).toHaveAttribute('data-base', 'cocoa');
      await expect.poll(async () => (await readConfig()).stylesheet).toBe('custom.css');
    });
    await test.step('a field refuses what is not a whole number, and stores what is', async () => {
      const sizeField = page.getByRole('textbox', { name: 'Archive page size' });
      await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
      for (const invalidSize of ['', '0', '-3', '2.5', 'many', '99999']) {
        await sizeField.fill(invalidSize);
        await expect(page.getByRole('alert')).toHaveText('A whole number from 1 to 500.');
        await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
      }
      await sizeField.press('Escape');
      await expect(page.getByRole('alert')).toHaveCount(0);
      await sizeField.fill('5');
      await page.getByRole('button', { name: 'Update' }).click();
      await expect(page.getByRole('img', { name: 'Saved' })).toBeVisible();
      await expect.poll(async () => (await readConfig()).page_size).toBe(5);
    });
    await test.step('the number of columns stays between 3 and 7', async () => {
      const columns = page.getByRole('group', { name: 'Grid items' });
      const moreColumns = columns.getByRole('button', { name: 'More columns' });
      await expect(columns.getByRole('button', { name: 'Fewer columns' })).toHaveCount(0); // 3 is the minimum
      for (let items = 4; items <= 7; items += 1) {
        await moreColumns.click();
        await expect(columns.getByRole('status')).toHaveText(String(items));
      }
      await expect(moreColumns).toHaveCount(0);
      await expect(columns.getByRole('button', { name: 'Fewer columns' })).toBeFocused();
      await expect.poll(async () => (await readConfig()).grid_items).toBe(7);
    });
    await test.step('help texts can be hidden', async () => {
      const helpText = page.getByText('Most columns on a wide screen, 3 to 7.');
      await expect(helpText).toBeVisible();
      await page.getByRole('switch', { name: 'Show help text' }).click();
      await expect(helpText).toHaveCount(0);
      await expect(page.getByText('Videos, channels or playlists per page.')).toHaveCount(0);
      await expect.poll(async () => (await readConfig()).show_help_text).toBe(false);
    });
    await test.step('a change waits while the archive is away, survives a reload, and is sent afterwards', async () => {
      await goOffline(proxy, page);
      const units = page.getByRole('radiogroup', { name: 'File size units' });
      await expect(units.getByRole('radio', { name: 'Binary' })).toBeChecked();
      await units.getByText('Metric', { exact: true }).click();
      await page.clock.runFor(8_500);
      await expect(page.getByText(/1 change waiting to sync/).first()).toBeAttached({ timeout: 15_000 });
      await page.reload();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'custom');
      await expect(page.locator('html')).toHaveAttribute('data-accent', 'coral');
      await expect(page.getByRole('radiogroup', { name: 'File size units' }).getByRole('radio', { name: 'Metric' })).toBeChecked();
      await expect(page.getByText(/ [kM]B used by this browser/)).toBeVisible();
      await goOnline(proxy, page);
      await expect.poll(async () => (await readConfig()).file_size_unit, { timeout: 20_000 }).toBe('metric');
    });
    await test.step('home has the page size that was set', async () => {
      await page.goto(`${proxy.url}/`);
      await expect(page.getByRole('region', { name: 'Recent Videos' }).getByRole('article')).toHaveCount(5);
    });
  },
);

test(
  'the settings can clear this device; only staff see the link to the user administration, if the server has one',
  { tag: '@long' },
  async ({ archive, page }) => {
    await signIn(page, archive.url);
    await page.route('**/admin/', (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Site administration</h1>' }));
    await page.goto(`${archive.url}/settings/user/`);
    await expect(page.getByRole('region', { name: 'Administration' }).getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/admin/');
    await page.unroute('**/admin/');
    await page.route('**/admin/', (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'nothing' }));
    await page.reload();
    const deviceSection = page.getByRole('region', { name: 'This device' });
    await expect(deviceSection.getByText(/^Your copy from /)).toBeVisible();
    await expect(deviceSection.getByText(/ used by this browser for Stowaway$/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Administration' })).toHaveCount(0);
    await deviceSection.getByRole('button', { name: 'Clear this device' }).click();
    const question = page.getByRole('alertdialog', { name: 'Clear this device?' });
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await deviceSection.getByRole('button', { name: 'Clear this device' }).click();
    await question.getByRole('button', { name: 'Log out and clear this device' }).click();
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Open my copy/ })).toHaveCount(0);

    const tove = { username: 'tove', password: 'salt and tar and rope' };
    await addPerson(archive.dataFolder, tove);
    await page.unroute('**/admin/');
    // Where /admin/ is for staff only, it redirects everyone else to a login.
    await page.route('**/admin/', (route) => route.fulfill({ status: 302, headers: { location: '/admin/login/' } }));
    await logIn(page, tove);
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
    await page.goto(`${archive.url}/settings/user/`);
    await expect(page.getByRole('region', { name: 'Browsing' })).toBeVisible();
    await expect(page.getByRole('region', { name: /^(Administration|Account)$/ })).toHaveCount(0);
    await page.unroute('**/admin/'); // our own server shows everyone their account
    await page.reload();
    await expect(page.getByRole('region', { name: 'Account' }).getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/admin/');
    await expect(page.getByRole('region', { name: 'Administration' })).toHaveCount(0);
  },
);

test.describe('on a phone', () => {
  test.use({ windowSize: phone });

  test(
    'the account sheet leads to settings, color scheme and About; About works offline and announces updates; ? shows the keys',
    { tag: '@long' },
    async ({ faultProxy: proxy, page }) => {
      await signIn(page, proxy.url);
      await page.goto(`${proxy.url}/channel/`);
      const sheet = page.getByRole('dialog', { name: 'Account' });

      await test.step('the sheet leads to the settings, and Back leads to the page below the sheet', async () => {
        await page.getByRole('button', { name: 'Account and more' }).click();
        await sheet.getByRole('link', { name: /^Settings/ }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Your Archive' })).toBeAttached();
        await page.goBack(); // leads to the page on which the sheet was opened, not to the sheet
        await expect(page).toHaveURL(`${proxy.url}/channel/`);
      });
      await test.step('the sheet leads to the color schemes', async () => {
        await page.getByRole('button', { name: 'Account and more' }).click();
        await sheet.getByRole('button', { name: 'Color scheme' }).click();
        await page.getByRole('dialog', { name: 'Color scheme' }).getByRole('radio', { name: 'Midnight' }).check();
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'midnight');
        await page.keyboard.press('Escape');
      });
      await test.step('the sheet offers to install the client, once the browser does', async () => {
        // Imitates the offer to install the client, which a browser sends while the client is not installed.
        await page.evaluate(() => {
          const installEvent = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
            prompt: async () => document.documentElement.setAttribute('data-asked-to-install', ''),
          });
          window.dispatchEvent(installEvent);
        });
        await page.getByRole('button', { name: 'Account and more' }).click();
        await sheet.getByRole('button', { name: 'Add to home screen' }).click();
        await expect(page.locator('html')).toHaveAttribute('data-asked-to-install', '');
        await expect(sheet).toHaveCount(0);
        await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
      });
      await test.step('a newer, breaking version is announced wherever the version is shown, also after a reload without the archive', async () => {
        await page.route('**/api/ping/', async (route) => {
          const answer = await route.fetch();
          await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), ta_update: { version: 'v9.0.0', is_breaking: true } } });
        });
        await page.reload();
        await expect(page.getByRole('contentinfo').getByText('v9.0.0 available (breaking)')).toBeVisible();
        await page.unroute('**/api/ping/');
        proxy.set({ kind: 'reset' }, isApi);
        await page.reload();
        await expect(page.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
        await expect(page.getByRole('definition').filter({ hasText: 'v9.0.0 available (breaking)' })).toBeVisible();
        await expect(page.getByText(/^v\d+\.\d+\.\d+/).first()).toBeVisible();
        await expect(page.getByRole('definition').filter({ hasText: /^\d.* (B|KiB|MiB)$/ })).toBeVisible();
        await expect(page.getByRole('main').getByRole('link')).toHaveCount(0); // no address is configured for source and donation
        await expect(page.getByRole('contentinfo').getByText(`© 2021–${new Date().getFullYear()}`)).toBeVisible();
      });
      await test.step('? shows the keys', async () => {
        await page.keyboard.press('?');
        const keysDialog = page.getByRole('dialog', { name: 'Keys' });
        await expect(keysDialog.getByText('Go to Settings')).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(keysDialog).toHaveCount(0);
      });
    },
  );
});
