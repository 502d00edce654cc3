// The commands of the settings pages work with archives of both generations (docs/behaviour.md, Two generations).
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSettingsCommands } from '../../src/commands/settings-commands.ts';
import type { WireAppSettings } from '../../src/contract/names.ts';
import { applyDocument } from '../../src/mirror/apply.ts';
import type { PageDocumentKey } from '../../src/mirror/rows.ts';
import { createArchiveClient } from '../../src/network/archive-client.ts';
import { fetchResource } from '../../src/sync/fetch-resource.ts';
import { aMirror, steppedClock } from '../builders/mirror-copy.ts';
import { aWirePing } from '../builders/mirror-wire.ts';
import { html, json, scriptFetch } from '../doubles/fetch-script.ts';
import { askedAt } from '../builders/asked-at.ts';

/** The settings that each generation sends. */
const generations = {
  older: settingsWith({ add_thumbnail: false, potoken: false }),
  present: settingsWith({ pot_provider_url: null }),
};

test('a change sends only its own key, which must be a key that the archive sent, and stores the archive’s answer', async () => {
  for (const [generation, settings] of Object.entries(generations)) {
    const { commands, script, documentOf } = await setup(settings);
    script.on('POST /api/appsettings/config/', ({ body }) => {
      const { downloads } = body as { downloads: object };
      return json({ ...settings, downloads: { ...settings.downloads, ...downloads } });
    });
    expect(await commands.setAppSetting('downloads', 'sleep_interval', 15)).toEqual({ ok: true, value: undefined });
    expect(script.requests.at(-1)?.body).toEqual({ downloads: { sleep_interval: 15 } });
    expect(await documentOf('app-settings')).toMatchObject({ downloads: { sleep_interval: 15, format: null } });
    const unknownKey = generation === 'older' ? 'pot_provider_url' : 'add_thumbnail';
    expect(await commands.setAppSetting('downloads', unknownKey, null)).toEqual({ ok: false, error: { kind: 'not-found' } });
    expect(script.count('POST /api/appsettings/config/')).toBe(1);
  }
});

test.each([
  ['in the order of the changes', ['sleep_interval', 'limit_speed']],
  ['in reverse order', ['limit_speed', 'sleep_interval']],
] as const)('two settings that are changed at the same time are both stored if their answers arrive %s', async (_order, answeredKeys) => {
  const { commands, script, documentOf } = await setup();
  const answersByKey = new Map<string, () => void>();
  let settings = generations.present;
  script.on('POST /api/appsettings/config/', ({ body }) => {
    const { downloads } = body as { downloads: Partial<WireAppSettings['downloads']> };
    settings = { ...settings, downloads: { ...settings.downloads, ...downloads } };
    const response = json(settings);
    return new Promise((resolve) => answersByKey.set(Object.keys(downloads)[0] ?? '', () => resolve(response)));
  });
  const firstChange = commands.setAppSetting('downloads', 'sleep_interval', 15);
  await expect.poll(() => answersByKey.size).toBe(1);
  const secondChange = commands.setAppSetting('downloads', 'limit_speed', 12);
  await expect.poll(() => answersByKey.size).toBe(2);
  for (const key of answeredKeys) {
    answersByKey.get(key)?.();
    await (key === 'sleep_interval' ? firstChange : secondChange);
  }
  expect(await documentOf('app-settings')).toMatchObject({ downloads: { sleep_interval: 15, limit_speed: 12 } });
});

test('a setting is not changed if the copy on this device is closed', async () => {
  const { commands, script, mirror } = await setup();
  const warnSpy = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warnSpy.mockRestore());
  mirror.db.close({ disableAutoOpen: true });
  expect(await commands.setAppSetting('downloads', 'limit_speed', 12)).toEqual({ ok: false, error: { kind: 'not-stored' } });
  expect(script.count('POST /api/appsettings/config/')).toBe(0);
});

test('a refusal shows the archive’s message and status, and changes nothing here', async () => {
  const { commands, script, documentOf } = await setup();
  script.on('POST /api/appsettings/config/', json({ downloads: { limit_speed: ['A valid integer is required.'] } }, 400));
  expect(await commands.setAppSetting('downloads', 'limit_speed', 12)).toEqual({
    ok: false,
    error: { kind: 'refused', status: 400, message: 'A valid integer is required.' },
  });
  expect(await documentOf('app-settings')).toEqual(generations.present);
});

test('a call without permission fails as forbidden, and the person stays signed in', async () => {
  const { commands, script } = await setup();
  script.on('GET /api/ping/', json(aWirePing()));
  script.on('DELETE /api/appsettings/token/', json({ detail: 'You do not have permission to perform this action.' }, 403));
  expect(await commands.revokeApiToken()).toEqual({ ok: false, error: { kind: 'forbidden' } });
});

test('a refused cookie removes the stored cookie, and the page shows the removal immediately', async () => {
  const { commands, script, documentOf, mirror } = await setup();
  await applyDocument(mirror.db, { key: 'page:cookie', value: { cookie_enabled: true } }, askedAt(mirror.clock.now()));
  script.on('PUT /api/appsettings/cookie/', json({ error: '[cookie]: import failed, not valid' }, 400));
  expect(await commands.setCookie('content')).toMatchObject({ ok: false, error: { message: '[cookie]: import failed, not valid' } });
  expect(await documentOf('page:cookie')).toEqual({ cookie_enabled: false });
  expect(await mirror.db.wanted.get('page:cookie')).toBeDefined();
});

test('a call succeeds even if this device cannot store its effect', async () => {
  const { commands, script, mirror } = await setup();
  script.on('DELETE /api/appsettings/cookie/', new Response(null, { status: 204 }));
  const warnSpy = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const transactionSpy = vi.spyOn(mirror.db, 'transaction').mockRejectedValue(new DOMException('no space', 'QuotaExceededError'));
  onTestFinished(() => [warnSpy, transactionSpy].forEach((spy) => spy.mockRestore()));
  expect(await commands.deleteCookie()).toEqual({ ok: true, value: undefined });
  expect(warnSpy).toHaveBeenCalledOnce();
  script.on('PUT /api/appsettings/cookie/', json({ cookie_enabled: true }));
  expect(await commands.setCookie('content')).toEqual({ ok: true, value: undefined });
  script.on('DELETE /api/task/schedule/check_reindex/', json({ detail: 'No CustomPeriodicTask matches the given query.' }, 404));
  script.on('GET /api/task/schedule/', json([]));
  expect(await commands.deleteSchedule('check_reindex')).toEqual({ ok: true, value: undefined });
});

test('a failed check of the cookie is an answer, not an error', async () => {
  const { commands, script, documentOf } = await setup();
  const state = { cookie_enabled: true, status: false, validated: 1_771_225_260, validated_str: '2026-02-16 07:01' };
  script.on('POST /api/appsettings/cookie/', json(state));
  expect(await commands.validateCookie()).toEqual({ ok: true, value: false });
  expect(await documentOf('page:cookie')).toEqual(state);
});

test('an import sends its options to a current archive, and is started by its task name at an archive that does not know the call', async () => {
  const options = { ignore_error: true, prefer_local: false };
  const currentArchive = await setup();
  currentArchive.script.on('POST /api/appsettings/manual-import/', json({ task_id: 'task-1', status: 'PENDING' }));
  expect(await currentArchive.commands.startManualImport(options)).toEqual({ ok: true, value: 'task-1' });
  expect(currentArchive.script.requests.at(-1)?.body).toEqual(options);

  const olderArchive = await setup(generations.older);
  for (const path of ['manual-import', 'rescan-filesystem']) olderArchive.script.on(`POST /api/appsettings/${path}/`, html(404));
  olderArchive.script.on('POST /api/task/by-name/manual_import/', json({ task_id: 'task-2', status: 'PENDING' }));
  olderArchive.script.on('POST /api/task/by-name/rescan_filesystem/', json({ task_id: 'task-3', status: 'PENDING' }));
  expect(await olderArchive.commands.startManualImport(options)).toEqual({ ok: true, value: 'task-2' });
  expect(await olderArchive.commands.startRescan(options)).toEqual({ ok: true, value: 'task-3' });
  // A call that a current archive refuses is not retried by name.
  currentArchive.script.on('POST /api/appsettings/rescan-filesystem/', json({ error: 'not now' }, 400));
  expect(await currentArchive.commands.startRescan(options)).toMatchObject({ error: { kind: 'refused', message: 'not now' } });
  expect(currentArchive.script.count('POST /api/task/by-name/')).toBe(0);
});

test('embedding is started by its old task name at an archive that does not know the new name', async () => {
  const olderArchive = await setup(generations.older);
  olderArchive.script.on('POST /api/task/by-name/resync_metadata/', json({ error: 'task name not found' }, 404));
  olderArchive.script.on('POST /api/task/by-name/resync_thumbs/', json({ task_id: 'task-1', status: 'PENDING' }));
  expect(await olderArchive.commands.startEmbedding()).toEqual({ ok: true, value: 'task-1' });
});

test('a saved schedule is read again, because the answer shows the previous config', async () => {
  const { commands, script, documentOf } = await setup();
  const schedule = { name: 'check_reindex', schedule: '0 12 *', schedule_human: 'At 12:00 PM UTC', last_run_at: null };
  script.on('POST /api/task/schedule/check_reindex/', json({ ...schedule, config: { days: 90 } }));
  script.on('GET /api/task/schedule/', json([{ ...schedule, config: { days: 30 } }]));
  expect(await commands.saveSchedule('check_reindex', { config: { days: 30 } })).toMatchObject({ ok: true });
  expect(await documentOf('page:schedules')).toEqual([{ ...schedule, config: { days: 30 } }]);
  script.on('POST /api/task/schedule/check_reindex/', json({ error: 'Invalid minutes. Must be between 0 and 59.' }, 400));
  expect(await commands.saveSchedule('check_reindex', { schedule: '75 1 *' })).toMatchObject({
    error: { kind: 'refused', status: 400, message: 'Invalid minutes. Must be between 0 and 59.' },
  });
  script.on('DELETE /api/task/schedule/check_reindex/', json({ detail: 'No CustomPeriodicTask matches the given query.' }, 404));
  script.on('GET /api/task/schedule/', json([]));
  expect(await commands.deleteSchedule('check_reindex')).toMatchObject({ ok: true });
  expect(await documentOf('page:schedules')).toEqual([]);
});

test('of the lists that two changed schedules are read from, the later one stays, even if the earlier one arrives last', async () => {
  const { commands, script, documentOf } = await setup();
  const schedule = { name: 'check_reindex', schedule: '0 12 *', schedule_human: 'At 12:00 PM UTC', last_run_at: null, config: {} };
  const laterList = [schedule, { ...schedule, name: 'run_backup' }];
  const [saveCall, listCall] = ['POST /api/task/schedule/', 'GET /api/task/schedule/'];
  script.on(saveCall, json(schedule));
  let answerEarlier: (response: Response) => void = () => {};
  script.on(listCall, () => new Promise<Response>((resolve) => (answerEarlier = resolve)));
  const earlierSave = commands.saveSchedule('check_reindex', { schedule: '0 12 *' });
  await expect.poll(() => script.count(listCall)).toBe(1);
  script.on(listCall, json(laterList));
  await commands.saveSchedule('run_backup', { schedule: '0 12 *' });
  answerEarlier(json([schedule]));
  await earlierSave;
  expect(await documentOf('page:schedules')).toEqual(laterList);
});

test('the archive’s message about a test notification is shown, whether or not the notification was delivered', async () => {
  const { commands, script } = await setup();
  script.on('POST /api/task/notification/test/', json({ success: true, message: 'Test notification sent successfully' }));
  expect(await commands.testTaskNotification('update_subscribed', 'https://x.example')).toEqual({ ok: true, value: 'Test notification sent successfully' });
  script.on('POST /api/task/notification/test/', json({ success: false, message: 'Invalid notification URL format: nonsense' }, 400));
  expect(await commands.testTaskNotification('update_subscribed', 'nonsense')).toMatchObject({
    error: { kind: 'refused', message: 'Invalid notification URL format: nonsense' },
  });
});

test('the device stores only whether there is a membership key', async () => {
  const { commands, script, documentOf, mirror, readPage } = await setup();
  script.on('GET /api/appsettings/membership/token/', json({ token: 'd41f0c8a52b7e96310fa' }));
  await readPage('page:membership');
  expect(await documentOf('page:membership')).toEqual({ hasToken: true });
  expect(await commands.getMembershipToken()).toEqual({ ok: true, value: 'd41f0c8a52b7e96310fa' });
  script.on('DELETE /api/appsettings/membership/token/', new Response(null, { status: 204 }));
  await commands.deleteMembershipToken();
  expect(await documentOf('page:membership')).toEqual({ hasToken: false });
  expect(JSON.stringify(await mirror.db.documents.toArray())).not.toContain('d41f0c8a52b7e96310fa');
});

test('a read requested before a change does not overwrite the change', async () => {
  const { commands, script, documentOf, readPage, clock } = await setup();
  const stateBefore = { cookie_enabled: true };
  let respond: (response: Response) => void = () => {};
  script.on('GET /api/appsettings/cookie/', () => new Promise<Response>((resolve) => (respond = resolve)));
  script.on('DELETE /api/appsettings/cookie/', new Response(null, { status: 204 }));
  const cookieRead = readPage('page:cookie');
  await expect.poll(() => script.count('/api/appsettings/cookie/')).toBe(1);
  clock.advance(1000);
  await commands.deleteCookie();
  respond(json(stateBefore));
  await cookieRead;
  expect(await documentOf('page:cookie')).toEqual({ cookie_enabled: false });
});

test('unknown tasks of a newer archive, missing keys of an older archive, and an answer without snapshots are accepted', async () => {
  const { script, documentOf, readPage } = await setup();
  script.on('GET /api/task/schedule/', json([{ name: 'tidy_up', schedule: '0 3 *' }]));
  await readPage('page:schedules');
  expect(await documentOf('page:schedules')).toEqual([{ name: 'tidy_up', schedule: '0 3 *', schedule_human: '', last_run_at: null, config: {} }]);
  script.on('GET /api/appsettings/snapshot/', json({ next_exec: 1, next_exec_str: '2026-02-17 12:00', expire_after: '30d' }));
  await readPage('page:snapshots');
  expect(await documentOf('page:snapshots')).toMatchObject({ snapshots: [] });
  script.on('GET /api/appsettings/backup/', json([{ filename: 'ta_backup-20260215.zip', timestamp: '20260215', reason: false }]));
  await readPage('page:backups');
  expect(await documentOf('page:backups')).toMatchObject([{ reason: 'False', file_size: 0 }]);
});

function settingsWith(downloads: Partial<WireAppSettings['downloads']>): WireAppSettings {
  return {
    subscriptions: { channel_size: 50, live_channel_size: 50, shorts_channel_size: 0, playlist_size: 50, auto_start: false, extract_flat: false },
    downloads: {
      limit_speed: null,
      sleep_interval: 10,
      autodelete_days: null,
      format: null,
      format_sort: null,
      add_metadata: true,
      subtitle: null,
      subtitle_source: 'auto',
      subtitle_index: true,
      comment_max: null,
      comment_sort: 'top',
      cookie_import: false,
      throttledratelimit: null,
      extractor_lang: null,
      integrate_ryd: false,
      integrate_sponsorblock: true,
      ...downloads,
    },
    application: { enable_snapshot: true, enable_cast: false },
  };
}

async function setup(settings: WireAppSettings = generations.present) {
  const script = scriptFetch();
  const clock = steppedClock();
  const mirror = await aMirror({ clock });
  const api = createArchiveClient({ fetch: script.fetch, readCookie: () => null, onOutcome: () => {} });
  script.on('GET /api/appsettings/config/', () => json(settings));
  await applyDocument(mirror.db, { key: 'app-settings', value: settings }, askedAt(clock.now()));
  clock.advance(1000);
  return {
    script,
    clock,
    mirror,
    commands: createSettingsCommands({ mirror, api }),
    documentOf: async (key: PageDocumentKey | 'app-settings') => (await mirror.db.documents.get(key))?.value,
    async readPage(key: PageDocumentKey) {
      const answer = await fetchResource(
        { mirror, api, signal: new AbortController().signal },
        { kind: 'page-document', key },
        key,
        askedAt(mirror.clock.now()),
      );
      if (!answer.ok) throw new Error(answer.error.kind);
      await answer.value.apply();
    },
  };
}
