import 'fake-indexeddb/auto';
import { describe, expect, test } from 'vitest';
import { deleteChannel, deletePlaylist, deleteVideo, reindex, setChannelOverwrite, type ArchiveContext } from '../../src/commands/archive-commands.ts';
import { failed, ok } from '../../src/lib/result.ts';
import { applyChannel, applyChannelFacts, applyChannelList, applyPlaylistList, applyVideoList } from '../../src/mirror/apply.ts';
import { addLiveKey } from '../../src/mirror/live-keys.ts';
import { listKey } from '../../src/mirror/list-keys.ts';
import { channelFactsKey, channelKey } from '../../src/mirror/resource-keys.ts';
import { createCustomPlaylist } from '../../src/mutations/create-custom-playlist.ts';
import { markVideoWatched } from '../../src/mutations/mark-watched.ts';
import { markPlaylistWatched } from '../../src/mutations/mark-all-watched.ts';
import { subscribePlaylist } from '../../src/mutations/subscribe.ts';
import { addToPlaylist, removeFromPlaylist } from '../../src/mutations/playlist-entries.ts';
import type { ApiError } from '../../src/network/api-error.ts';
import { addToQueue, startPlaybackQueue } from '../../src/mutations/up-next.ts';
import { addDownloads } from '../../src/mutations/add-downloads.ts';
import { aDevice } from '../builders/outbox-device.ts';
import { createModelArchive, type Fault } from '../doubles/model-archive.ts';
import { aMirror, steppedClock } from '../builders/mirror-copy.ts';
import { aWirePagination, aWirePing, aWireChannel, aWirePlaylist, wireVideos } from '../builders/mirror-wire.ts';
import { askedAt } from '../builders/asked-at.ts';

const channelId = aWireChannel().channel_id;
const firstPage = listKey({ endpoint: 'videos', filters: 'sort=published&order=desc', pageSize: 12, page: 1 });
const channelFirstPage = listKey({ endpoint: 'videos', filters: `channel=${channelId}&sort=published&order=desc`, pageSize: 12, page: 1 });

test('a deleted video is removed from the lists, the tables and the totals of its channel, and its pending changes are discarded', async () => {
  const { context, mirror, requests } = await setup();
  await markVideoWatched(mirror, { videoId: 'v2', isWatched: true, subject: 'x' });
  expect(await deleteVideo(context, 'v2', { andIgnore: false })).toEqual(ok(undefined));
  expect(requests).toEqual(['delete video v2']);
  for (const key of [firstPage, channelFirstPage]) {
    expect(await mirror.db.listPages.get(key)).toMatchObject({ ids: ['v1', 'v3'], paginate: { total_hits: 2 } });
  }
  expect(await mirror.db.videoCards.get('v2')).toBeUndefined();
  expect(await mirror.db.watchStates.get('v2')).toBeUndefined();
  expect(await mirror.db.outbox.toArray()).toEqual([]);
  expect(await mirror.db.channelFacts.get(channelId)).toMatchObject({ totalItems: 2, totalSizeBytes: 10_000_000 });
});

test('a deleted video is not played next', async () => {
  const { context, mirror } = await setup();
  for (const videoId of ['v2', 'v3']) await addToQueue(mirror, { videoId, title: videoId }, 'last');
  await deleteVideo(context, 'v2', { andIgnore: false });
  expect(await mirror.db.documents.get('up-next')).toMatchObject({ value: { queue: [{ videoId: 'v3' }] } });
});

test('after a deletion, the pages of the channel being played are requested again, because its videos have moved up', async () => {
  const { context, mirror } = await setup();
  const origin = { kind: 'channel', id: channelId, name: 'Slow Harbour' } as const;
  const videos = ['v1', 'v2', 'v3'].map((videoId) => ({ videoId, title: videoId }));
  const pages = { filters: `channel=${channelId}`, offset: 2, listedCount: 2, sinceMs: 1 };
  await startPlaybackQueue(mirror, { origin, videos, isShuffled: false, pages });
  await deleteVideo(context, 'v2', { andIgnore: false });
  const remainingPages = { ...pages, offset: 1, listedCount: 1, sinceMs: mirror.clock.now() };
  expect(await mirror.db.documents.get('up-next')).toMatchObject({ value: { run: { coming: remainingPages } } });
});

test('a list on the screen is requested again after a deletion', async () => {
  for (const deleteItem of [
    (context: ArchiveContext) => deleteVideo(context, 'v2', { andIgnore: false }),
    (context: ArchiveContext) => deleteChannel(context, channelId),
    (context: ArchiveContext) => deletePlaylist(context, 'PL1', { withVideos: false }),
  ]) {
    const { context, mirror } = await setup();
    mirror.clock.advance(1);
    const removeLiveKey = addLiveKey(mirror.db, { key: () => firstPage, rank: 0, fetchedAtMs: () => mirror.clock.now() - 1 });
    await deleteItem(context);
    expect(await mirror.db.wanted.toArray()).toMatchObject([{ key: firstPage, state: 'wanted', rank: 0 }]);
    removeLiveKey();
  }
});

test('pending changes of a deleted playlist no longer show on its videos', async () => {
  const { context, mirror } = await setup();
  await markPlaylistWatched(mirror, { playlistId: 'PL1', isWatched: true, subject: 'x' });
  await subscribePlaylist(mirror, { playlistId: 'PL1', isSubscribed: false, subject: 'x' });
  expect(await mirror.db.watchStates.get('v1')).toMatchObject({ shown: { isWatched: true }, waiting: 1 });
  await deletePlaylist(context, 'PL1', { withVideos: false });
  expect(await mirror.db.outbox.count()).toBe(0);
  expect(await mirror.db.watchStates.get('v1')).toMatchObject({ shown: { isWatched: false }, waiting: 0 });
  expect(await mirror.db.folded.count()).toBe(0);
});

test('a regular playlist keeps the entry of a deleted video as a ghost, and a custom playlist loses the entry', async () => {
  const { context, mirror } = await setup();
  await deleteVideo(context, 'v2', { andIgnore: false });
  expect((await mirror.db.playlists.get('PL1'))?.entries.map((entry) => [entry.videoId, entry.isDownloaded])).toEqual([
    ['v1', true],
    ['v2', false],
    ['v3', true],
  ]);
  expect((await mirror.db.playlists.get('TA_playlist_1'))?.entries.map((entry) => [entry.videoId, entry.index])).toEqual([
    ['v1', 0],
    ['v3', 1],
  ]);
});

test('Delete and Ignore adds the request to ignore the video to the outbox once the deletion is answered', async () => {
  const { context, mirror } = await setup();
  await deleteVideo(context, 'v2', { andIgnore: true });
  expect(await mirror.db.outbox.toArray()).toMatchObject([{ lane: 'queue', mutation: { kind: 'ignore-video', videoId: 'v2' }, subject: 'Part 2' }]);
});

test('if Delete and Ignore fails, the video stays, and the request to ignore it is stored only if the archive may have deleted it', async () => {
  for (const [error, kind, mayBeDeleted] of [
    [{ kind: 'unreachable' }, 'away', true],
    [{ kind: 'captive' }, 'away', true],
    [{ kind: 'proxy-login' }, 'away', true],
    [{ kind: 'forbidden', message: null }, 'forbidden', false],
    [{ kind: 'refused', status: 400, message: null }, 'refused', false],
    [{ kind: 'other-account' }, 'signed-out', false],
    [{ kind: 'server-error', status: 500, retryAfterMs: null }, 'server-error', true],
  ] as [ApiError, string, boolean][]) {
    const { context, mirror } = await setup({ error });
    expect(await deleteVideo(context, 'v2', { andIgnore: true })).toMatchObject(failed({ kind }));
    expect(await mirror.db.videoCards.get('v2')).toBeDefined();
    expect(await mirror.db.outbox.toArray()).toMatchObject(mayBeDeleted ? [{ mutation: { kind: 'ignore-video', isOnceDeleted: true } }] : []);
  }
});

describe('a tab that is killed during Delete and Ignore', () => {
  const ignoreRequests = (requests: string[]) => requests.filter((request) => request.startsWith('ignore'));

  test('after the deletion: the video is ignored and refreshed, once the deletion can no longer be under way', async () => {
    const { device, model, clock } = await killedTab({ isDeleted: true });
    await device.flush();
    expect(model.requests, 'the deletion may still be under way').toEqual([]);
    clock.advance(150_000);
    await device.flush();
    expect([[...model.lists.ignoredVideoIds], await device.rows()]).toEqual([['v2'], []]);
    expect(await device.mirror.db.wanted.get('video:v2')).toMatchObject({ state: 'wanted' });
    await device.flush();
    expect(ignoreRequests(model.requests)).toEqual(['ignore v2']);
  });

  test('before the deletion: the video is not ignored, even if it is deleted later', async () => {
    const { device, model, clock } = await killedTab({ isDeleted: false });
    clock.advance(150_000);
    await device.flush();
    expect(await device.rows()).toEqual([]);
    model.remove('v2');
    clock.advance(86_400_000);
    await device.flush();
    expect(ignoreRequests(model.requests)).toEqual([]);
  });

  test.each(['drop', 'bad-gateway', 'portal', 'die'] as Fault[])(
    'an archive that does not say whether the video is gone (%s) is asked again',
    async (fault) => {
      const { device, model, clock } = await killedTab({ isDeleted: true });
      clock.advance(150_000);
      await device.flush(['none', fault]);
      expect(await device.rows()).toMatchObject([{ state: { name: 'waiting' } }]);
      clock.advance(600_000);
      await device.flush();
      expect([[...model.lists.ignoredVideoIds], await device.rows()]).toEqual([['v2'], []]);
    },
  );

  test('after the deletion: the video is ignored even if a second deletion is refused', async () => {
    const { device, model, clock, contextWith } = await killedTab({ isDeleted: true });
    const refusal = async () => failed<ApiError>({ kind: 'refused', status: 400, message: null });
    expect(await deleteVideo(contextWith(refusal), 'v2', { andIgnore: true })).toMatchObject(failed({ kind: 'refused' }));
    clock.advance(150_000);
    await device.flush();
    expect([[...model.lists.ignoredVideoIds], await device.rows()]).toEqual([['v2'], []]);
  });

  test('does not hold back additions to the download queue', async () => {
    const { device, model } = await killedTab({ isDeleted: true });
    await addDownloads(device.mirror, { lines: ['dQw4w9WgXcQ'], isAutoStart: false, isFlat: false, isForced: false });
    await device.flush();
    expect(model.lists.queuedLines).toEqual(['dQw4w9WgXcQ']);
  });

  test('before the deletion: nothing is ignored if the video is then deleted by Delete alone', async () => {
    const { device, model, clock, contextWith } = await killedTab({ isDeleted: false });
    const deletion = () => (model.remove('v2'), Promise.resolve(ok(undefined)));
    expect(await deleteVideo(contextWith(deletion), 'v2', { andIgnore: false })).toEqual(ok(undefined));
    clock.advance(150_000);
    await device.flush();
    expect([model.requests, await device.rows()]).toEqual([[], []]);
  });

  async function killedTab({ isDeleted }: { isDeleted: boolean }) {
    const clock = steppedClock();
    const videos = ['v1', 'v2'].map((videoId) => ({ videoId, channelId: 'cA', durationSeconds: 600 }));
    const model = createModelArchive({ videos, playlists: {} }, { honoursKeys: false });
    const device = await aDevice({ model, clock });
    const contextWith = (deletion: ArchiveContext['api']['deleteVideo']) =>
      ({ mirror: device.mirror, api: { deleteVideo: deletion } }) as unknown as ArchiveContext;
    await new Promise<void>((resolve) => {
      const deletion = () => {
        if (isDeleted) model.remove('v2');
        resolve();
        return new Promise<never>(() => {});
      };
      void deleteVideo(contextWith(deletion), 'v2', { andIgnore: true });
    });
    device.crash();
    return { device, model, clock, contextWith };
  }
});

test('a command that is refused reports an ended session if the ping is refused too', async () => {
  const { context } = await setup({ error: { kind: 'forbidden', message: null }, ping: { kind: 'forbidden', message: null } });
  expect(await reindex(context, { video: 'v1' })).toEqual(failed({ kind: 'signed-out' }));
});

test('deleting a video that the archive no longer has succeeds', async () => {
  const { context, mirror } = await setup({ error: { kind: 'not-found', message: null } });
  expect(await deleteVideo(context, 'v2', { andIgnore: false })).toEqual(ok(undefined));
  expect(await mirror.db.videoCards.get('v2')).toBeUndefined();
});

test('deleting a channel removes its videos, playlists and lists from the copy', async () => {
  const { context, mirror } = await setup();
  await deleteChannel(context, channelId);
  expect(await mirror.db.videoCards.count()).toBe(0);
  expect(await mirror.db.channels.get(channelId)).toBeUndefined();
  expect(await mirror.db.channelFacts.get(channelId)).toBeUndefined();
  expect((await mirror.db.playlists.toCollection().primaryKeys()).toSorted()).toEqual(['TA_playlist_1']);
  expect(await mirror.db.listPages.get(channelFirstPage)).toBeUndefined();
  expect(await mirror.db.listPages.get('channels?size=12&page=1')).toMatchObject({ ids: [], paginate: { total_hits: 0 } });
  expect(await mirror.db.listPages.get('playlists?size=12&page=1')).toMatchObject({ ids: ['TA_playlist_1'], paginate: { total_hits: 1 } });
});

test('deleting a playlist keeps its videos, unless they are to be deleted as well', async () => {
  const { context, mirror, requests } = await setup();
  await deletePlaylist(context, 'PL1', { withVideos: false });
  expect(await mirror.db.playlists.get('PL1')).toBeUndefined();
  expect(await mirror.db.videoCards.count()).toBe(3);
  await deletePlaylist(context, 'TA_playlist_1', { withVideos: true });
  expect(await mirror.db.videoCards.count()).toBe(0);
  expect(requests).toEqual(['delete playlist PL1 false', 'delete playlist TA_playlist_1 true']);
});

test('a video whose removal from the playlist was not sent yet is not deleted with the playlist and its videos', async () => {
  const { context, mirror, requests } = await setup();
  const deletedIds: string[] = [];
  await removeFromPlaylist(mirror, { playlistId: 'TA_playlist_1', videoId: 'v2', subject: 'x' });
  const onDeleted = (videoIds: readonly string[]) => void deletedIds.push(...videoIds);
  expect(await deletePlaylist({ ...context, onDeleted }, 'TA_playlist_1', { withVideos: true })).toEqual(ok(undefined));
  expect(requests).toEqual(['read TA_playlist_1', 'remove v2 in TA_playlist_1', 'delete playlist TA_playlist_1 true']);
  expect([deletedIds, await mirror.db.videoCards.toCollection().primaryKeys()]).toEqual([['v1', 'v3'], ['v2']]);
  expect(await mirror.db.outbox.toArray()).toEqual([]);
});

test('a playlist that exists only on this device is deleted without the archive, with all its changes', async () => {
  const { context, mirror, requests } = await setup({ error: { kind: 'unreachable' } });
  const creation = await createCustomPlaylist(mirror, { name: 'Tide' });
  if (!creation.ok) throw new Error('not created');
  await addToPlaylist(mirror, { playlistId: creation.value, videoId: 'v1', subject: 'x' });
  await markVideoWatched(mirror, { videoId: 'v1', isWatched: true, subject: 'x' });
  expect(await mirror.db.folded.count()).toBe(1);
  expect(await deletePlaylist(context, creation.value, { withVideos: false })).toEqual(ok(undefined));
  expect(await mirror.db.folded.count(), 'the deleted playlist is not shown').toBe(0);
  expect(await mirror.db.outbox.toArray()).toMatchObject([{ mutation: { kind: 'mark-video-watched' } }]);
  expect(requests).toEqual([]);
});

test('a playlist whose creation is under way is not deleted', async () => {
  const { context, mirror } = await setup();
  const creation = await createCustomPlaylist(mirror, { name: 'Tide' });
  if (!creation.ok) throw new Error('not created');
  await mirror.db.outbox.toCollection().modify({ state: { name: 'sent' } });
  expect(await deletePlaylist(context, creation.value, { withVideos: false })).toEqual(failed({ kind: 'away' }));
  expect(await mirror.db.outbox.count()).toBe(1);
});

test('an overwrite is stored as requested when the channel cannot be read afterwards', async () => {
  const { context, mirror, requests } = await setup({ channelError: { kind: 'unreachable' } });
  expect(await setChannelOverwrite(context, channelId, { autodelete_days: 14 })).toEqual(ok(undefined));
  expect(requests).toEqual([`overwrite ${channelId} {"autodelete_days":14}`, `read ${channelId}`]);
  expect((await mirror.db.channels.get(channelId))?.overwrites).toMatchObject({ autodelete_days: 14, index_playlists: null });
});

test('a request to reindex names the id under the type of its item', async () => {
  const { context, requests } = await setup();
  await reindex(context, { playlist: 'PL1' }, { withVideos: true });
  expect(requests).toEqual(['reindex {"playlist":["PL1"]} true']);
});

test('a deletion reports the deleted videos, so that their saved copies are deleted too, and a failed deletion reports nothing', async () => {
  const { context } = await setup();
  const reportedIds: (readonly string[])[] = [];
  const reportingContext = { ...context, onDeleted: (videoIds: readonly string[]) => void reportedIds.push(videoIds) };
  await deleteVideo(reportingContext, 'v2', { andIgnore: false });
  await deletePlaylist(reportingContext, 'PL1', { withVideos: false });
  await deleteChannel(reportingContext, channelId);
  expect(reportedIds).toEqual([['v2'], [], ['v3', 'v1']]);
  const failingSetup = await setup({ error: { kind: 'unreachable', message: null } as ApiError });
  await deleteVideo({ ...failingSetup.context, onDeleted: reportingContext.onDeleted }, 'v1', { andIgnore: false });
  expect(reportedIds).toHaveLength(3);
});

async function setup({ error, channelError, ping }: { error?: ApiError; channelError?: ApiError; ping?: ApiError } = {}) {
  const mirror = await aMirror();
  const { db } = mirror;
  const atMs = mirror.clock.now();
  const paginate = aWirePagination({ total_hits: 3 });
  for (const key of [firstPage, channelFirstPage]) await applyVideoList(db, { key, data: wireVideos(3), paginate, requestTime: askedAt(atMs) });
  await applyChannel(db, channelKey(channelId), aWireChannel(), askedAt(atMs));
  await applyChannelList(db, {
    key: 'channels?size=12&page=1',
    data: [aWireChannel()],
    paginate: aWirePagination({ total_hits: 1 }),
    requestTime: askedAt(atMs),
  });
  const nav = { has_streams: false, has_shorts: false, has_playlists: true, has_videos: true, has_pending: false, has_ignored: false };
  const aggs = { total_items: { value: 3 }, total_size: { value: 15_000_000 }, total_duration: { value: 1_800, value_str: '30m' } };
  await applyChannelFacts(db, channelFactsKey(channelId), channelId, nav, aggs, askedAt(atMs));
  const entries = ['v1', 'v2', 'v3'].map((videoId, index) => ({ youtube_id: videoId, title: videoId, uploader: null, idx: index, downloaded: true }));
  const playlists = [
    aWirePlaylist({ playlist_id: 'PL1', playlist_entries: entries }),
    aWirePlaylist({ playlist_id: 'TA_playlist_1', playlist_type: 'custom', playlist_channel_id: null, playlist_entries: entries }),
  ];
  await applyPlaylistList(db, { key: 'playlists?size=12&page=1', data: playlists, paginate: aWirePagination({ total_hits: 2 }), requestTime: askedAt(atMs) });
  const requests: string[] = [];
  const answer = async (request: string) => {
    requests.push(request);
    return error ? failed(error) : ok(undefined);
  };
  const api: ArchiveContext['api'] = {
    deleteVideo: (videoId) => answer(`delete video ${videoId}`),
    deleteChannel: (id) => answer(`delete channel ${id}`),
    deletePlaylist: (playlistId, withVideos) => answer(`delete playlist ${playlistId} ${withVideos}`),
    startReindex: (ids, withVideos) => answer(`reindex ${JSON.stringify(ids)} ${withVideos}`),
    setChannelOverwrites: (id, change) => answer(`overwrite ${id} ${JSON.stringify(change)}`),
    changeCustomPlaylist: (playlistId, { action, video_id: videoId }) => answer(`${action} ${videoId} in ${playlistId}`),
    async getPlaylist(playlistId) {
      requests.push(`read ${playlistId}`);
      return ok(playlists.find((playlist) => playlist.playlist_id === playlistId) ?? aWirePlaylist());
    },
    async getChannel(id) {
      requests.push(`read ${id}`);
      return channelError ? failed(channelError) : ok(aWireChannel());
    },
    ping: async () => (ping ? failed(ping) : ok({ ...aWirePing(), archiveId: null, startTimestamp: null })),
  };
  return { mirror, requests, context: { mirror, api } };
}
