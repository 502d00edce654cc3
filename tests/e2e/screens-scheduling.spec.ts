// Schedules and actions on a real archive: what it stores, and the results of its tasks. tests/component/settings-scheduling.test.tsx and
// settings-actions.test.tsx cover messages, refusals, options and older servers.
import { expect, type Locator, type Page } from '@playwright/test';
import { apiCaller } from './archive-process.ts';
import { phone, signIn } from './device.ts';
import { test } from './fixtures.ts';
import { expectQuotedText } from './quoted-texts.ts';

interface Schedule {
  name: string;
  schedule: string;
}

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

test.use({ windowSize: phone });

test('the archive stores a schedule, reports an address without a service, and stores a valid address', { tag: '@long' }, async ({ archive, page }) => {
  const call = apiCaller(archive.url);
  const readSchedule = async () => ((await (await call('/api/task/schedule/')).json()) as Schedule[]).find(({ name }) => name === 'update_subscribed');
  await signIn(page, archive.url);
  await page.goto(`${archive.url}/settings/scheduling/`);
  const card = section(page, 'Rescan subscriptions');
  const scheduleField = card.getByRole('textbox', { name: 'Schedule' });
  await card.getByRole('radiogroup').getByText('Advanced', { exact: true }).click();
  await scheduleField.fill('0 6,18 *');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await readSchedule())?.schedule).toBe('0 6,18 *');
  await expect(card.getByText(/^06:00 and 18:00, every day\. Next: (today|tomorrow) \d\d:00\.$/)).toBeVisible();
  await card.getByRole('radiogroup').getByText('Off', { exact: true }).click();
  await expect.poll(readSchedule).toBeUndefined();

  const notifications = section(page, 'Notifications');
  const addressField = notifications.getByRole('textbox', { name: 'Address' });
  await notifications.getByRole('combobox', { name: 'Task' }).selectOption('Rescan subscriptions');
  await addressField.fill('nonsense://box');
  await notifications.getByRole('button', { name: 'Test' }).click();
  await expect(
    notifications
      .getByRole('status')
      .filter({ hasText: /nonsense|address|URL/i })
      .first(),
  ).toBeVisible(); // the archive's message
  await addressField.fill('https://hooks.example/boat');
  await notifications.getByRole('button', { name: 'Save' }).click();
  await notifications.getByRole('button', { name: 'Remove https://hooks.example/boat' }).click();
  await expect(notifications.getByText('No notification addresses yet.')).toBeVisible();
});

test('a rescan and a backup run to completion, and the backup is restored', { tag: '@long' }, async ({ deletableArchive: archive, page }) => {
  test.slow(); // three tasks of the archive, one after the other
  await page.clock.install();
  /** Lets time pass until the check succeeds, because tasks are polled every few seconds. */
  const waitForEnd = (check: () => Promise<void>): Promise<void> =>
    expect(async () => {
      await page.clock.runFor(1_000);
      await check();
    }).toPass({ timeout: 40_000, intervals: [100] });
  await signIn(page, archive.url);
  await page.goto(`${archive.url}/settings/actions/`);
  for (const [actionName, text] of [
    ['Rescan filesystem', 'File system scan in progress'],
    ['ZIP backup', 'Backing up archive'],
  ] as const) {
    const actionCard = section(page, actionName);
    await actionCard.getByRole('button', { name: `Start: ${actionName}` }).click();
    await expectQuotedText(text, actionCard.getByText(text));
    // The button is back when the task has ended.
    await waitForEnd(() => expect(actionCard.getByRole('button', { name: `Start: ${actionName}` })).toBeVisible({ timeout: 100 }));
  }
  const backup = section(page, 'Restore from backup').getByRole('listitem');
  await expect(backup.getByText(/^ta_backup-\d{8}-auto\.zip$/)).toBeVisible({ timeout: 15_000 });
  await backup.getByRole('button', { name: /^Restore ta_backup/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('alertdialog', { name: 'Replace the index now?' }).getByRole('button', { name: 'Replace and restore' }).click();
  await expect(backup.getByRole('button', { name: /^Restore ta_backup/ })).toBeDisabled();
  await waitForEnd(() => expect(backup.getByRole('button', { name: /^Restore ta_backup/ })).toBeEnabled({ timeout: 100 }));
});
