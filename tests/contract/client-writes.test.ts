// The client's mutations and commands, sent by its own API client to our own server: both sides of the contract together.
import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteChannel, deletePlaylist, deleteVideo, archiveContext, reindex, setChannelOverwrite } from '../../src/commands/archive-commands.ts';
import { applyChannel, applyPlaylist, applyVideo } from '../../src/mirror/apply.ts';
import { resolvePlaylistId } from '../../src/mirror/playlist-ids.ts';
import { channelKey, playlistKey } from '../../src/mirror/resource-keys.ts';
import { addSubscriptions } from '../../src/mutations/subscribe.ts';
import { createCustomPlaylist } from '../../src/mutations/create-custom-playlist.ts';
import { addToPlaylist, movePlaylistEntry, removeFromPlaylist } from '../../src/mutations/playlist-entries.ts';
import { setUserConfig } from '../../src/mutations/set-user-config.ts';
import { setPlaylistSortOrder } from '../../src/mutations/sort-playlist.ts';
import { subscribeChannel, subscribePlaylist } from '../../src/mutations/subscribe.ts';
import type { ReadApi } from '../../src/network/archive-api.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { askedAt } from '../builders/asked-at.ts';
import { aServerDevice } from '../builders/server-device.ts';

const subject = 'x';
let server: ServerArchive;
beforeAll(async () => void (server = await startServerArchive()));
afterAll(() => server.stop());

test('changes by a member of staff to subscriptions, sort order and settings reach our server', async () => {
  const { mirror, api, flush, libraryIds } = await device('staff');
  const { channelId, otherChannelId, playlistId } = libraryIds;
  const channel = await api.getChannel(channelId);
  const playlist = await api.getPlaylist(playlistId);
  if (!channel.ok || !playlist.ok) throw new Error('the library has no channel or no playlist');
  await applyChannel(mirror.db, channelKey(channelId), channel.value, askedAt(0));
  await applyPlaylist(mirror.db, playlistKey(playlistId), playlist.value, askedAt(0));
  expect(channel.value.channel_subscribed).toBe(false);
  await subscribeChannel(mirror, { channelId, isSubscribed: true, subject });
  await subscribePlaylist(mirror, { playlistId, isSubscribed: !playlist.value.playlist_subscribed, subject });
  const sortOrder = playlist.value.playlist_sort_order === 'top' ? 'bottom' : 'top';
  await setPlaylistSortOrder(mirror, { playlistId, sortOrder, subject });
  await setUserConfig(mirror, 'grid_items', 6);
  await setUserConfig(mirror, 'hide_watched', true);
  await addSubscriptions(mirror, { of: 'channel', text: otherChannelId });
  await flush();
  expect(await mirror.db.outbox.toArray()).toEqual([]);
  for (const id of [channelId, otherChannelId]) expect(await api.getChannel(id), id).toMatchObject({ value: { channel_subscribed: true } });
  expect(await api.getPlaylist(playlistId)).toMatchObject({
    value: { playlist_subscribed: !playlist.value.playlist_subscribed, playlist_sort_order: sortOrder },
  });
  expect(await api.getUserConfig()).toMatchObject({ value: { grid_items: 6, hide_watched: true } });
});

test('a change that our server refuses is parked with the reason, and blocks nothing else', async () => {
  const { mirror, flush } = await device('staff');
  await setUserConfig(mirror, 'grid_items', 99);
  await addSubscriptions(mirror, { of: 'channel', text: '@nobody-knows-them' });
  await flush();
  const rows = await mirror.db.outbox.toArray();
  expect(rows).toMatchObject([{ mutation: { kind: 'set-config' }, state: { name: 'parked', reason: 'refused' } }]);
  expect(rows[0]?.state).toHaveProperty('message', expect.stringMatching(/\w/));
});

test('an ordinary person who hides watched videos can create, fill, order and delete a playlist', async () => {
  const { mirror, api, flush, clock, libraryIds } = await device('guest');
  const [firstId = '', secondId = '', thirdId = ''] = libraryIds.videoIds;
  await setUserConfig(mirror, 'hide_watched', true);
  const creation = await createCustomPlaylist(mirror, { name: 'Quiet evenings' });
  if (!creation.ok) throw new Error('the playlist was not created');
  for (const videoId of [firstId, secondId, thirdId]) await addToPlaylist(mirror, { playlistId: creation.value, videoId, subject });
  await movePlaylistEntry(mirror, { playlistId: creation.value, videoId: thirdId, subject, to: 'up' });
  clock.advance(9_000);
  await flush();
  const playlistId = await resolvePlaylistId(mirror.db, creation.value);
  expect(await entriesOf(api, playlistId)).toEqual([firstId, thirdId, secondId]);
  await removeFromPlaylist(mirror, { playlistId: creation.value, videoId: firstId, subject });
  clock.advance(9_000);
  await flush();
  expect(await entriesOf(api, playlistId)).toEqual([thirdId, secondId]);
  expect(await mirror.db.outbox.toArray()).toEqual([]);
  expect(await deletePlaylist(archiveContext(mirror, api), creation.value, { withVideos: false })).toMatchObject({ ok: true });
  expect(await api.getPlaylist(playlistId)).toMatchObject({ error: { kind: 'not-found' } });
});

test('an ordinary person who deletes or refreshes a video is refused', async () => {
  const { mirror, api, libraryIds } = await device('guest');
  const [videoId = ''] = libraryIds.videoIds;
  expect(await deleteVideo(archiveContext(mirror, api), videoId, { andIgnore: true })).toEqual({ ok: false, error: { kind: 'forbidden' } });
  expect(await reindex(archiveContext(mirror, api), { video: videoId })).toEqual({ ok: false, error: { kind: 'forbidden' } });
  expect(await mirror.db.outbox.toArray()).toEqual([]);
});

test('commands take effect, and the change that ignores the deleted video reaches our server', async () => {
  const { mirror, api, flush, libraryIds } = await device('staff');
  const context = archiveContext(mirror, api);
  expect(await setChannelOverwrite(context, libraryIds.channelId, { autodelete_days: 14 })).toMatchObject({ ok: true });
  expect((await mirror.db.channels.get(libraryIds.channelId))?.overwrites).toMatchObject({ autodelete_days: 14, download_format: null });
  expect(await setChannelOverwrite(context, libraryIds.channelId, { autodelete_days: null })).toMatchObject({ ok: true });
  expect((await mirror.db.channels.get(libraryIds.channelId))?.overwrites).toMatchObject({ autodelete_days: null });
  expect(await reindex(context, { playlist: libraryIds.playlistId }, { withVideos: true })).toMatchObject({ ok: true });
  const [videoId = ''] = libraryIds.videoIds;
  expect(await deleteVideo(context, videoId, { andIgnore: true })).toMatchObject({ ok: true });
  await flush();
  expect(await mirror.db.outbox.toArray()).toEqual([]);
  expect(await api.getVideo(videoId)).toMatchObject({ error: { kind: 'not-found' } });
  expect(await deletePlaylist(context, libraryIds.playlistId, { withVideos: false })).toMatchObject({ ok: true });
  expect(await deleteChannel(context, libraryIds.channelId)).toMatchObject({ ok: true });
  expect(await deleteChannel(context, libraryIds.channelId)).toMatchObject({ ok: true });
  expect(await api.getChannel(libraryIds.channelId)).toMatchObject({ error: { kind: 'not-found' } });
});

async function entriesOf(api: ReadApi, playlistId: string): Promise<string[]> {
  const playlist = await api.getPlaylist(playlistId);
  return playlist.ok ? playlist.value.playlist_entries.map((entry) => entry.youtube_id) : [];
}

async function device(personName: 'staff' | 'guest') {
  const { mirror, api, clock, flush } = await aServerDevice(server, personName);
  const [channels, playlists, videos] = await Promise.all([api.listChannels(''), api.listPlaylists('type=regular'), api.listVideos('')]);
  if (!channels.ok || !playlists.ok || !videos.ok) throw new Error('the library cannot be read');
  for (const video of videos.value.data) await applyVideo(mirror.db, video, askedAt(clock.now()));
  const flushToEnd = async (): Promise<void> => expect((await flush()).end).toBe('drained');
  const libraryIds = {
    channelId: channels.value.data[0]?.channel_id ?? '',
    otherChannelId: channels.value.data[1]?.channel_id ?? '',
    playlistId: playlists.value.data[0]?.playlist_id ?? '',
    videoIds: videos.value.data.map((video) => video.youtube_id),
  };
  return { mirror, api, clock, flush: flushToEnd, libraryIds };
}
