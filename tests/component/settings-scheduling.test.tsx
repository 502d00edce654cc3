// Schedules and notifications (SPEC §2 "Scheduling page", §8).
import { expect, test } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import type { WireSchedule, WireTaskNotifications } from '../../src/contract/names.ts';
import { html, json, refusedConnection } from '../doubles/fetch-script.ts';
import { renderScreen, type Screen } from './screen.tsx';
import { expectQuotedText } from './quoted-text.ts';
import { longTest } from '../long-test.ts';

const section = (name: string): Locator => page.getByRole('region', { name, exact: true });
const scheduleField = (task: string): Locator => section(task).getByRole('textbox', { name: 'Schedule' });
const mode = (task: string, name: 'Off' | 'Daily' | 'Weekly' | 'Advanced'): Locator => section(task).getByRole('radio', { name, exact: true });
const choose = (task: string, name: string): Promise<void> => section(task).getByRole('radiogroup').getByText(name, { exact: true }).click();
const rescanCall = 'POST /api/task/schedule/update_subscribed/';
const address = 'https://hooks.example/boat';

test('the page describes a schedule while it is typed, and refuses one that would run too often', async () => {
  await open();
  const card = section('Rescan subscriptions');
  await expect.element(mode('Rescan subscriptions', 'Off')).toBeChecked();
  await choose('Rescan subscriptions', 'Advanced');
  for (const [typedText, message] of [
    ['*/15 * *', 'Every 15 minutes is too often. Once an hour at most.'],
    ['0 25 *', /^Three values separated by spaces/],
    ['daily', /^Three values separated by spaces/],
  ] as const) {
    await scheduleField('Rescan subscriptions').fill(typedText);
    await expect.element(card.getByRole('alert')).toHaveTextContent(message);
    await expect.element(card.getByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  }
  await scheduleField('Rescan subscriptions').fill('0 6,18 *');
  await expect.element(card.getByText('06:00 and 18:00, every day.')).toBeVisible();
});

test('a saved schedule shows its next time, “auto” becomes the time that the server picks, and Off removes the schedule', async () => {
  const { archive } = await open();
  const card = section('Rescan subscriptions');
  await choose('Rescan subscriptions', 'Advanced');
  await scheduleField('Rescan subscriptions').fill('0 6,18 *');
  await card.getByRole('button', { name: 'Save' }).click();
  await expect.element(card.getByText(/^06:00 and 18:00, every day\. Next: (today|tomorrow) \d\d:00\.$/)).toBeVisible();
  expect(archive.sentBody(rescanCall)).toEqual({ schedule: '0 6,18 *' });
  await scheduleField('Rescan subscriptions').fill('auto');
  await expect.element(card.getByText('“auto”: the server picks a time.')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(scheduleField('Rescan subscriptions')).toHaveValue('0 8 *');
  await choose('Rescan subscriptions', 'Off');
  await expect.poll(() => archive.count('DELETE /api/task/schedule/update_subscribed/')).toBe(1);
  await expect.element(mode('Rescan subscriptions', 'Off')).toBeChecked();
  await expect.element(card.getByRole('textbox')).not.toBeInTheDocument();
});

longTest('a task can run daily or weekly at a chosen time, and gets back its time and options when it is turned on again', async () => {
  const { archive } = await open();
  const backup = section('ZIP backup');
  const backupCall = 'POST /api/task/schedule/run_backup/';
  await choose('ZIP backup', 'Daily');
  await expect.poll(() => archive.sentBody(backupCall)).toEqual({ schedule: '0 8 *' });
  await expect.element(backup.getByRole('textbox', { name: 'Backups to keep' })).toBeVisible(); // the schedule is saved
  await expect.element(backup.getByLabelText('Time')).toHaveValue('08:00');
  await backup.getByLabelText('Time').fill('21:30');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => archive.sentBody(backupCall)).toEqual({ schedule: '30 21 *' });
  await choose('ZIP backup', 'Weekly');
  await expect.poll(() => archive.sentBody(backupCall)).toEqual({ schedule: '30 21 0' });
  await backup.getByRole('button', { name: 'Day: Sunday' }).click();
  await page.getByRole('menuitemradio', { name: 'Thursday' }).click();
  await expect.poll(() => archive.sentBody(backupCall)).toEqual({ schedule: '30 21 4' });
  await backup.getByRole('textbox', { name: 'Backups to keep' }).fill('5');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => archive.sentBody(backupCall)).toEqual({ config: { rotate: 5 } });
  await choose('ZIP backup', 'Off');
  await expect.element(backup.getByRole('textbox')).not.toBeInTheDocument();
  await choose('ZIP backup', 'Weekly');
  await expect.poll(() => archive.sentBody(backupCall)).toEqual({ schedule: '30 21 4', config: { rotate: 5 } });
});

longTest('Advanced, chosen while Daily is being saved, stays chosen when the answer arrives', async () => {
  const { archive } = await open();
  let sendAnswer = (): void => {};
  const answerGate = new Promise<void>((resolve) => (sendAnswer = resolve));
  let isSaved = false;
  archive.on('/api/task/schedule/', () => json(isSaved ? [{ name: 'run_backup', schedule: '0 8 *', schedule_human: '', last_run_at: null, config: {} }] : []));
  archive.on('POST /api/task/schedule/run_backup/', async () => {
    await answerGate;
    isSaved = true;
    return json({});
  });
  await choose('ZIP backup', 'Daily');
  await expect.poll(() => archive.count('POST /api/task/schedule/run_backup/')).toBe(1);
  await choose('ZIP backup', 'Advanced');
  await scheduleField('ZIP backup').fill('0 6,1');
  sendAnswer();
  await expect.element(section('ZIP backup').getByRole('textbox', { name: 'Backups to keep' })).toBeVisible(); // the schedule is saved
  await expect.element(mode('ZIP backup', 'Advanced')).toBeChecked();
  await expect.element(scheduleField('ZIP backup')).toHaveValue('0 6,1');
});

longTest('Off, chosen while the first choice of Daily is being saved, removes the schedule once it is saved', async () => {
  const { archive } = await open();
  const [saveCall, deleteCall] = ['POST /api/task/schedule/run_backup/', 'DELETE /api/task/schedule/run_backup/'];
  let sendAnswer = (): void => {};
  const answerGate = new Promise<void>((resolve) => (sendAnswer = resolve));
  archive.on(saveCall, () => answerGate.then(() => json({})));
  archive.on(deleteCall, new Response(null, { status: 204 }));
  await choose('ZIP backup', 'Daily');
  await expect.poll(() => archive.count(saveCall)).toBe(1);
  await choose('ZIP backup', 'Off');
  await expect.element(mode('ZIP backup', 'Off')).toBeChecked();
  expect(archive.count(deleteCall)).toBe(0);
  sendAnswer();
  await expect.poll(() => archive.count(deleteCall)).toBe(1);
  await expect.element(mode('ZIP backup', 'Off')).toBeChecked();
});

longTest('Off is sent after a change that failed', async () => {
  const { archive } = await open();
  const [saveCall, deleteCall] = ['POST /api/task/schedule/check_reindex/', 'DELETE /api/task/schedule/check_reindex/'];
  archive.on(saveCall, json({ error: 'Not now' }, 400));
  archive.on(deleteCall, new Response(null, { status: 204 }));
  await choose('Refresh metadata', 'Weekly');
  await expect.element(section('Refresh metadata').getByRole('alert')).toHaveTextContent('Not now');
  await choose('Refresh metadata', 'Off');
  await expect.poll(() => archive.count(deleteCall)).toBe(1);
});

longTest('a day and a time that are chosen before the first answer arrives are sent after it, together', async () => {
  const { archive } = await open();
  const card = section('Refresh metadata');
  const call = 'POST /api/task/schedule/check_reindex/';
  let sendAnswer = (): void => {};
  const answerGate = new Promise<void>((resolve) => (sendAnswer = resolve));
  archive.on(call, () => answerGate.then(() => json({})));
  await choose('Refresh metadata', 'Weekly');
  await card.getByRole('button', { name: 'Day: Sunday' }).click();
  await page.getByRole('menuitemradio', { name: 'Thursday' }).click();
  await expect.element(card.getByRole('button', { name: 'Day: Thursday' })).toBeVisible();
  await card.getByLabelText('Time').fill('21:30');
  await userEvent.keyboard('{Enter}');
  expect(archive.count(call)).toBe(1);
  sendAnswer();
  await expect.poll(() => archive.sentBody(call)).toEqual({ schedule: '30 21 4' });
  expect(archive.count(call)).toBe(2);
});

longTest('the options of a task have a field once the task has a schedule', async () => {
  const { archive } = await open();
  const days = section('Refresh metadata').getByRole('textbox', { name: 'Refresh what is older than' });
  await days.fill('30');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => archive.sentBody('POST /api/task/schedule/check_reindex/')).toEqual({ config: { days: 30 } });
  const backup = section('ZIP backup');
  const keepField = backup.getByRole('textbox', { name: 'Backups to keep' });
  await choose('ZIP backup', 'Advanced');
  await expect.element(keepField).not.toBeInTheDocument();
  await scheduleField('ZIP backup').fill('30 4 sun');
  await userEvent.keyboard('{Enter}');
  await keepField.fill('5');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => archive.sentBody('POST /api/task/schedule/run_backup/')).toEqual({ config: { rotate: 5 } });
  await expect.element(backup.getByText(/^04:30, Sunday\./)).toBeVisible();
});

test('the page shows a refusal by the archive with its status, and any other failure as unexpected', async () => {
  const { archive } = await open();
  const thumbnails = section('Thumbnail check');
  await choose('Thumbnail check', 'Advanced');
  await scheduleField('Thumbnail check').fill('15 3 *');
  archive.on('POST /api/task/schedule/thumbnail_check/', json({ error: 'Not at night.' }, 400));
  await thumbnails.getByRole('button', { name: 'Save' }).click();
  await expectQuotedText('Error {status}: {message}', thumbnails.getByText('Error 400: Not at night.'));
  archive.on('POST /api/task/schedule/thumbnail_check/', html(500));
  await thumbnails.getByRole('button', { name: 'Save' }).click();
  await expectQuotedText('An unexpected error occurred.', thumbnails.getByText('An unexpected error occurred.', { exact: true }));
});

test('an address can be tested before it is saved; the test needs a task and a service, and shows the archive’s message', async () => {
  const { archive } = await open();
  const notifications = section('Notifications');
  const field = notifications.getByRole('textbox', { name: 'Address' });
  const testButton = notifications.getByRole('button', { name: 'Test' });
  await expect.element(notifications.getByText('No notification addresses yet.')).toBeVisible();
  await field.fill('nonsense');
  await expect.element(testButton).toBeDisabled(); // no task is chosen
  await notifications.getByRole('combobox', { name: 'Task' }).selectOptions('Rescan subscriptions');
  await expect.element(testButton).toBeDisabled(); // the address names no service
  await field.fill(address);
  for (const [answer, key, message] of [
    [json({}, 400), 'Test notification failed', 'Test notification failed'],
    [html(500), 'An unexpected error occurred while testing notification.', 'An unexpected error occurred while testing notification.'],
  ] as const) {
    archive.on('POST /api/task/notification/test/', answer);
    await testButton.click();
    await expectQuotedText(key, notifications.getByText(message));
  }
  archive.on('POST /api/task/notification/test/', json({ success: true, message: 'It rang.' }));
  await testButton.click();
  await expect.element(notifications.getByText('It rang.')).toBeVisible();
  expect(archive.sentBody('POST /api/task/notification/test/')).toEqual({ task_name: 'update_subscribed', url: address });
  await notifications.getByRole('button', { name: 'Save' }).click();
  await expect.element(notifications.getByRole('group', { name: 'Addresses of Rescan subscriptions' }).getByText(address)).toBeVisible();
  await expect.element(field).toHaveValue('');
});

longTest('an address typed while another one is being saved stays in the field', async () => {
  const { archive } = await open();
  const notifications = section('Notifications');
  const field = notifications.getByRole('textbox', { name: 'Address' });
  const listAnswer = (): WireTaskNotifications => ({ update_subscribed: { urls: [address], title: 'Rescan subscriptions' } });
  let sendAnswer = (): void => {};
  const answerGate = new Promise<void>((resolve) => (sendAnswer = resolve));
  archive.on('POST /api/task/notification/', () => answerGate.then(() => json(listAnswer())));
  await notifications.getByRole('combobox', { name: 'Task' }).selectOptions('Rescan subscriptions');
  await field.fill(address);
  await notifications.getByRole('button', { name: 'Save' }).click();
  await field.fill('ntfy://second');
  sendAnswer();
  await expect.element(notifications.getByRole('group', { name: 'Addresses of Rescan subscriptions' }).getByText(address)).toBeVisible();
  await expect.element(notifications.getByRole('status').getByText('Saved.')).toBeVisible();
  await expect.element(field).toHaveValue('ntfy://second');
});

test('the page shows its copy and changes nothing while the archive is away; an address can be removed once the archive is back', async () => {
  const screen = await open();
  screen.archive.on('/api/task/notification/', json({ update_subscribed: { urls: [address], title: 'Rescan subscriptions' } }));
  await screen.reload();
  const addressGroup = section('Notifications').getByRole('group', { name: 'Addresses of Rescan subscriptions' });
  await expect.element(addressGroup.getByText(address)).toBeVisible();
  screen.archive.on('DELETE /api/task/notification/', refusedConnection);
  await addressGroup.getByRole('button', { name: `Remove ${address}` }).click();
  screen.stopArchive();
  await expect.element(addressGroup.getByRole('alert')).toHaveTextContent(/^This needs the server/);
  await expect.element(page.getByText(/^Changing this needs the server\. Last known values from /)).toBeVisible();
  await screen.reload(); // shows the copy
  await expect.element(addressGroup.getByText(address)).toBeVisible();
  await expect.element(mode('ZIP backup', 'Daily')).toBeDisabled();
  screen.archive.on('DELETE /api/task/notification/', () => {
    screen.archive.on('/api/task/notification/', json({}));
    return new Response(null, { status: 204 });
  });
  screen.startArchive();
  await addressGroup.getByRole('button', { name: `Remove ${address}` }).click();
  await expect.element(section('Notifications').getByText('No notification addresses yet.')).toBeVisible();
  expect(screen.archive.sentBody('DELETE /api/task/notification/')).toEqual({ task_name: 'update_subscribed', url: address });
});

/** Opens the page on an archive that stores schedules as a real one does, but runs nothing. Of the addresses, it keeps only the last. */
async function open(): Promise<Screen> {
  const reindexSchedule: WireSchedule = { name: 'check_reindex', schedule: '0 12 *', schedule_human: '', last_run_at: null, config: { days: 90 } };
  const schedules = new Map<string, WireSchedule>([[reindexSchedule.name, reindexSchedule]]);
  let notifications: WireTaskNotifications = {};
  const screen = await renderScreen('/settings/scheduling/', {
    answers: {
      '/api/task/schedule/': () => json([...schedules.values()]),
      '/api/task/notification/': () => json(notifications),
    },
  });
  const { archive } = screen;
  archive.on('POST /api/task/schedule/', ({ path, body }) => {
    const name = path.split('/')[4] as WireSchedule['name'];
    const change = body as { schedule?: string; config?: WireSchedule['config'] };
    const previousSchedule = schedules.get(name) ?? { name, schedule: '0 0 *', schedule_human: '', last_run_at: null, config: {} };
    const schedule = change.schedule === 'auto' ? '0 8 *' : (change.schedule ?? previousSchedule.schedule);
    schedules.set(name, { ...previousSchedule, schedule, config: { ...previousSchedule.config, ...change.config }, next_run_at: aFutureHour() });
    return json({});
  });
  archive.on('DELETE /api/task/schedule/', ({ path }) => {
    schedules.delete(path.split('/')[4] ?? '');
    return new Response(null, { status: 204 });
  });
  archive.on('POST /api/task/notification/', ({ body }) => {
    const { task_name, url } = body as { task_name: string; url: string };
    notifications = { [task_name]: { urls: [url], title: 'Rescan subscriptions' } };
    return json(notifications);
  });
  return screen;
}

/** The start of an hour, more than an hour ahead, so that the page still shows a time in the future. */
function aFutureHour(): string {
  const hour = new Date(Date.now() + 2 * 3_600_000);
  hour.setUTCMinutes(0, 0, 0);
  return hour.toISOString();
}
