import 'fake-indexeddb/auto';
import { anOutboxRow } from '../builders/outbox-row.ts';
import { describe, expect, onTestFinished, test } from 'vitest';
import { failed, ok } from '../../src/lib/result.ts';
import { choiceText, waitReasonText } from '../../src/features/unsent/change-text.ts';
import { readShownPlaylist } from '../../src/mirror/fold-entities.ts';
import { applyPlaylistGone } from '../../src/mirror/apply.ts';
import { applyDownloadList } from '../../src/mirror/apply-downloads.ts';
import { resolvePlaylistId } from '../../src/mirror/playlist-ids.ts';
import { addDownloads } from '../../src/mutations/add-downloads.ts';
import { addSubscriptions } from '../../src/mutations/subscribe.ts';
import { createCustomPlaylist } from '../../src/mutations/create-custom-playlist.ts';
import { changeDownload } from '../../src/mutations/change-download.ts';
import { markPlaylistWatched } from '../../src/mutations/mark-all-watched.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { discardChange, retryChange } from '../../src/mutations/outbox-rows.ts';
import { addToPlaylist, movePlaylistEntry, removeFromPlaylist } from '../../src/mutations/playlist-entries.ts';
import { removeFromContinueWatching } from '../../src/mutations/remove-from-continue.ts';
import { saveProgress } from '../../src/mutations/save-progress.ts';
import { setUserConfig } from '../../src/mutations/set-user-config.ts';
import { setPlaylistSortOrder } from '../../src/mutations/sort-playlist.ts';
import { subscribeChannel, subscribePlaylist } from '../../src/mutations/subscribe.ts';
import { mutationKinds } from '../../src/mutations/kinds/table.ts';
import { pendingChangesStore } from '../../src/queries/sync-sheet-stores.ts';
import { syncStatusStore } from '../../src/queries/sync-stores.ts';
import { channelLane } from '../../src/mirror/lanes.ts';
import { laneHeads } from '../../src/sync/lane-plan.ts';
import type { StoredOutboxRow } from '../../src/mirror/fold.ts';
import type { Lane } from '../../src/mirror/rows.ts';
import type { KnownMutation } from '../../src/mutations/kinds/table.ts';
import type { FlushApi } from '../../src/sync/flush.ts';
import { aDevice, type Device } from '../builders/outbox-device.ts';
import { steppedClock } from '../builders/mirror-copy.ts';
import { createModelArchive, type Fault } from '../doubles/model-archive.ts';
import { askedAt } from '../builders/asked-at.ts';

const subject = 'Fog';
const customId = 'TA_playlist_0';
const regularId = 'PL_regular';

test('subscribing and unsubscribing leaves nothing to send', async () => {
  const { device } = await setup();
  await subscribeChannel(device.mirror, { channelId: 'cA', isSubscribed: true, subject });
  expect(await device.rows()).toHaveLength(1);
  await subscribeChannel(device.mirror, { channelId: 'cA', isSubscribed: false, subject });
  expect(await device.rows()).toEqual([]);
});

test('only the last value of each setting is sent', async () => {
  const { device, model } = await setup();
  await setUserConfig(device.mirror, 'grid_items', 4);
  await setUserConfig(device.mirror, 'grid_items', 6);
  await setUserConfig(device.mirror, 'hide_watched', true);
  expect((await device.rows()).map((row) => row.mutation)).toMatchObject([{ key: 'grid_items', value: 6 }, { key: 'hide_watched' }]);
  await device.flush();
  expect(model.requests.filter((request) => request.startsWith('config '))).toEqual(['config {"grid_items":6}', 'config {"hide_watched":true}']);
});

test('a setting is written only if the archive sent its key', async () => {
  const { device } = await setup();
  expect(await setUserConfig(device.mirror, 'hide_watched_channel', true)).toEqual({ ok: false, error: 'unknown-key' });
  expect(await device.rows()).toEqual([]);
});

test('each line becomes one change, a blank line becomes none, and a refused line does not hold back the others', async () => {
  const { device, model } = await setup();
  expect(await addSubscriptions(device.mirror, { of: 'channel', text: ' \n\t\n' })).toBe(0);
  expect(await addSubscriptions(device.mirror, { of: 'channel', text: '@quay\n\n  @tide \r\n@quay' })).toBe(2);
  await device.flush(['none', 'forbidden']);
  expect(model.lists.subscriptionLines).toHaveLength(1);
  expect(await device.rows()).toMatchObject([{ mutation: { kind: 'add-subscription' }, state: { name: 'parked', reason: 'forbidden' } }]);
});

test('one line added as a channel and as a playlist is two changes, and typing the line once more adds none', async () => {
  const { device, model } = await setup();
  await addSubscriptions(device.mirror, { of: 'channel', text: '@quay' });
  await addSubscriptions(device.mirror, { of: 'playlist', text: '@quay' });
  await addSubscriptions(device.mirror, { of: 'playlist', text: '@quay' });
  expect((await device.rows()).map((row) => row.mutation)).toMatchObject([
    { of: 'channel', line: '@quay' },
    { of: 'playlist', line: '@quay' },
  ]);
  await device.flush();
  expect(model.lists.subscriptionLines).toEqual(['@quay', '@quay']);
});

test('a new playlist’s name is stored without surrounding white space', async () => {
  const { device } = await setup();
  expect(await createCustomPlaylist(device.mirror, { name: '  ' })).toEqual({ ok: false, error: 'no-name' });
  await createCustomPlaylist(device.mirror, { name: ' Quiet evenings ' });
  expect(await device.rows()).toMatchObject([{ mutation: { name: 'Quiet evenings' } }]);
});

test('a playlist that exists only on this device is filled and put in order, and gets its real id everywhere', async () => {
  const { device, model } = await setup();
  const id = await createPlaylist(device, 'Quiet evenings');
  for (const videoId of ['v1', 'v2', 'v3']) await addToPlaylist(device.mirror, { playlistId: id, videoId, subject });
  await movePlaylistEntry(device.mirror, { playlistId: id, videoId: 'v3', subject, to: 'top' });
  await markPlaylistWatched(device.mirror, { playlistId: id, isWatched: true, subject });
  expect((await device.state('v2')).shown.isWatched).toBe(true);
  await device.flush();
  const realId = await resolvePlaylistId(device.mirror.db, id);
  expect(realId).not.toBe(id);
  await device.wait(9_000);
  await device.flush();
  expect(model.lists.playlist(realId)).toMatchObject({ name: 'Quiet evenings', entries: ['v3', 'v1', 'v2'] });
  expect(model.stateOf(1, 'v2').isWatched).toBe(true);
  expect(await device.rows()).toEqual([]);
  // A tab that is still open at the temporary address changes the real playlist.
  await removeFromPlaylist(device.mirror, { playlistId: id, videoId: 'v1', subject });
  expect(await device.rows()).toMatchObject([{ lane: `playlist:${realId}` }]);
});

test('several moves become one change to the final order', async () => {
  const { device, model } = await setup();
  for (const to of ['down', 'down', 'up'] as const) await movePlaylistEntry(device.mirror, { playlistId: customId, videoId: 'v1', subject, to });
  expect(await device.rows()).toMatchObject([{ mutation: { wanted: ['v2', 'v1', 'v3', 'v4'] } }]);
  await device.wait(9_000);
  await device.flush();
  expect(model.lists.playlist(customId)?.entries).toEqual(['v2', 'v1', 'v3', 'v4']);
  expect(model.requests.filter((request) => /^(up|down|top|bottom) /.test(request))).toHaveLength(1);
});

test('a video that another device adds before the move is sent comes after the videos of the requested order', async () => {
  const { device, model } = await setup();
  await movePlaylistEntry(device.mirror, { playlistId: customId, videoId: 'v4', subject, to: { index: 1 } });
  model.lists.changeCustom(customId, { action: 'create', video_id: 'v5' });
  await device.wait(9_000);
  await device.flush();
  expect(model.lists.playlist(customId)?.entries).toEqual(['v1', 'v4', 'v2', 'v3', 'v5']);
});

test('an archive that leaves the order unchanged is asked a few times, then the change is parked', async () => {
  const { device } = await setup();
  await movePlaylistEntry(device.mirror, { playlistId: customId, videoId: 'v4', subject, to: 'top' });
  const unresponsiveApi = { ...device.api, changeCustomPlaylist: async () => ({ ok: true as const, value: undefined }) };
  for (let pass = 0; pass < 7; pass += 1) {
    await device.wait(600_000);
    await device.flush([], unresponsiveApi);
  }
  expect(await device.rows()).toMatchObject([{ mutation: { kind: 'order-playlist' }, state: { name: 'parked', reason: 'refused' } }]);
});

test('failures of the network do not count when an archive leaves an order unchanged', async () => {
  const { device } = await setup();
  await movePlaylistEntry(device.mirror, { playlistId: customId, videoId: 'v4', subject, to: 'top' });
  for (let pass = 0; pass < 6; pass += 1) {
    await device.wait(600_000);
    await device.flush(['none', 'bad-gateway']);
  }
  await device.wait(600_000);
  await device.flush([], { ...device.api, changeCustomPlaylist: async () => ({ ok: true as const, value: undefined }) });
  expect(await device.rows()).toMatchObject([{ state: { name: 'waiting' } }]);
});

test('a subscription refreshes its channel and the first page of the subscribed channels, and nothing else', async () => {
  const { device } = await setup();
  const { db } = device.mirror;
  const page = { ids: [], paginate: null, fetchedAtMs: 0 };
  const keys = ['channels?filter=subscribed&size=12&page=1', 'channels?filter=subscribed&size=12&page=2', 'channels?size=12&page=1'];
  await db.listPages.bulkPut(keys.map((key) => ({ ...page, key })));
  await subscribeChannel(device.mirror, { channelId: 'cA', isSubscribed: true, subject });
  await device.flush();
  expect(await db.wanted.toCollection().primaryKeys()).toEqual(['channel:cA', keys[0]]);
});

test('a playback queue of a new playlist gets the playlist’s real id too', async () => {
  const { device } = await setup();
  const id = await createPlaylist(device, 'Tide');
  const run = { origin: { kind: 'playlist' as const, id, name: 'Tide' }, videos: [], order: [], at: 0, isShuffled: false, isLooped: false };
  await device.mirror.db.documents.put({ key: 'up-next', value: { queue: [], run, history: [], autoplayPlaylistId: null }, fetchedAtMs: 0 });
  await device.flush();
  const realId = await resolvePlaylistId(device.mirror.db, id);
  expect(await device.mirror.db.documents.get('up-next')).toMatchObject({ value: { run: { origin: { id: realId } } } });
});

test('a removal waits on the device for 8 seconds, and undo puts the video back in its place', async () => {
  const { device, model } = await setup();
  const undo = await removeFromPlaylist(device.mirror, { playlistId: customId, videoId: 'v2', subject });
  expect(await shownEntries(device)).toEqual(['v1', 'v3', 'v4']);
  await device.wait(7_999);
  await device.flush();
  expect(model.lists.playlist(customId)?.entries).toContain('v2');
  await undo();
  expect(await shownEntries(device)).toEqual(['v1', 'v2', 'v3', 'v4']);
  expect(await device.rows()).toEqual([]);
});

test('undo of a removal does not affect a later move of another video', async () => {
  const { device } = await setup();
  const undo = await removeFromPlaylist(device.mirror, { playlistId: customId, videoId: 'v2', subject });
  await movePlaylistEntry(device.mirror, { playlistId: customId, videoId: 'v4', subject, to: 'top' });
  await undo();
  expect((await shownEntries(device)).filter((id) => id !== 'v2')).toEqual(['v4', 'v1', 'v3']);
  expect(await shownEntries(device)).toContain('v2');
});

test('a video that is no longer in the playlist is not removed, because current servers would remove the last video instead', async () => {
  const { device, model } = await setup();
  await removeFromPlaylist(device.mirror, { playlistId: customId, videoId: 'v2', subject });
  expect(await device.rows()).toHaveLength(1);
  model.lists.changeCustom(customId, { action: 'remove', video_id: 'v2' });
  await device.wait(9_000);
  await device.flush();
  expect(model.requests.filter((request) => request.startsWith('remove'))).toEqual([]);
  expect(await device.rows()).toEqual([]);
});

test('a refused creation parks the changes of its playlist too, and a retry sends all of these changes', async () => {
  const { device, model } = await setup();
  const id = await createPlaylist(device, 'Quiet evenings');
  await addToPlaylist(device.mirror, { playlistId: id, videoId: 'v1', subject });
  await device.flush(['none', 'none', 'forbidden']);
  expect((await device.rows()).map((row) => row.state.name)).toEqual(['parked', 'parked']);
  await retryChange(device.mirror, (await device.rows())[0]?.sequence ?? 0);
  await device.flush();
  expect(model.lists.playlist(await resolvePlaylistId(device.mirror.db, id))?.entries).toEqual(['v1']);
});

test('after a refused creation, no request names the temporary id of its playlist, and all changes of the playlist have the same reason', async () => {
  const { device, model } = await setup();
  const id = await createPlaylist(device, 'Quiet evenings');
  for (const videoId of ['v1', 'v2']) await addToPlaylist(device.mirror, { playlistId: id, videoId, subject });
  await movePlaylistEntry(device.mirror, { playlistId: id, videoId: 'v2', subject, to: 'top' });
  await device.wait(9_000);
  await device.flush(['none', 'none', 'forbidden']);
  expect((await device.rows()).map(({ state }) => state)).toEqual(
    Array.from({ length: 4 }, () => expect.objectContaining({ name: 'parked', reason: 'forbidden' })),
  );
  expect(model.requests.filter((request) => request.includes(id))).toEqual([]);
});

test('a change of a playlist whose creation was refused waits for the creation', async () => {
  const { device, model } = await setup();
  const id = await createPlaylist(device, 'Quiet evenings');
  await device.flush(['none', 'none', 'forbidden']);
  await addToPlaylist(device.mirror, { playlistId: id, videoId: 'v1', subject });
  expect(await device.flush()).toEqual({ end: 'drained', nextTryAtMs: null });
  expect((await device.rows()).map((row) => row.state.name)).toEqual(['parked', 'waiting']);
  expect(model.requests.filter((request) => request.includes(id))).toEqual([]);
  const [changes, status] = [pendingChangesStore(device.mirror), syncStatusStore(device.mirror)];
  for (const store of [changes, status]) onTestFinished(store.subscribe(() => {}));
  await expect.poll(() => changes.read().map((change) => waitReasonText(change))).toEqual([null, 'Waits for “Quiet evenings”, which the server refused.']);
  await expect.poll(() => status.read()).toMatchObject({ parkedCount: 1, waitingCount: 1, blockedCount: 1 });
  await retryChange(device.mirror, (await device.rows())[0]?.sequence ?? 0);
  await device.flush();
  expect(model.lists.playlist(await resolvePlaylistId(device.mirror.db, id))?.entries).toEqual(['v1']);
});

test('discarding a creation discards the changes of its playlist', async () => {
  const { device } = await setup();
  const id = await createPlaylist(device, 'Quiet evenings');
  await addToPlaylist(device.mirror, { playlistId: id, videoId: 'v1', subject });
  const rows = await device.rows();
  expect(rows).toHaveLength(2);
  await discardChange(device.mirror, rows[0]?.sequence ?? 0);
  expect(await device.rows()).toEqual([]);
});

test('a refusal to change custom playlists is remembered together with the archive’s version', async () => {
  const { device } = await setup();
  await device.mirror.db.documents.put({ key: 'server', value: { version: 'v2', update: null, startTimestamp: null }, fetchedAtMs: 0 });
  await addToPlaylist(device.mirror, { playlistId: customId, videoId: 'v5', subject });
  await device.flush(['none', 'forbidden']);
  expect(await device.mirror.db.documents.get('custom-playlists-refused')).toMatchObject({ value: { version: 'v2', isSaid: false } });
  expect(await device.rows()).toMatchObject([{ state: { name: 'parked', reason: 'forbidden' } }]);
});

test('two new playlists with the same name get different ids, even if one creation was refused and the answer to the other was lost', async () => {
  const { device, model } = await setup();
  const temporaryIds = [await createPlaylist(device, 'Trip'), await createPlaylist(device, 'Trip')];
  let callCount = 0;
  const api = {
    ...device.api,
    async createCustomPlaylist(...call: Parameters<typeof device.api.createCustomPlaylist>) {
      callCount += 1;
      if (callCount === 1) return { ok: false as const, error: { kind: 'refused' as const, status: 400, message: 'Not now.' } };
      await device.api.createCustomPlaylist(...call);
      return { ok: false as const, error: { kind: 'unreachable' as const } };
    },
  };
  await device.flush([], api);
  const [refusedRow, lostRow] = await device.rows();
  expect([refusedRow?.state.name, lostRow?.state]).toEqual(['parked', { name: 'waiting', outcome: 'unknown' }]);
  await retryChange(device.mirror, refusedRow?.sequence ?? 0);
  await device.wait(600_000);
  await device.flush();
  expect(await device.rows()).toEqual([]);
  expect(model.lists.playlists().filter(({ name }) => name === 'Trip')).toHaveLength(2);
  const ids = await Promise.all(temporaryIds.map((id) => resolvePlaylistId(device.mirror.db, id)));
  expect(new Set(ids).size).toBe(2);
});

test('two new playlists with the same name are created one after the other', () => {
  const creation = (sequence: number, name: string): StoredOutboxRow => aRow(sequence, { kind: 'create-playlist', playlistId: `local-${sequence}`, name });
  const heads = laneHeads(mutationKinds, [creation(1, 'Tide'), creation(2, 'Tide'), creation(3, 'Fog')], () => true);
  expect(heads.map((row) => row.sequence)).toEqual([1, 3]);
});

test.each(['server-error', 'bad-shape'] as const)(
  'a setting that the archive can never accept (%s) holds back no other setting, and a new value for the setting is sent afterwards',
  async (kind) => {
    const { device, model } = await setup();
    const error = kind === 'server-error' ? { kind, status: 500, retryAfterMs: null } : { kind };
    let isFailing = true;
    const api: FlushApi = {
      ...device.api,
      updateUserConfig: (change, key) =>
        isFailing && 'grid_items' in change ? Promise.resolve({ ok: false, error } as const) : device.api.updateUserConfig(change, key),
    };
    await setUserConfig(device.mirror, 'grid_items', 6);
    await setUserConfig(device.mirror, 'hide_watched', true);
    await device.flush([], api);
    expect(model.lists.config(1)).toMatchObject({ hide_watched: true });
    expect(await device.rows()).toMatchObject([{ lane: 'settings', mutation: { key: 'grid_items' } }]);
    await setUserConfig(device.mirror, 'grid_items', 7);
    isFailing = false;
    await device.wait(600_000);
    await device.flush([], api);
    expect([model.lists.config(1).grid_items, await device.rows()]).toEqual([7, []]);
  },
);

test('a mark of a channel waits for an earlier mark of one of its videos, and a mark of a video for an earlier mark of its channel', () => {
  const videoMark = { lane: 'video:v1' as const, mutation: { kind: 'mark-video-watched', videoId: 'v1', isWatched: true } };
  const channelMark = { lane: channelLane('cA'), mutation: { kind: 'mark-channel-watched', channelId: 'cA', isWatched: false } };
  const headSequences = (changes: (typeof videoMark | typeof channelMark)[], isMember: boolean): number[] => {
    const rows = changes.map((change, index): StoredOutboxRow => ({ ...anOutboxRow(change), sequence: index + 1 }));
    return laneHeads(mutationKinds, rows, () => isMember).map(({ sequence }) => sequence);
  };
  expect([headSequences([videoMark, channelMark], true), headSequences([channelMark, videoMark], true)]).toEqual([[1], [1]]);
  expect([headSequences([videoMark, channelMark], false), headSequences([channelMark, videoMark], false)]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('a setting waits for an earlier settings change of another version of the app, because this version cannot tell which key it changes', () => {
  const mutations = [{ kind: 'set-config-of-tomorrow' }, { kind: 'set-config', key: 'hide_watched', value: true }];
  const rows = mutations.map((mutation, index): StoredOutboxRow => ({ ...anOutboxRow({ lane: 'settings', mutation }), sequence: index + 1 }));
  expect(laneHeads(mutationKinds, rows, () => true)).toEqual([]);
});

test('an addition at which the archive always fails holds later additions back only at first', async () => {
  const { device, model } = await setup();
  const api: FlushApi = {
    ...device.api,
    addDownloads: async (lines, ...rest) =>
      lines.includes('bad') ? failed({ kind: 'server-error', status: 500, retryAfterMs: null }) : device.api.addDownloads(lines, ...rest),
  };
  for (const line of ['bad', 'good']) await addDownloads(device.mirror, { lines: [line], isAutoStart: false, isFlat: false, isForced: false });
  await device.flush([], api);
  expect(model.lists.queuedLines).toEqual([]);
  for (let pass = 0; pass < 3; pass += 1) {
    await device.wait(600_000);
    await device.flush([], api);
  }
  expect(model.lists.queuedLines).toEqual(['good']);
});

test.each(['lost-answer', 'bad-gateway-after', 'die-after'] as const)(
  'a forced addition whose answer was lost (%s) is not sent again until a person retries it',
  async (fault) => {
    const { device, model } = await setup();
    const sentCount = () => model.requests.filter((request) => request.startsWith('queue')).length;
    await addDownloads(device.mirror, { lines: ['dQw4w9WgXcQ'], isAutoStart: true, isFlat: false, isForced: true });
    await device.flush(['none', 'none', fault]);
    await device.wait(600_000);
    await device.flush();
    expect([sentCount(), await device.rows()]).toMatchObject([1, [{ state: { name: 'parked', reason: 'unsure' } }]]);
    const [row] = await device.rows();
    if (row?.state.name === 'parked') expect(choiceText({ state: row.state, dependentCount: 0 })).toMatch(/Retry/);
    await retryChange(device.mirror, row?.sequence ?? 0);
    await device.flush();
    expect([sentCount(), await device.rows()]).toEqual([2, []]);
  },
);

test.each<[string, { lines: string[]; before: string[]; after: string[] }, 'sent' | 'unsure']>([
  [
    'counts as sent once its videos are in the queue',
    { lines: ['dQw4w9WgXcQ', 'https://youtu.be/aaaaaaaaaa1'], before: [], after: ['dQw4w9WgXcQ', 'aaaaaaaaaa1'] },
    'sent',
  ],
  ['is parked if only one of its videos has appeared in the queue', { lines: ['dQw4w9WgXcQ', 'aaaaaaaaaa1'], before: [], after: ['dQw4w9WgXcQ'] }, 'unsure'],
  [
    'is parked if one of its videos was in the queue before',
    { lines: ['dQw4w9WgXcQ', 'aaaaaaaaaa1'], before: ['aaaaaaaaaa1'], after: ['dQw4w9WgXcQ', 'aaaaaaaaaa1'] },
    'unsure',
  ],
  ['is parked if one of its lines is not a video', { lines: ['dQw4w9WgXcQ', '@aaaaaaaaaa'], before: [], after: ['dQw4w9WgXcQ'] }, 'unsure'],
])('a forced addition whose answer was lost at a server without keys %s', async (_what, { lines, before, after }, outcome) => {
  const { device, model } = await setup();
  const queuedIds = new Set(before);
  const api: FlushApi = {
    ...device.api,
    findDownload: async (id) => (queuedIds.has(id) ? ok(undefined) : failed({ kind: 'not-found', message: null })),
  };
  await addDownloads(device.mirror, { lines, isAutoStart: true, isFlat: false, isForced: true });
  await device.flush(['none', 'lost-answer'], api);
  // The archive's task has not looked the videos up yet.
  await device.wait(10_000);
  await device.flush([], api);
  for (const id of after) queuedIds.add(id);
  await device.wait(60_000);
  await device.flush([], api);
  expect(await device.rows()).toMatchObject(outcome === 'sent' ? [] : [{ state: { name: 'parked', reason: 'unsure' } }]);
  expect(model.requests.filter((request) => request.startsWith('queue'))).toHaveLength(1);
});

test('a forced addition that the archive refuses with 422 is parked as refused, because it had no effect', async () => {
  const { device } = await setup();
  await addDownloads(device.mirror, { lines: ['dQw4w9WgXcQ'], isAutoStart: true, isFlat: false, isForced: true });
  const error = { kind: 'refused' as const, status: 422, message: 'No.' };
  await device.flush([], { ...device.api, addDownloads: () => Promise.resolve({ ok: false as const, error }) });
  expect(await device.rows()).toMatchObject([{ state: { name: 'parked', reason: 'refused', message: 'No.' } }]);
});

test.each([
  ['yes within a day, by its key', 600_000, true],
  ['not after a day', 25 * 3_600_000, false],
  ['not with a clock that was set back', -600_000, false],
])('whether a forced addition with a lost answer is sent again to an archive that honours keys: %s', async (_when, waitedMs, isSent) => {
  const { device, model } = await setup({ honoursKeys: true });
  await addDownloads(device.mirror, { lines: ['dQw4w9WgXcQ'], isAutoStart: true, isFlat: false, isForced: true });
  await device.flush(['none', 'lost-answer']);
  await device.mirror.db.outbox.toCollection().modify({ nextTryAtMs: 0 });
  await device.wait(waitedMs);
  await device.flush();
  expect(await device.rows()).toMatchObject(isSent ? [] : [{ state: { reason: 'unsure' } }]);
  expect(model.lists.queuedLines).toEqual(['dQw4w9WgXcQ']);
});

test('a forced addition whose answer was lost is not sent again after a day, even if the archive asked for a pause in between', async () => {
  const { device, model } = await setup({ honoursKeys: true });
  await addDownloads(device.mirror, { lines: ['dQw4w9WgXcQ'], isAutoStart: true, isFlat: false, isForced: true });
  await device.flush(['none', 'lost-answer']);
  await device.wait(600_000);
  await device.flush(['none', 'busy']);
  await device.wait(25 * 3_600_000);
  await device.flush();
  expect(await device.rows()).toMatchObject([{ state: { reason: 'unsure' } }]);
  expect(model.lists.queuedLines).toEqual(['dQw4w9WgXcQ']);
});

test('a mark of a playlist no longer covers a video that another device has removed', async () => {
  const { device, model } = await setup();
  await markPlaylistWatched(device.mirror, { playlistId: customId, isWatched: true, subject });
  expect((await device.state('v1')).shown.isWatched).toBe(true);
  model.lists.changeCustom(customId, { action: 'remove', video_id: 'v1' });
  await device.wait(2_000);
  await device.pull();
  expect((await device.state('v1')).shown.isWatched).toBe(false);
});

test('a mark of a playlist no longer shows on its videos once another device has deleted the playlist', async () => {
  const { device } = await setup();
  await markPlaylistWatched(device.mirror, { playlistId: customId, isWatched: true, subject });
  await applyPlaylistGone(device.mirror.db, customId, 0);
  expect(await device.state('v1')).toMatchObject({ shown: { isWatched: false }, waiting: 0 });
});

test('a mark of a playlist covers the videos that the playlist showed when the mark was made', async () => {
  const { device, model } = await setup();
  await addToPlaylist(device.mirror, { playlistId: customId, videoId: 'v5', subject });
  await markPlaylistWatched(device.mirror, { playlistId: customId, isWatched: true, subject });
  expect((await device.state('v5')).shown.isWatched).toBe(true);
  await device.wait(9_000);
  await device.flush();
  expect(model.stateOf(1, 'v5').isWatched).toBe(true);
});

test('a mark of a playlist still covers a video that is removed after the mark', async () => {
  const { device, model } = await setup();
  await markPlaylistWatched(device.mirror, { playlistId: customId, isWatched: true, subject });
  await removeFromPlaylist(device.mirror, { playlistId: customId, videoId: 'v1', subject });
  expect((await device.state('v1')).shown.isWatched).toBe(true);
  await device.wait(9_000);
  await device.flush();
  expect(model.stateOf(1, 'v1').isWatched).toBe(true);
});

test('a mark of a playlist no longer covers a video whose addition was undone', async () => {
  const { device } = await setup();
  const undo = await addToPlaylist(device.mirror, { playlistId: customId, videoId: 'v5', subject });
  await markPlaylistWatched(device.mirror, { playlistId: customId, isWatched: true, subject });
  expect((await device.state('v5')).shown.isWatched).toBe(true);
  await undo();
  expect((await device.state('v5')).shown.isWatched).toBe(false);
});

test('setting a queue item to its present state sends nothing; starting and forgetting the item are sent', async () => {
  const { device, model } = await setup();
  const change = (to: 'pending' | 'ignore' | 'priority' | 'forgotten') => changeDownload(device.mirror, { videoId: 'd1', subject, to });
  expect(model.lists.download('d1')).toBe('pending');
  await change('pending');
  expect(await device.rows()).toEqual([]);
  for (const to of ['priority', 'forgotten'] as const) {
    await change(to);
    expect((await device.rows()).map(({ mutation }) => mutation)).toEqual([{ kind: 'change-download', videoId: 'd1', to }]);
  }
});

test('a queue item that was forgotten counts as forgotten, even if a proxy answers 502', async () => {
  const { device, model } = await setup();
  await changeDownload(device.mirror, { videoId: 'd1', subject, to: 'forgotten' });
  await device.wait(9_000);
  await device.flush(['none', 'bad-gateway-after']);
  expect([model.lists.download('d1'), await device.rows(), await device.mirror.db.downloads.get('d1')]).toEqual([null, [], undefined]);
});

test('a queue item forgotten by a request whose answer was lost counts as forgotten', async () => {
  const { device, model } = await setup();
  await changeDownload(device.mirror, { videoId: 'd1', subject, to: 'forgotten' });
  await device.wait(9_000);
  await device.flush(['none', 'lost-answer']);
  expect([model.lists.download('d1'), (await device.rows()).length]).toEqual([null, 1]);
  await device.wait(61_000);
  await device.flush();
  expect([await device.rows(), await device.mirror.db.downloads.get('d1')]).toEqual([[], undefined]);
});

test('a queue item that is removed and pasted again is added after it was removed', async () => {
  const { device, model } = await setup();
  await changeDownload(device.mirror, { videoId: 'd1', subject, to: 'forgotten' });
  await addDownloads(device.mirror, { lines: ['https://www.youtube.com/watch?v=d1'], isAutoStart: true, isFlat: false, isForced: false });
  await device.flush();
  expect(model.lists.queuedLines).toEqual([]);
  await device.wait(9_000);
  await device.flush();
  expect([model.lists.download('d1'), model.lists.queuedLines, await device.rows()]).toEqual([null, ['https://www.youtube.com/watch?v=d1'], []]);
  const requests = model.requests.filter((request) => /^(?:queue|download) /.test(request));
  expect(requests).toEqual(['download d1 forgotten', 'queue https://www.youtube.com/watch?v=d1']);
});

test('an address that may stand for a removed queue item is added after the removal, another video at once', async () => {
  const { device, model } = await setup();
  const playlist = 'https://www.youtube.com/playlist?list=PLtide';
  const otherSite = 'https://tube.example/watch/?v=10153231379946729';
  const otherVideos = ['dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'];
  await changeDownload(device.mirror, { videoId: 'd1', subject, to: 'forgotten' });
  const options = { isAutoStart: false, isFlat: false, isForced: false };
  await addDownloads(device.mirror, { lines: otherVideos, ...options });
  await addDownloads(device.mirror, { lines: [playlist], ...options });
  await addDownloads(device.mirror, { lines: [otherSite], ...options });
  await device.flush();
  expect(model.lists.queuedLines).toEqual(otherVideos);
  await device.wait(9_000);
  await device.flush();
  expect([model.lists.download('d1'), model.lists.queuedLines, await device.rows()]).toEqual([null, [...otherVideos, playlist, otherSite], []]);
  expect(model.requests.findIndex((request) => request === 'download d1 forgotten')).toBeLessThan(model.requests.indexOf(`queue ${playlist}`));
});

test('a removal that keeps failing does not delay the addition of a playlist', async () => {
  const { device } = await setup();
  await changeDownload(device.mirror, { videoId: 'd1', subject, to: 'forgotten' });
  await addDownloads(device.mirror, { lines: ['https://www.youtube.com/playlist?list=PLtide'], isAutoStart: false, isFlat: false, isForced: false });
  const sentKinds = async (attempts: number) => {
    const rows = (await device.mirror.db.outbox.toArray()).map((row) => ({ ...row, attempts }));
    return laneHeads(mutationKinds, rows, () => true).map(({ mutation }) => mutation.kind);
  };
  expect([await sentKinds(0), await sentKinds(1)]).toEqual([['change-download'], ['change-download', 'add-downloads']]);
});

test('a removal that keeps failing delays the addition of its own item, and not that of others', async () => {
  const { device } = await setup();
  const options = { isAutoStart: false, isFlat: false, isForced: false };
  await changeDownload(device.mirror, { videoId: 'd1', subject, to: 'forgotten' });
  for (const line of ['d1', 'dQw4w9WgXcQ']) await addDownloads(device.mirror, { lines: [line], ...options });
  const [removal, ...additions] = await device.rows();
  const sentSubjects = (attempts: number): string[] => {
    const rows = [{ ...(removal as StoredOutboxRow), attempts }, ...additions];
    return laneHeads(mutationKinds, rows, () => true).map((row) => row.subject);
  };
  expect([sentSubjects(0), sentSubjects(3)]).toEqual([[subject], [subject, 'dQw4w9WgXcQ']]);
});

test('a queue item that is pasted again is added at once if its removal is undone', async () => {
  const { device, model } = await setup();
  const undo = await changeDownload(device.mirror, { videoId: 'd1', subject, to: 'forgotten' });
  await addDownloads(device.mirror, { lines: ['d1'], isAutoStart: false, isFlat: false, isForced: false });
  await undo();
  await device.flush();
  expect([model.lists.download('d1'), model.lists.queuedLines]).toEqual(['pending', ['d1']]);
});

test.each([
  ['that has left the queue is parked as gone, although current servers answer with a server error', true, { state: { name: 'parked', reason: 'gone' } }],
  ['that is still in the queue is retried after a server error', false, { state: { name: 'waiting' }, serverFailures: 1 }],
])('a change of a queue item %s', async (_what, hasLeft, row) => {
  const { device, model } = await setup();
  await changeDownload(device.mirror, { videoId: 'd1', subject, to: 'priority' });
  if (hasLeft) model.lists.changeDownload('d1', 'forgotten');
  await device.flush(hasLeft ? [] : ['none', 'bad-gateway']);
  expect(await device.rows()).toMatchObject([row]);
});

test('a queue item that this device does not know stays in the list that is read after a change of the item', async () => {
  const { device } = await setup();
  await device.mirror.db.downloads.clear();
  await changeDownload(device.mirror, { videoId: 'd1', subject, to: 'priority' });
  await device.flush();
  expect(await device.rows()).toEqual([]);
  await device.pull();
  expect((await device.mirror.db.listPages.get('downloads?all'))?.ids).toContain('d1');
});

test('undo finds a new playlist under the real id that the playlist has received since', async () => {
  const { device, model } = await setup();
  const id = await createPlaylist(device, 'Quiet evenings');
  await addToPlaylist(device.mirror, { playlistId: id, videoId: 'v1', subject });
  const undo = await removeFromPlaylist(device.mirror, { playlistId: id, videoId: 'v1', subject });
  expect((await device.rows()).map(({ mutation }) => mutation.kind)).toEqual(['create-playlist']);
  await device.flush();
  await undo();
  await device.flush();
  expect(model.lists.playlist(await resolvePlaylistId(device.mirror.db, id))?.entries).toEqual(['v1']);
  expect(await device.rows()).toEqual([]);
});

test('undo of a mark of a new playlist removes the unsent mark, even if the playlist has received its id since', async () => {
  const { device, model } = await setup();
  const id = await createPlaylist(device, 'Quiet evenings');
  await addToPlaylist(device.mirror, { playlistId: id, videoId: 'v1', subject });
  const undo = await markPlaylistWatched(device.mirror, { playlistId: id, isWatched: true, subject });
  await device.flush();
  expect((await device.state('v1')).shown.isWatched).toBe(true);
  await undo();
  expect(await device.rows()).toEqual([]);
  expect((await device.state('v1')).shown.isWatched).toBe(false);
  await device.wait(9_000);
  await device.flush();
  expect(model.markAllCount()).toBe(0);
});

test('undo of sent changes restores the former order, place and state', async () => {
  const { device, model } = await setup();
  const undoMove = await movePlaylistEntry(device.mirror, { playlistId: customId, videoId: 'v4', subject, to: 'top' });
  const undoRemoval = await removeFromPlaylist(device.mirror, { playlistId: customId, videoId: 'v2', subject });
  const undoIgnoring = await changeDownload(device.mirror, { videoId: 'd1', subject, to: 'ignore' });
  await device.wait(9_000);
  await device.flush();
  expect(model.lists.playlist(customId)?.entries).toEqual(['v4', 'v1', 'v3']);
  expect(model.lists.download('d1')).toBe('ignore');
  await undoRemoval();
  expect(await shownEntries(device), 'in its place, not at the end').toEqual(['v4', 'v1', 'v2', 'v3']);
  for (const undo of [undoIgnoring, undoMove]) await undo();
  expect(await shownEntries(device)).toEqual(['v1', 'v2', 'v3', 'v4']);
  await device.flush();
  expect(model.lists.playlist(customId)?.entries).toEqual(['v1', 'v2', 'v3', 'v4']);
  expect(model.lists.download('d1')).toBe('pending');
});

const changes: [what: string, change: (device: Device) => Promise<unknown>, lane: Lane][] = [
  ['a subscription', ({ mirror }) => subscribeChannel(mirror, { channelId: 'cA', isSubscribed: true, subject }), 'channel:cA'],
  ['a setting', ({ mirror }) => setUserConfig(mirror, 'grid_items', 6), 'settings'],
  ['an entry of a playlist', ({ mirror }) => addToPlaylist(mirror, { playlistId: customId, videoId: 'v5', subject }), `playlist:${customId}`],
  ['an item of the queue', ({ mirror }) => changeDownload(mirror, { videoId: 'd1', subject, to: 'ignore' }), 'download:d1'],
];

test.each(changes)('%s is shown while it waits, also after a pull, until it is discarded', async (_what, change, lane) => {
  const { device } = await setup();
  await change(device);
  const foldedRow = await device.mirror.db.folded.get(lane);
  expect(foldedRow?.shown).toBeDefined();
  await device.wait(2_000);
  await device.pull();
  expect(await device.mirror.db.folded.get(lane)).toMatchObject({ lane, shown: { of: foldedRow?.shown?.of } });
  const [row] = await device.rows();
  await discardChange(device.mirror, row?.sequence ?? 0);
  expect(await device.mirror.db.folded.count()).toBe(0);
});

test.each(changes)('%s that was refused is no longer shown, and is shown again from a retry until it has arrived', async (_what, change, lane) => {
  const { device } = await setup();
  await change(device);
  await device.flush(['none', 'forbidden']);
  expect(await device.rows()).toMatchObject([{ state: { name: 'parked' } }]);
  expect(await device.mirror.db.folded.count()).toBe(0);
  await retryChange(device.mirror, (await device.rows())[0]?.sequence ?? 0);
  expect(await device.mirror.db.folded.get(lane)).toBeDefined();
  await device.flush();
  expect(await device.rows()).toEqual([]);
  expect(await device.mirror.db.folded.count()).toBe(0);
});

test('a pending change is folded onto the archive’s later answer, so another device’s addition shows as well', async () => {
  const { device, model } = await setup();
  await movePlaylistEntry(device.mirror, { playlistId: customId, videoId: 'v4', subject, to: 'top' });
  model.lists.changeCustom(customId, { action: 'create', video_id: 'v5' });
  await device.wait(2_000);
  await device.pull();
  expect(await shownEntries(device)).toEqual(['v4', 'v1', 'v2', 'v3', 'v5']);
});

test('a pending setting and a pending queue item are folded onto later answers', async () => {
  const { device, model } = await setup();
  const { db, clock } = device.mirror;
  await setUserConfig(device.mirror, 'grid_items', 6);
  await changeDownload(device.mirror, { videoId: 'd1', subject, to: 'ignore' });
  model.lists.configure(1, { hide_watched: true });
  await device.wait(2_000);
  await device.pull();
  expect(await db.folded.get('settings')).toMatchObject({ shown: { entity: { grid_items: 6, hide_watched: true } } });
  const data = model.lists.wireDownloads().map((item) => ({ ...item, title: 'Fog, renamed' }));
  await applyDownloadList(db, { key: 'downloads?all', data, paginate: null, requestTime: askedAt(clock.now()) });
  expect(await db.folded.get('download:d1')).toMatchObject({ shown: { entity: { title: 'Fog, renamed', status: 'ignore' } } });
});

test('changes of a new playlist are shown under the playlist’s real id before any of the changes is sent', async () => {
  const { device } = await setup();
  const id = await createPlaylist(device, 'Quiet evenings');
  await addToPlaylist(device.mirror, { playlistId: id, videoId: 'v1', subject });
  expect(await device.flush(['none', 'none', 'none', 'die'])).toBe('died');
  const realId = await resolvePlaylistId(device.mirror.db, id);
  expect(realId).not.toBe(id);
  expect((await readShownPlaylist(device.mirror.db, realId))?.entries.map((entry) => entry.videoId)).toEqual(['v1']);
  expect(await device.mirror.db.folded.toCollection().primaryKeys()).toEqual([`playlist:${realId}`]);
});

test('a mark of a playlist does not cover a video that was removed before the mark and added again after the mark', async () => {
  const { device, model } = await setup();
  await removeFromPlaylist(device.mirror, { playlistId: customId, videoId: 'v2', subject });
  await markPlaylistWatched(device.mirror, { playlistId: customId, isWatched: true, subject });
  await addToPlaylist(device.mirror, { playlistId: customId, videoId: 'v2', subject });
  expect((await device.state('v2')).shown.isWatched).toBe(false);
  await device.wait(9_000);
  await device.flush();
  expect(model.lists.playlist(customId)?.entries).toContain('v2');
  expect([model.stateOf(1, 'v1').isWatched, model.stateOf(1, 'v2').isWatched]).toEqual([true, false]);
});

test.each(['lost-answer', 'die-after'] as const)('a mark of a playlist is not sent again if it has arrived (%s)', async (fault) => {
  const { device, model } = await setup();
  await markPlaylistWatched(device.mirror, { playlistId: customId, isWatched: true, subject });
  await device.wait(9_000);
  await device.flush(['none', 'none', fault]);
  expect(model.markAllCount()).toBe(1);
  await device.wait(61_000);
  await device.flush();
  expect(await device.rows()).toEqual([]);
  expect(model.markAllCount()).toBe(1);
});

const readBackChanges: [what: string, change: (device: Device) => Promise<unknown>, request: string][] = [
  ['a subscription', ({ mirror }) => subscribeChannel(mirror, { channelId: 'cA', isSubscribed: true, subject }), 'subscribe'],
  ['a subscription of a playlist', ({ mirror }) => subscribePlaylist(mirror, { playlistId: regularId, isSubscribed: true, subject }), 'update'],
  ['a sort order', ({ mirror }) => setPlaylistSortOrder(mirror, { playlistId: regularId, sortOrder: 'bottom', subject }), 'update'],
  ['a setting', ({ mirror }) => setUserConfig(mirror, 'grid_items', 6), 'config {'],
  ['an entry of a playlist', ({ mirror }) => addToPlaylist(mirror, { playlistId: customId, videoId: 'v5', subject }), 'create'],
];
const losses: [how: string, faults: Fault[]][] = [
  ['no answer came back', ['none', 'lost-answer']],
  ['a portal answered', ['none', 'portal-after', 'portal']],
];

test.each(readBackChanges.flatMap(([what, change, request]) => losses.map(([how, faults]) => ({ what, how, change, request, faults }))))(
  '$what is not sent again when $how and the archive has it',
  async ({ change, request, faults }) => {
    const { device, model } = await setup();
    await change(device);
    await device.flush(faults);
    expect(await device.rows()).toMatchObject([{ state: { name: 'waiting', outcome: 'unknown' } }]);
    await device.wait(61_000);
    await device.flush();
    expect(await device.rows()).toEqual([]);
    expect(model.requests.filter((sentRequest) => sentRequest.startsWith(request))).toHaveLength(1);
  },
);

test('a change that cannot be read back is sent again under its key, by which the archive recognises it', async () => {
  const { device, model } = await setup({ honoursKeys: true });
  await addSubscriptions(device.mirror, { of: 'channel', text: '@quaywalks' });
  await device.flush(['none', 'lost-answer']);
  await device.wait(61_000);
  await device.flush();
  expect(await device.rows()).toEqual([]);
  expect([model.requests.filter((request) => request.startsWith('add')).length, model.lists.subscriptionLines]).toEqual([2, ['@quaywalks']]);
});

test('a mark of a playlist waits for earlier marks of its videos and holds back later ones', async () => {
  const { device, model } = await setup();
  const mark = (videoId: string) => markVideoWatched(device.mirror, { videoId, isWatched: true, subject });
  await mark('v1');
  await markPlaylistWatched(device.mirror, { playlistId: customId, isWatched: false, subject });
  await mark('v2');
  await device.wait(9_000);
  await device.flush();
  expect(model.requests.filter((request) => request.startsWith('watched'))).toEqual(['watched v1 true', `watched ${customId} false`, 'watched v2 true']);
});

test('a mark of a playlist waits for a video that was added to the playlist just before', async () => {
  const { device, model } = await setup();
  await markVideoWatched(device.mirror, { videoId: 'v5', isWatched: true, subject });
  await addToPlaylist(device.mirror, { playlistId: customId, videoId: 'v5', subject });
  await markPlaylistWatched(device.mirror, { playlistId: customId, isWatched: false, subject });
  await device.wait(9_000);
  await device.flush(['none', 'bad-gateway']);
  expect(model.lists.playlist(customId)?.entries).toContain('v5');
  expect(model.requests.filter((request) => request.startsWith('watched'))).toEqual([]);
  await device.wait(61_000);
  await device.flush();
  expect(model.requests.filter((request) => request.startsWith('watched'))).toEqual(['watched v5 true', `watched ${customId} false`]);
});

test('a second mark of a playlist leaves the first one in effect for videos removed between the two', async () => {
  const { device, model } = await setup();
  await markPlaylistWatched(device.mirror, { playlistId: customId, isWatched: true, subject });
  await removeFromPlaylist(device.mirror, { playlistId: customId, videoId: 'v2', subject });
  await markPlaylistWatched(device.mirror, { playlistId: customId, isWatched: true, subject });
  expect((await device.state('v2')).shown.isWatched).toBe(true);
  await device.wait(9_000);
  await device.flush();
  expect(model.stateOf(1, 'v2').isWatched).toBe(true);
});

test('a video taken off Continue Watching loses its position after 8 seconds, and undo restores the position', async () => {
  const { device, model } = await setup();
  await saveProgress(device.mirror, { videoId: 'v1', positionSeconds: 200, durationSeconds: 600, subject, shouldSend: true });
  await device.flush();
  const undo = await removeFromContinueWatching(device.mirror, { videoId: 'v1', subject });
  expect((await device.state('v1')).shown.positionSeconds).toBeNull();
  await device.flush();
  expect(model.stateOf(1, 'v1').positionSeconds).toBe(200);
  await device.wait(9_000);
  await device.flush();
  expect(model.stateOf(1, 'v1').positionSeconds).toBeNull();
  await undo();
  await device.flush();
  expect(model.stateOf(1, 'v1').positionSeconds).toBe(200);
});

async function createPlaylist(device: Device, name: string): Promise<string> {
  const playlist = await createCustomPlaylist(device.mirror, { name });
  if (!playlist.ok) throw new Error('not created');
  return playlist.value;
}

async function shownEntries({ mirror }: Device): Promise<string[]> {
  return (await readShownPlaylist(mirror.db, customId))?.entries.map((entry) => entry.videoId) ?? [];
}

function aRow(sequence: number, mutation: Extract<KnownMutation, { playlistId: string }>): StoredOutboxRow {
  return { ...anOutboxRow({ lane: `playlist:${mutation.playlistId}`, mutation }), sequence };
}

describe('an answer requested before a change does not undo the change, whatever the clock does:', () => {
  const clocks: [string, number][] = [
    ['runs', 1_000],
    ['is set back', -3_600_000],
    ['is set forward', 3_600_000],
  ];
  const changes: [string, (device: Device) => Promise<unknown>, (device: Device) => Promise<unknown>][] = [
    [
      'a mark',
      ({ mirror }) => markVideoWatched(mirror, { videoId: 'v1', isWatched: true, subject }),
      async ({ mirror }) => (await mirror.db.watchStates.get('v1'))?.server,
    ],
    [
      'a mark of a playlist',
      ({ mirror }) => markPlaylistWatched(mirror, { playlistId: customId, isWatched: true, subject }),
      async ({ mirror }) => (await mirror.db.watchStates.get('v2'))?.server,
    ],
    [
      'a subscription',
      ({ mirror }) => subscribeChannel(mirror, { channelId: 'cA', isSubscribed: true, subject }),
      async ({ mirror }) => (await mirror.db.channels.get('cA'))?.isSubscribed,
    ],
    [
      'a subscription of a playlist',
      ({ mirror }) => subscribePlaylist(mirror, { playlistId: regularId, isSubscribed: true, subject }),
      async ({ mirror }) => (await mirror.db.playlists.get(regularId))?.isSubscribed,
    ],
    [
      'an order of a playlist',
      ({ mirror }) => movePlaylistEntry(mirror, { playlistId: customId, videoId: 'v4', subject, to: 'top' }),
      async ({ mirror }) => (await mirror.db.playlists.get(customId))?.entries,
    ],
    [
      'an entry of a playlist',
      ({ mirror }) => addToPlaylist(mirror, { playlistId: customId, videoId: 'v5', subject }),
      async ({ mirror }) => (await mirror.db.playlists.get(customId))?.entries,
    ],
    ['a setting', ({ mirror }) => setUserConfig(mirror, 'grid_items', 6), async ({ mirror }) => (await mirror.db.documents.get('user-config'))?.value],
    [
      'an item of the queue',
      ({ mirror }) => changeDownload(mirror, { videoId: 'd1', subject, to: 'ignore' }),
      async ({ mirror }) => (await mirror.db.downloads.get('d1'))?.status,
    ],
    [
      'an item of the queue that was forgotten',
      ({ mirror }) => changeDownload(mirror, { videoId: 'd1', subject, to: 'forgotten' }),
      async ({ mirror }) => mirror.db.downloads.get('d1'),
    ],
  ];

  test.each(changes.flatMap(([what, makeChange, readValue]) => clocks.map(([how, jumpMs]) => ({ what, how, makeChange, readValue, jumpMs }))))(
    '$what, with a clock that $how',
    async ({ makeChange, readValue, jumpMs }) => {
      const { clock, device } = await setup();
      await device.pull();
      clock.advance(2_000);
      const valueBefore = await readValue(device);
      await makeChange(device);
      clock.advance(9_000);
      let confirmedValue: unknown;
      await device.pull(async () => {
        clock.advance(jumpMs);
        await device.mirror.db.outbox.toCollection().modify({ nextTryAtMs: 0 });
        await device.flush();
        expect(await device.rows()).toEqual([]);
        confirmedValue = await readValue(device);
      });
      expect(confirmedValue).not.toEqual(valueBefore);
      expect(await readValue(device)).toEqual(confirmedValue);
    },
  );
});

async function setup({ honoursKeys = false } = {}) {
  const clock = steppedClock();
  const model = createModelArchive(
    {
      videos: ['v1', 'v2', 'v3', 'v4', 'v5'].map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 600 })),
      playlists: { [regularId]: ['v1'] },
      customPlaylists: { [customId]: ['v1', 'v2', 'v3', 'v4'] },
    },
    { honoursKeys },
  );
  const device = await aDevice({ model, clock });
  return { model, clock, device: Object.assign(device, { wait: async (ms: number) => clock.advance(ms) }) };
}
