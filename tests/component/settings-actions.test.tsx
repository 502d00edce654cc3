// The actions page (SPEC §2 "Actions page", §8): tasks that the archive runs, and the texts shown meanwhile.
import { expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import type { WireNotification } from '../../src/contract/names.ts';
import { allAppSettings } from '../builders/mirror-wire.ts';
import { html, json } from '../doubles/fetch-script.ts';
import { renderScreen, type Screen, type ScreenOptions } from './screen.tsx';
import { expectQuotedText } from './quoted-text.ts';
import { longTest } from '../long-test.ts';

const section = (name: string): Locator => page.getByRole('region', { name, exact: true });
const taskStart = { task_id: 'task-1', status: 'PENDING' };

for (const [card, text, path] of [
  ['Manual import', 'Processing import', '/api/appsettings/manual-import/'],
  ['Rescan filesystem', 'File system scan in progress', '/api/appsettings/rescan-filesystem/'],
  ['Embed thumbnails', 'Processing thumbnails', '/api/task/by-name/resync_metadata/'],
  ['ZIP backup', 'Backing up archive', '/api/appsettings/backup/'],
] as const) {
  test(`${card}: “${text}” replaces the button while the task runs, and the end of the task restores the button`, async () => {
    const { archive } = await open({ answers: { [`POST ${path}`]: taskStart } });
    const action = section(card);
    await action.getByRole('button', { name: `Start: ${card}` }).click();
    await expectQuotedText(text, action.getByText(text));
    await expect.element(action.getByRole('button', { name: `Start: ${card}` })).not.toBeInTheDocument();
    // The task is listed only after the click, because its card could cover the button.
    archive.on('/api/notification/', json([aNotification()]));
    await expect.element(page.getByText('Half way')).toBeVisible();
    archive.on('/api/notification/', json([]));
    await expect.element(action.getByRole('button', { name: `Start: ${card}` })).toBeVisible();
  });
}

test('the import call contains the chosen options', async () => {
  const { archive } = await open({ answers: { 'POST /api/appsettings/manual-import/': taskStart } });
  await section('Manual import').getByRole('switch', { name: 'Continue after errors' }).click();
  await section('Manual import').getByRole('button', { name: 'Start: Manual import' }).click();
  await expect.poll(() => archive.sentBody('POST /api/appsettings/manual-import/')).toEqual({ ignore_error: true, prefer_local: false });
});

test('the page of an older server has no options, and starts the task by name', async () => {
  const settings = allAppSettings();
  delete settings.downloads.pot_provider_url;
  const { archive } = await open({
    appSettings: settings,
    answers: { 'POST /api/appsettings/rescan-filesystem/': () => html(404), 'POST /api/task/by-name/rescan_filesystem/': taskStart },
  });
  const rescan = section('Rescan filesystem');
  await expect.element(rescan).toBeVisible();
  await expect.element(section('Manual import').getByRole('button', { name: 'Start: Manual import' })).toBeVisible();
  await expect.element(page.getByRole('switch', { name: 'Continue after errors' })).not.toBeInTheDocument();
  await rescan.getByRole('button', { name: 'Start: Rescan filesystem' }).click();
  await expect.element(rescan.getByText('File system scan in progress')).toBeVisible();
  expect(archive.count('POST /api/task/by-name/rescan_filesystem/')).toBe(1);
});

test('the page says so if there are no backups', async () => {
  await open();
  await expectQuotedText('No backups found.', section('Restore from backup').getByText('No backups found.'));
});

test('a restore of a backup needs two confirmations, and does not run twice at the same time', async () => {
  const backup = { filename: 'ta_backup-20260301-auto.zip', file_path: '', file_size: 2048, timestamp: '20260301', reason: 'auto' };
  const { archive } = await open({
    answers: { '/api/appsettings/backup/': [backup], [`POST /api/appsettings/backup/${backup.filename}/`]: taskStart },
  });
  archive.on('/api/notification/', json([aNotification()]));
  const backups = section('Restore from backup');
  await expect.element(backups.getByText(/^Source: auto/)).toBeVisible();
  await backups.getByRole('button', { name: /^Restore ta_backup/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  const secondQuestion = page.getByRole('alertdialog', { name: 'Replace the index now?' });
  await expect.element(secondQuestion.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await secondQuestion.getByRole('button', { name: 'Replace and restore' }).click();
  await expectQuotedText('Restoring from backup', backups.getByText('Restoring from backup', { exact: true }));
  await expect.element(backups.getByRole('button', { name: /^Restore ta_backup/ })).toBeDisabled();
  archive.on('/api/notification/', json([]));
  await expect.element(backups.getByRole('button', { name: /^Restore ta_backup/ })).toBeEnabled();
});

longTest('the page reports a restore that fails after its dialog was closed', async () => {
  const backup = { filename: 'ta_backup-20260301-auto.zip', file_path: '', file_size: 2048, timestamp: '20260301', reason: 'auto' };
  const { archive } = await open({ answers: { '/api/appsettings/backup/': [backup] } });
  let answer = (): void => {};
  const answerGate = new Promise<void>((resolve) => (answer = resolve));
  archive.on(`POST /api/appsettings/backup/${backup.filename}/`, () => answerGate.then(() => json({ error: 'Another task runs.' }, 400)));
  await section('Restore from backup')
    .getByRole('button', { name: /^Restore ta_backup/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore' }).click();
  const secondQuestion = page.getByRole('alertdialog', { name: 'Replace the index now?' });
  await secondQuestion.getByRole('button', { name: 'Replace and restore' }).click();
  await secondQuestion.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(secondQuestion).not.toBeInTheDocument();
  answer();
  await expect.element(page.getByText('Another task runs.')).toBeVisible();
});

for (const tab of ['application', 'scheduling', 'actions']) {
  test(`${tab}: a person who is not on the staff is refused with a link to the home page, and no tasks or settings are requested`, async () => {
    const { archive } = await renderScreen(`/settings/${tab}/`, { isStaff: false });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Forbidden: Access denied.' })).toBeVisible();
    await expect.element(page.getByRole('main').getByRole('link', { name: 'Go Home' })).toBeVisible();
    expect(archive.requests.filter(({ path }) => /task|appsettings\/(?!config)/.test(path))).toEqual([]);
  });
}

function open(options: ScreenOptions = {}): Promise<Screen> {
  return renderScreen('/settings/actions/', { appSettings: allAppSettings(), ...options, answers: { '/api/appsettings/backup/': [], ...options.answers } });
}

function aNotification(overrides: Partial<WireNotification> = {}): WireNotification {
  return {
    id: 'task-1',
    title: 'At work',
    group: 'setting:work',
    api_start: true,
    api_stop: true,
    level: 'info',
    messages: ['Half way'],
    progress: 0.5,
    command: null,
    ...overrides,
  };
}
