// /admin/ (SPEC §2, §6; docs/architecture.md, Security): people and devices are managed with forms, without scripts.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { openTemporaryDevice, phone, signIn } from './device.ts';
import { test } from './fixtures.ts';
import { smallTargets } from './hit-areas.ts';

async function flaws(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} at ${target.join(' ')}`)),
    ...(await page.evaluate(smallTargets, 44)),
    ...(excess > 0 ? [`${excess} px too wide`] : []),
  ];
}

test(
  'staff add a user, who signs in on a phone and changes the password; staff then sign the phone out and delete the user',
  { tag: '@long' },
  async ({ archive, sharedBrowser, page }) => {
    test.slow(); // uses two devices
    await signIn(page, archive.url);
    await page.goto(`${archive.url}/settings/user/`);
    const adminPageEvent = page.context().waitForEvent('page');
    await page.locator('a[href="/admin/"]').click();
    const adminPage = await adminPageEvent;
    const consoleErrors: string[] = [];
    // A rejected form is answered with 400, which the browser also logs.
    adminPage.on('console', (message) => message.type() === 'error' && !message.text().includes('status of 400') && consoleErrors.push(message.text()));
    await expect(adminPage.getByRole('heading', { level: 1, name: 'People and devices' })).toBeVisible();
    await expect(adminPage.locator('html')).toHaveAttribute('data-theme', 'dark');

    const addForm = adminPage.locator('section', { has: adminPage.getByRole('heading', { name: 'Add a person' }) });
    const nameField = addForm.getByRole('textbox', { name: 'Username', description: 'A name can have letters, digits and @ . + - _, but no spaces.' });
    await test.step('the form refuses an invalid name and keeps the name in the focused field', async () => {
      await addForm.getByLabel('Username').fill('runa of the harbour');
      await addForm.getByRole('button', { name: 'Add' }).click();
      await expect(nameField).toBeFocused();
      await expect(nameField).toHaveValue('runa of the harbour');
      expect.soft(await flaws(adminPage)).toEqual([]);
    });
    const password = await test.step('staff add a person', async () => {
      await nameField.fill('runa');
      await addForm.getByRole('button', { name: 'Add' }).click();
      await expect(adminPage.getByRole('status')).toContainText('The account runa was added.');
      expect.soft(await flaws(adminPage)).toEqual([]);
      return adminPage.locator('code').innerText();
    });

    const phoneDevice = await openTemporaryDevice(sharedBrowser, { viewport: phone });
    try {
      const phonePage = await phoneDevice.context.newPage();
      await test.step('the person signs in on a phone, sees no other person and changes the password', async () => {
        await phonePage.goto(`${archive.url}/admin/`);
        await phonePage.getByLabel('Username').fill('runa');
        await phonePage.getByLabel('Password').fill(password);
        await phonePage.keyboard.press('Enter');
        await expect(phonePage.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
        await expect(phonePage.getByText('This device')).toBeVisible();
        await expect(phonePage.getByText('mara')).toHaveCount(0);
        expect.soft(await flaws(phonePage)).toEqual([]);
        // The settings link to /admin/, for a user who does not know the address.
        await phonePage.goto(`${archive.url}/settings/user/`);
        await expect(phonePage.getByText('Password and devices')).toBeVisible();
        const accountPageEvent = phoneDevice.context.waitForEvent('page');
        await phonePage.locator('a[href="/admin/"]').click();
        await (await accountPageEvent).close();
        await phonePage.goto(`${archive.url}/admin/`);
        await phonePage.getByLabel('Current password').fill(password);
        await phonePage.getByLabel('New password', { exact: true }).fill('a tide that turned');
        await phonePage.getByLabel('New password again').fill('a tide that turned');
        await phonePage.getByRole('button', { name: 'Change password' }).click();
        await expect(phonePage.getByRole('status')).toHaveText('Password changed. Your other devices are signed out.');
      });
      await test.step('staff sign the phone out', async () => {
        await adminPage.getByRole('link', { name: 'Manage runa' }).click();
        await adminPage.getByRole('button', { name: /^Sign out Chrome/ }).click();
        await expect(adminPage.getByRole('status')).toHaveText('Signed out.');
        await phonePage.reload();
        await expect(phonePage.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
      });
      await test.step('staff delete the person, who can no longer sign in', async () => {
        await adminPage.getByText('Delete runa', { exact: true }).click();
        expect.soft(await flaws(adminPage)).toEqual([]);
        await adminPage.getByRole('button', { name: 'Delete for good' }).click();
        await expect(adminPage.getByRole('status')).toHaveText('Account deleted.');
        await expect(adminPage.getByRole('link', { name: 'Manage runa' })).toHaveCount(0);
        await phonePage.getByLabel('Username').fill('runa');
        await phonePage.getByLabel('Password').fill('a tide that turned');
        await phonePage.getByRole('button', { name: 'Sign in' }).click();
        await expect(phonePage.getByRole('alert')).toHaveText('Wrong username or password.');
      });
      await test.step('the other admin pages fit a phone', async () => {
        await adminPage.setViewportSize(phone);
        for (const area of ['library', 'system', 'backups']) {
          await adminPage.goto(`${archive.url}/admin/${area}/`);
          expect.soft(await flaws(adminPage), area).toEqual([]);
        }
      });
      await test.step('a restore asks for confirmation first', async () => {
        await adminPage.getByRole('button', { name: 'Make a snapshot' }).click();
        const restoreSummary = adminPage.locator('summary', { hasText: 'Restore' });
        await expect(async () => {
          await adminPage.goto(`${archive.url}/admin/backups/`);
          await expect(restoreSummary).toBeVisible({ timeout: 1000 });
        }).toPass();
        await restoreSummary.click();
        await expect(adminPage.getByRole('button', { name: 'Restore now' })).toBeVisible();
        expect(await flaws(adminPage)).toEqual([]);
      });
    } finally {
      await phoneDevice.close();
    }
    expect(consoleErrors).toEqual([]);
  },
);
