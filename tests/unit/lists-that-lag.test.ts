// Some servers update their lists late. A list requested soon after a write does not undo the write.
import { expect, test } from 'vitest';
import type { WireDownloadItem, WirePlaylist } from '../../src/contract/names.ts';
import { applyChannelList, applyPlaylist, applyPlaylistList, applyVideoList, markSavedVideoMissing } from '../../src/mirror/apply.ts';
import { applyDownloadList } from '../../src/mirror/apply-downloads.ts';
import { forgetVideo } from '../../src/mirror/forget.ts';
import { readRequestTime } from '../../src/mirror/request-order.ts';
import { playlistKey } from '../../src/mirror/resource-keys.ts';
import { changeDownload } from '../../src/mutations/change-download.ts';
import { createCustomPlaylist } from '../../src/mutations/create-custom-playlist.ts';
import { removeFromPlaylist } from '../../src/mutations/playlist-entries.ts';
import { subscribeChannel, subscribePlaylist } from '../../src/mutations/subscribe.ts';
import { steppedClock } from '../builders/mirror-copy.ts';
import { aDevice } from '../builders/outbox-device.ts';
import { createModelArchive } from '../doubles/model-archive.ts';

test('a playlist whose creation got no answer is created only once, even if the lists show the playlist late', async () => {
  const { clock, model, device } = await setup();
  const staleAnswer = model.lists.listPlaylists('type=custom');
  let isLagging = true;
  const api = {
    ...device.api,
    listPlaylists: async (search: string) => (isLagging ? { ok: true as const, value: staleAnswer } : device.api.listPlaylists(search)),
  };
  await createCustomPlaylist(device.mirror, { name: 'Quay walks' });
  await device.flush(['none', 'lost-answer'], api);
  clock.advance(900);
  await device.flush([], api);
  isLagging = false;
  clock.advance(60_000);
  await device.flush([], api);
  expect(model.lists.playlists().map(({ name }) => name)).toEqual(['p1', 'Quay walks']);
  expect(await device.rows()).toEqual([]);
  await device.close();
});

test('a confirmed change stays when a list does not show it yet, and is reverted by a later list', async () => {
  const { clock, model, device } = await setup();
  const { db } = device.mirror;
  const staleAnswer = wireLists();
  await changeDownload(device.mirror, { videoId: 'd3', subject: 'x', to: 'pending' });
  await subscribeChannel(device.mirror, { channelId: 'cA', isSubscribed: true, subject: 'x' });
  await subscribePlaylist(device.mirror, { playlistId: 'p1', isSubscribed: true, subject: 'x' });
  await device.flush();
  clock.advance(600);
  await applyLists(staleAnswer);
  expect(await shownStates()).toEqual(['pending', true, true]);
  clock.advance(1_000);
  await applyLists(staleAnswer);
  expect(await shownStates()).toEqual(['ignore', false, false]);
  await device.close();

  function wireLists() {
    return { downloads: model.lists.wireDownloads(), channels: model.lists.wireChannels(), playlists: model.lists.wirePlaylists() };
  }

  async function applyLists({ downloads, channels, playlists }: ReturnType<typeof wireLists>): Promise<void> {
    const requestTime = await readRequestTime(device.mirror);
    await applyDownloadList(db, { key: 'downloads?all', data: downloads, paginate: null, requestTime });
    await applyChannelList(db, { key: 'channels?all', data: channels, paginate: null, requestTime });
    await applyPlaylistList(db, { key: 'playlists?all', data: playlists, paginate: null, requestTime });
  }

  async function shownStates(): Promise<unknown[]> {
    const [download, channel, playlist] = await Promise.all([db.downloads.get('d3'), db.channels.get('cA'), db.playlists.get('p1')]);
    return [download?.status, channel?.isSubscribed, playlist?.isSubscribed];
  }
});

test('a list that lags does not bring back a video removed from a playlist, even after the playlist itself was read', async () => {
  const { clock, model, device } = await setup();
  const { db } = device.mirror;
  const id = model.lists.createPlaylist('Quay walks');
  model.lists.changeCustom(id, { action: 'create', video_id: 'v1' });
  const applyLists = async (playlists: WirePlaylist[]) =>
    applyPlaylistList(db, { key: 'playlists?all', data: playlists, paginate: null, requestTime: await readRequestTime(device.mirror) });
  const staleAnswer = structuredClone(model.lists.wirePlaylists());
  await applyLists(staleAnswer);
  const undo = await removeFromPlaylist(device.mirror, { playlistId: id, videoId: 'v1', subject: 'x' });
  clock.advance(10_000);
  await device.flush();
  const freshPlaylist = structuredClone(model.lists.wirePlaylists()).find((playlist) => playlist.playlist_id === id) as WirePlaylist;
  await applyPlaylist(db, playlistKey(id), freshPlaylist, await readRequestTime(device.mirror));
  clock.advance(600);
  await applyLists(staleAnswer);
  expect((await db.playlists.get(id))?.entries).toEqual([]);
  await undo();
  await device.flush();
  expect(model.lists.playlist(id)).toMatchObject({ entries: ['v1'] });
  await device.close();
});

test('a list that lags does not show a deleted video in its playlists again', async () => {
  const { clock, model, device } = await setup();
  const { mirror } = device;
  const { db } = mirror;
  const id = model.lists.createPlaylist('Quay walks');
  model.lists.changeCustom(id, { action: 'create', video_id: 'v1' });
  const applyLists = async (playlists: WirePlaylist[]) =>
    applyPlaylistList(db, { key: 'playlists?all', data: playlists, paginate: null, requestTime: await readRequestTime(mirror) });
  const staleAnswer = structuredClone(model.lists.wirePlaylists());
  const shownEntries = async () =>
    (await db.playlists.bulkGet([id, 'p1'])).map((playlist) => playlist?.entries.map(({ videoId, isDownloaded }) => [videoId, isDownloaded]));
  await applyLists(staleAnswer);
  expect(await shownEntries()).toEqual([[['v1', true]], [['v1', true]]]);
  await forgetVideo(mirror, 'v1', async () => {});
  clock.advance(600);
  await applyLists(staleAnswer);
  expect(await shownEntries()).toEqual([[], [['v1', false]]]);
  await device.close();
});

test('the undo of a sent change is sent, even if a list does not show the change yet', async () => {
  const { clock, model, device } = await setup();
  const staleAnswer = model.lists.wireDownloads();
  const undo = await changeDownload(device.mirror, { videoId: 'd3', subject: 'x', to: 'pending' });
  await device.flush();
  clock.advance(600);
  await applyDownloadList(device.mirror.db, { key: 'downloads?all', data: staleAnswer, paginate: null, requestTime: await readRequestTime(device.mirror) });
  await undo();
  await device.flush();
  expect(model.lists.download('d3')).toBe('ignore');
  await device.close();
});

test('a list that was requested before the archive answered that it no longer has a saved video does not show the video as present again', async () => {
  const { clock, model, device } = await setup();
  const { db } = device.mirror;
  const requestTime = await readRequestTime(device.mirror);
  const data = model.wireVideos(1);
  await markSavedVideoMissing(db, 'v1', clock.now());
  await applyVideoList(db, { key: 'videos?all', data, paginate: null, requestTime });
  expect((await db.videoCards.get('v1'))?.missingSince).toBeDefined();
  clock.advance(2_000);
  await applyVideoList(db, { key: 'videos?all', data, paginate: null, requestTime: await readRequestTime(device.mirror) });
  expect(await db.videoCards.get('v1')).not.toHaveProperty('missingSince');
  await device.close();
});

test('an item of the queue that neither list names after its change, because both lag, keeps its new status', async () => {
  const { clock, model, device } = await setup();
  const { db } = device.mirror;
  await db.listPages.delete('downloads?all');
  const applyList = async (status: 'pending' | 'ignore', items: WireDownloadItem[]) => {
    const requestTime = await readRequestTime(device.mirror);
    await applyDownloadList(db, { key: `downloads?filter=${status}`, data: items.filter((item) => item.status === status), paginate: null, requestTime });
  };
  const staleItems = model.lists.wireDownloads();
  await changeDownload(device.mirror, { videoId: 'd3', subject: 'x', to: 'pending' });
  await device.flush();
  clock.advance(600);
  await applyList('pending', staleItems);
  await applyList('ignore', staleItems);
  expect((await db.downloads.get('d3'))?.status).toBe('pending');
  clock.advance(1_000);
  model.lists.changeDownload('d3', 'forgotten');
  for (const status of ['pending', 'ignore'] as const) await applyList(status, model.lists.wireDownloads());
  expect(await db.downloads.get('d3')).toBeUndefined();
  await device.close();
});

async function setup() {
  const clock = steppedClock();
  const model = createModelArchive({ videos: [{ videoId: 'v1', channelId: 'cA', durationSeconds: 600 }], playlists: { p1: ['v1'] } }, { honoursKeys: false });
  return { clock, model, device: await aDevice({ model, clock }) };
}
