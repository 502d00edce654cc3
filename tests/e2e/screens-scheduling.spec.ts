// Schedules, who is told, and what the archive does when it is told to (SPEC §2 "Scheduling page", "Actions page", §8).
import { expect, type Locator, type Page } from '@playwright/test';
import { addPerson } from '../builders/archive-people.ts';
import { callApi } from './archive-process.ts';
import { phone, signIn } from './device.ts';
import { test } from './fixtures.ts';
import { sees } from './quoted-texts.ts';

test.use({ hasWorker: true });

interface Schedule {
  name: string;
  schedule: string;
  config: Record<string, number>;
}

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const cron = (page: Page, task: string): Locator => section(page, task).getByRole('textbox', { name: 'Schedule' });

async function schedulesOf(url: string): Promise<(task: string) => Promise<Schedule | undefined>> {
  const call = callApi(url);
  return async (task) => ((await (await call('/api/task/schedule/')).json()) as Schedule[]).find(({ name }) => name === task);
}

test('schedules are told in words, saved, refused and turned off; addresses are added, tested and removed; both wait for a stopped archive', async ({
  archive,
  page,
}) => {
  test.slow(); // one walk over five schedules, with two starts of the archive
  const schedule = await schedulesOf(archive.url);
  await signIn(page, archive.url);
  await page.goto(`${archive.url}/settings/scheduling/`);

  const rescan = cron(page, 'Rescan subscriptions');
  const card = section(page, 'Rescan subscriptions');
  await expect(rescan).toHaveValue('');
  await expect(card.getByText('Off', { exact: true })).toBeVisible();
  for (const [typed, words] of [
    ['*/15 * *', 'Every 15 minutes is too often. Once an hour at most.'],
    ['0 25 *', /^Three values with spaces/],
    ['daily', /^Three values with spaces/],
  ] as const) {
    await rescan.fill(typed);
    await expect(card.getByRole('alert')).toHaveText(words);
    await expect(card.getByRole('button', { name: 'Save' })).toHaveCount(0);
  }
  await rescan.fill('0 6,18 *');
  await expect(card.getByText('06:00 and 18:00, every day.')).toBeVisible();
  await card.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await schedule('update_subscribed'))?.schedule).toBe('0 6,18 *');
  await expect(card.getByText(/^06:00 and 18:00, every day\. Next: (today|tomorrow) \d\d:00\.$/)).toBeVisible();
  await rescan.fill('auto');
  await expect(card.getByText('“auto”: the server picks a time.')).toBeVisible();
  await rescan.press('Enter');
  await expect(rescan).toHaveValue('0 8 *', { timeout: 10_000 });
  await card.getByRole('button', { name: 'Turn off: Schedule of Rescan subscriptions' }).click();
  await expect.poll(() => schedule('update_subscribed')).toBeUndefined();

  const days = section(page, 'Refresh metadata').getByRole('textbox', { name: 'Refresh what is older than' });
  await days.fill('30');
  await days.press('Enter');
  await expect.poll(async () => (await schedule('check_reindex'))?.config['days']).toBe(30);
  const backup = section(page, 'ZIP backup');
  await expect(backup.getByRole('textbox', { name: 'Backups to keep' })).toHaveCount(0); // goes with a schedule
  await cron(page, 'ZIP backup').fill('30 4 sun');
  await cron(page, 'ZIP backup').press('Enter');
  await backup.getByRole('textbox', { name: 'Backups to keep' }).fill('5');
  await backup.getByRole('textbox', { name: 'Backups to keep' }).press('Enter');
  await expect.poll(async () => (await schedule('run_backup'))?.config['rotate']).toBe(5);
  await expect(backup.getByText(/^04:30, Sunday\./)).toBeVisible();

  // SPEC §8: the archive's refusal with its status, and what nobody can explain.
  const thumbnails = section(page, 'Thumbnail check');
  await cron(page, 'Thumbnail check').fill('15 3 *');
  await page.route('**/api/task/schedule/thumbnail_check/', (route) => route.fulfill({ status: 400, json: { error: 'Not at night.' } }));
  await thumbnails.getByRole('button', { name: 'Save' }).click();
  await sees('Error {status}: {message}', thumbnails.getByText('Error 400: Not at night.'));
  await page.unroute('**/api/task/schedule/thumbnail_check/');
  await page.route('**/api/task/schedule/thumbnail_check/', (route) => route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Server Error</h1>' }));
  await thumbnails.getByRole('button', { name: 'Save' }).click();
  await sees('An unexpected error occurred.', thumbnails.getByText('An unexpected error occurred.', { exact: true }));
  await page.unroute('**/api/task/schedule/thumbnail_check/');

  const notifications = section(page, 'Notifications');
  const address = notifications.getByRole('textbox', { name: 'Address' });
  await expect(notifications.getByText('No notification addresses yet.')).toBeVisible();
  await address.fill('nonsense');
  await expect(notifications.getByRole('button', { name: 'Test' })).toBeDisabled(); // both are needed
  await notifications.getByRole('combobox', { name: 'Task' }).selectOption('Rescan subscriptions');
  await expect(notifications.getByRole('button', { name: 'Test' })).toBeDisabled(); // it names no service
  await expect(notifications.getByRole('status')).not.toBeEmpty();
  await address.fill('nonsense://box');
  await notifications.getByRole('button', { name: 'Test' }).click();
  await expect(
    notifications
      .getByRole('status')
      .filter({ hasText: /nonsense|address|URL/i })
      .first(),
  ).toBeVisible(); // the archive's words
  await page.route('**/api/task/notification/test/', (route) => route.fulfill({ status: 400, json: {} }));
  await notifications.getByRole('button', { name: 'Test' }).click();
  await sees('Test notification failed', notifications.getByText('Test notification failed'));
  await page.unroute('**/api/task/notification/test/');
  await page.route('**/api/task/notification/test/', (route) => route.fulfill({ status: 500, contentType: 'text/html', body: 'Error' }));
  await notifications.getByRole('button', { name: 'Test' }).click();
  await sees('An unexpected error occurred while testing notification.', notifications.getByText('An unexpected error occurred while testing notification.'));
  await page.unroute('**/api/task/notification/test/');
  await page.route('**/api/task/notification/test/', (route) => route.fulfill({ json: { success: true, message: 'It rang.' } }));
  await address.fill('https://hooks.example/boat');
  await notifications.getByRole('button', { name: 'Test' }).click();
  await expect(notifications.getByText('It rang.')).toBeVisible();
  await notifications.getByRole('button', { name: 'Save' }).click();
  const listed = notifications.getByRole('group', { name: 'Addresses of Rescan subscriptions' });
  await expect(listed.getByText('https://hooks.example/boat')).toBeVisible();
  await expect(address).toHaveValue('');

  await archive.stop();
  await listed.getByRole('button', { name: 'Remove https://hooks.example/boat' }).click();
  await expect(listed.getByRole('alert')).toHaveText(/^This needs the server/);
  await expect(page.getByText(/^Changing this needs the server\. Last known values from /)).toBeVisible({ timeout: 20_000 });
  await page.reload(); // from the copy
  await expect(cron(page, 'ZIP backup')).toHaveValue('30 4 sun');
  await expect(cron(page, 'ZIP backup')).not.toBeEditable();
  await archive.start();
  await listed.getByRole('button', { name: 'Remove https://hooks.example/boat' }).click({ timeout: 20_000 });
  await expect(notifications.getByText('No notification addresses yet.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ windowSize: phone });

  test('each action says what it does while it runs; a backup is made and restored after two questions; who may not is told so', async ({
    deletableArchive: archive,
    page,
  }) => {
    test.slow(); // six tasks of the archive, one after the other
    await signIn(page, archive.url);
    await page.goto(`${archive.url}/settings/actions/`);
    const backups = section(page, 'Restore from backup');
    await sees('No backups found.', backups.getByText('No backups found.'));

    const asked: { path: string; body: unknown }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push({ path: new URL(request.url()).pathname, body: request.postDataJSON() as unknown });
    });
    await section(page, 'Manual import').getByRole('switch', { name: 'Continue after errors' }).click();
    for (const [card, text] of [
      ['Manual import', 'Processing import'],
      ['Rescan filesystem', 'File system scan in progress'],
      ['ZIP backup', 'Backing up archive'],
    ] as const) {
      const action = section(page, card);
      await action.getByRole('button', { name: `Start: ${card}` }).click();
      await sees(text, action.getByText(text));
      // Its end gives the button back.
      await expect(action.getByRole('button', { name: `Start: ${card}` })).toBeVisible({ timeout: 40_000 });
    }
    expect(asked.find(({ path }) => path.endsWith('/manual-import/'))?.body).toEqual({ ignore_error: true, prefer_local: false });

    // It writes into every file, where ffmpeg is installed: that is for the server's own tests.
    await page.route('**/api/task/by-name/resync_metadata/', (route) => route.fulfill({ json: { task_id: 'task-1', status: 'PENDING' } }));
    await section(page, 'Embed thumbnails').getByRole('button', { name: 'Start: Embed thumbnails' }).click();
    await sees('Processing thumbnails', section(page, 'Embed thumbnails').getByText('Processing thumbnails'));

    const backup = backups.getByRole('listitem');
    await expect(backup).toHaveCount(1, { timeout: 15_000 });
    await expect(backup.getByText(/^Source: auto/)).toBeVisible();
    await expect(backup.getByText(/^ta_backup-\d{8}-auto\.zip$/)).toBeVisible();
    await backup.getByRole('button', { name: /^Restore ta_backup/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
    const second = page.getByRole('alertdialog', { name: 'Replace the index now?' });
    await expect(second.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await second.getByRole('button', { name: 'Replace and restore' }).click();
    await sees('Restoring from backup', backups.getByText('Restoring from backup', { exact: true }).last());
    await expect(backup.getByRole('button', { name: /^Restore ta_backup/ })).toBeEnabled({ timeout: 40_000 });

    // An older server: no options, and a start by name.
    const call = callApi(archive.url);
    const { downloads, ...rest } = (await (await call('/api/appsettings/config/')).json()) as { downloads: Record<string, unknown> };
    delete downloads['pot_provider_url'];
    await page.route('**/api/appsettings/config/', (route) => route.fulfill({ json: { ...rest, downloads } }));
    await page.route('**/api/appsettings/rescan-filesystem/', (route) => route.fulfill({ status: 404, contentType: 'text/html', body: 'Not Found' }));
    await page.route('**/api/task/by-name/rescan_filesystem/', (route) => route.fulfill({ json: { task_id: 'task-1', status: 'PENDING' } }));
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Continue after errors' })).toHaveCount(0, { timeout: 20_000 });
    await section(page, 'Rescan filesystem').getByRole('button', { name: 'Start: Rescan filesystem' }).click();
    await expect(section(page, 'Rescan filesystem').getByText('File system scan in progress')).toBeVisible();

    const tove = { username: 'tove', password: 'salt and tar and rope' };
    await addPerson(archive.dataFolder, tove);
    await page.context().clearCookies();
    await page.goto(`${archive.url}/login/`);
    await page.getByLabel('Username').fill(tove.username);
    await page.getByLabel('Password', { exact: true }).fill(tove.password);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Recent Videos' })).toBeVisible();
    for (const place of ['application', 'scheduling', 'actions']) {
      await page.goto(`${archive.url}/settings/${place}/`);
      await expect(page.getByText('Forbidden: Access denied.').last()).toBeVisible();
      await expect(page.getByRole('main').getByRole('link', { name: 'Go Home' })).toBeVisible();
    }
  });
});
