import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WirePlaylist, WirePlaylistStored, WireVideo } from '../../src/contract/names.ts';
import { startServerArchive, type ServerArchive } from '../builders/server-archive.ts';
import { ids } from '../builders/server-library.ts';
import type { ApiSession } from '../builders/server-session.ts';

let server: ServerArchive;
let guest: ApiSession;
let staff: ApiSession;
beforeEach(async () => {
  server = await startServerArchive();
  guest = await server.login('guest');
  staff = await server.login();
});
afterEach(() => server.stop());

const create = async (name: string, headers: Record<string, string> = {}): Promise<string> =>
  (await guest.json<WirePlaylistStored>('/api/playlist/custom/', { method: 'POST', body: { playlist_name: name }, headers })).playlist_id;
const callAction = (playlistId: string, action: string, videoId: string) =>
  guest.call(`/api/playlist/custom/${playlistId}/`, { method: 'POST', body: { action, video_id: videoId } });
const entries = async (playlistId: string): Promise<[string, number][]> =>
  (await guest.json<WirePlaylist>(`/api/playlist/${playlistId}/`)).playlist_entries.map(({ youtube_id, idx }) => [youtube_id, idx]);

async function aFilledPlaylist(...videoIds: string[]): Promise<string> {
  const playlistId = await create('Filled');
  for (const videoId of videoIds) await callAction(playlistId, 'create', videoId);
  return playlistId;
}

test('everybody can make a custom playlist; its name is trimmed, and it appears in the list and at its videos', async () => {
  const playlistId = await create('  Quiet evenings ');
  await callAction(playlistId, 'create', ids.dawn);
  expect(await guest.json(`/api/playlist/${playlistId}/`)).toMatchObject({
    playlist_name: 'Quiet evenings',
    playlist_type: 'custom',
    playlist_active: false,
    playlist_subscribed: false,
    playlist_channel: null,
    playlist_channel_id: null,
    playlist_entries: [{ youtube_id: ids.dawn, title: 'Dawn walk along the quay', uploader: 'Harbour Walks', idx: 0, downloaded: true }],
  });
  expect((await guest.json<WireVideo>(`/api/video/${ids.dawn}/`)).playlist).toContain(playlistId);
  expect((await guest.json<{ data: WirePlaylist[] }>('/api/playlist/?type=custom')).data.map((row) => row.playlist_id)).toEqual([playlistId]);
});

test('a repeated creation with the same idempotency key makes one playlist', async () => {
  expect(await create('Once', { 'idempotency-key': 'k' })).toBe(await create('Once', { 'idempotency-key': 'k' }));
});

test.each([
  ['top', ids.short, [ids.short, ids.dawn, ids.gulls]],
  ['up', ids.short, [ids.dawn, ids.short, ids.gulls]],
  ['up', ids.dawn, [ids.dawn, ids.gulls, ids.short]],
  ['down', ids.dawn, [ids.gulls, ids.dawn, ids.short]],
  ['bottom', ids.dawn, [ids.gulls, ids.short, ids.dawn]],
  ['remove', ids.gulls, [ids.dawn, ids.short]],
  ['create', ids.gulls, [ids.dawn, ids.gulls, ids.short]],
])('the action %s on %s gives the expected order, numbered from 0', async (action, videoId, expectedIds) => {
  const playlistId = await aFilledPlaylist(ids.dawn, ids.gulls, ids.short);
  expect((await callAction(playlistId, action, videoId)).status).toBe(200);
  expect(await entries(playlistId)).toEqual(expectedIds.map((id, index) => [id, index]));
});

test('up and down skip watched videos for a person who hides them, and do nothing if no visible entry lies in that direction', async () => {
  const playlistId = await aFilledPlaylist(ids.dawn, ids.gulls, ids.stream, ids.short);
  await guest.call('/api/user/me/', { method: 'POST', body: { hide_watched: true } });
  for (const id of [ids.gulls, ids.stream]) await guest.call('/api/watched/', { method: 'POST', body: { id, is_watched: true } });
  await callAction(playlistId, 'up', ids.short);
  expect((await entries(playlistId)).map(([id]) => id)).toEqual([ids.short, ids.dawn, ids.gulls, ids.stream]);
  await callAction(playlistId, 'down', ids.dawn);
  expect((await entries(playlistId)).map(([id]) => id)).toEqual([ids.short, ids.dawn, ids.gulls, ids.stream]);
});

test('an action on a video that is not in the playlist is refused, and the entries keep their order', async () => {
  const playlistId = await aFilledPlaylist(ids.dawn, ids.gulls);
  for (const action of ['remove', 'up', 'down', 'top', 'bottom']) expect((await callAction(playlistId, action, ids.short)).status).toBe(400);
  expect((await entries(playlistId)).map(([id]) => id)).toEqual([ids.dawn, ids.gulls]);
});

test('only staff can change regular playlists or delete videos, and everybody can delete custom playlists', async () => {
  const playlistId = await aFilledPlaylist(ids.dawn);
  const asGuest = (path: string, method: string, body?: unknown) => guest.call(path, { method, ...(body === undefined ? {} : { body }) });
  expect((await asGuest(`/api/playlist/${ids.walks}/`, 'DELETE')).status).toBe(403);
  expect((await asGuest(`/api/playlist/${ids.walks}/`, 'POST', { playlist_subscribed: true })).status).toBe(403);
  expect((await asGuest(`/api/playlist/${playlistId}/?delete_videos=true`, 'DELETE')).status).toBe(403);
  expect((await guest.call(`/api/video/${ids.dawn}/`)).status).toBe(200);
  expect((await asGuest(`/api/playlist/${playlistId}/`, 'DELETE')).status).toBe(204);
  expect((await guest.call(`/api/playlist/${playlistId}/`)).status).toBe(404);
  expect((await guest.call(`/api/video/${ids.dawn}/`)).status).toBe(200);
});

test('a changed sort order applies at the next import of the playlist, and an import does not bring back a deleted playlist', async () => {
  const change = (body: unknown) => staff.call(`/api/playlist/${ids.walks}/`, { method: 'POST', body });
  const entriesBefore = await entries(ids.walks);
  await change({ playlist_sort_order: 'bottom' });
  expect(await entries(ids.walks)).toEqual(entriesBefore);
  const playlistRecord = {
    playlistId: ids.walks,
    name: 'Walks',
    description: null,
    channelId: null,
    sourceUrl: null,
    thumbFile: null,
    entries: [ids.dawn, ids.short].map((videoId, index) => ({ videoId, title: videoId, uploader: null, index })),
  };
  server.catalogue.putPlaylists([playlistRecord]);
  expect((await entries(ids.walks)).map(([id]) => id)).toEqual([ids.short, ids.dawn]);
  expect((await staff.call(`/api/playlist/${ids.walks}/`, { method: 'DELETE' })).status).toBe(204);
  server.catalogue.putPlaylists([playlistRecord]);
  expect((await guest.call(`/api/playlist/${ids.walks}/`)).status).toBe(404);
});
