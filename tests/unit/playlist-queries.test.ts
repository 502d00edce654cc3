import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { applyChannelList, applyPlaylistList, applyVideo } from '../../src/mirror/apply.ts';
import type { Mirror } from '../../src/mirror/database.ts';
import { listKey } from '../../src/mirror/list-keys.ts';
import { aliasKey } from '../../src/mirror/playlist-ids.ts';
import { addSubscriptions } from '../../src/mutations/subscribe.ts';
import { createCustomPlaylist } from '../../src/mutations/create-custom-playlist.ts';
import { discardAllChanges } from '../../src/mutations/outbox-rows.ts';
import { addToPlaylist, movePlaylistEntry } from '../../src/mutations/playlist-entries.ts';
import { setUserConfig } from '../../src/mutations/set-user-config.ts';
import { subscribeChannel, subscribePlaylist } from '../../src/mutations/subscribe.ts';
import { channelListStore, channelStore } from '../../src/queries/channel-stores.ts';
import type { Store } from '../../src/queries/live-store.ts';
import {
  mayChangeCustomPlaylistsStore,
  customPlaylistsStore,
  pendingSubscriptionsStore,
  playlistListStore,
  playlistStore,
} from '../../src/queries/playlist-stores.ts';
import { sessionStore } from '../../src/queries/session-stores.ts';
import { videoStore } from '../../src/queries/video-page-stores.ts';
import type { View } from '../../src/queries/views.ts';
import { aMirror, setConnection, waitUntil } from '../builders/mirror-copy.ts';
import { aWirePagination, aWireChannel, aWirePlaylist, aWireVideo } from '../builders/mirror-wire.ts';
import { askedAt } from '../builders/asked-at.ts';

const customPageKey = (page: number) => listKey({ endpoint: 'playlists', filters: 'type=custom', pageSize: 12, page });
const allPlaylistsKey = listKey({ endpoint: 'playlists', filters: '', pageSize: 12, page: 1 });

test('a playlist is shown in the order that the person chose, with its ghosts', async () => {
  const mirror = await mirrorWithPlaylists();
  const store = withSubscriber(playlistStore(mirror, 'TA_playlist_1'));
  await waitUntil(() => dataOf(store)?.entries.length === 3);
  await movePlaylistEntry(mirror, { playlistId: 'TA_playlist_1', videoId: 'v3', subject: 'x', to: 'top' });
  await addToPlaylist(mirror, { playlistId: 'TA_playlist_1', videoId: 'v9', subject: 'New' });
  await waitUntil(() => dataOf(store)?.entries.length === 4);
  expect(dataOf(store)?.entries.map((entry) => [entry.videoId, entry.index, entry.isDownloaded])).toEqual([
    ['v3', 0, true],
    ['v1', 1, true],
    ['v2', 2, false],
    ['v9', 3, true],
  ]);
  expect(dataOf(store)).toMatchObject({ isWaiting: true, isOnlyHere: false });
});

test('a new playlist immediately comes first in the list and among the custom playlists, and is not requested from the archive', async () => {
  const mirror = await mirrorWithPlaylists();
  const key = listKey({ endpoint: 'playlists', filters: 'subscribed=true', pageSize: 12, page: 1 });
  await applyPlaylistList(mirror.db, {
    key,
    data: [aWirePlaylist({ playlist_id: 'PL1' })],
    paginate: aWirePagination(),
    requestTime: askedAt(mirror.clock.now()),
  });
  const listStore = withSubscriber(playlistListStore(mirror, { page: 1 }));
  const customStore = withSubscriber(customPlaylistsStore(mirror));
  const subscribedStore = withSubscriber(playlistListStore(mirror, { page: 1, filter: 'subscribed' }));
  const playlistId = await createPlaylist(mirror, 'Quiet evenings');
  await addToPlaylist(mirror, { playlistId, videoId: 'v1', subject: 'x' });
  await waitUntil(() => dataOf(listStore)?.playlists[0]?.entryCount === 1);
  expect(dataOf(listStore)?.playlists.map((playlist) => playlist.name)).toEqual(['Quiet evenings', 'Mine', 'Quay walks']);
  await waitUntil(() => dataOf(customStore)?.length === 2);
  expect(dataOf(customStore)).toMatchObject([{ name: 'Quiet evenings', videoIds: ['v1'], isOnlyHere: true }, { name: 'Mine' }]);
  const pageStore = withSubscriber(playlistStore(mirror, playlistId));
  await waitUntil(() => dataOf(pageStore)?.name === 'Quiet evenings');
  expect(await mirror.db.wanted.get(`playlist:${playlistId}`)).toBeUndefined();
  expect(dataOf(subscribedStore)?.playlists).toMatchObject([{ playlistId: 'PL1' }]);
});

test('the temporary id leads to the playlist under its real id', async () => {
  const mirror = await mirrorWithPlaylists();
  await mirror.db.documents.put({ key: aliasKey('local-1'), value: { playlistId: 'TA_playlist_1' }, fetchedAtMs: mirror.clock.now() });
  const store = withSubscriber(playlistStore(mirror, 'local-1'));
  await waitUntil(() => dataOf(store)?.playlistId === 'TA_playlist_1');
});

test('a discarded playlist that existed only on this device is not found', async () => {
  const mirror = await mirrorWithPlaylists();
  const playlistId = await createPlaylist(mirror, 'Quiet evenings');
  const store = withSubscriber(playlistStore(mirror, playlistId));
  await waitUntil(() => dataOf(store) !== null);
  await discardAllChanges(mirror);
  await waitUntil(() => store.read().state === 'not-found');
});

test('a playlist just created is shown in a list that does not contain it yet', async () => {
  const mirror = await mirrorWithPlaylists();
  const listStore = withSubscriber(playlistListStore(mirror, { page: 1 }));
  await waitUntil(() => dataOf(listStore)?.playlists.length === 2);
  mirror.clock.advance(1_000);
  await mirror.db.playlists.put({ ...(await mirror.db.playlists.get('TA_playlist_1')), playlistId: 'TA_playlist_2', name: 'Tide' } as never);
  await mirror.db.documents.put({ key: aliasKey('local-2'), value: { playlistId: 'TA_playlist_2' }, fetchedAtMs: mirror.clock.now() });
  await waitUntil(() => dataOf(listStore)?.playlists[0]?.name === 'Tide');
});

test('all pages of the custom playlists are requested, one after the other', async () => {
  const mirror = await aMirror();
  withSubscriber(customPlaylistsStore(mirror));
  await waitUntil(async () => (await mirror.db.wanted.get(customPageKey(1))) !== undefined);
  const applyPage = async (page: number, lastPage: number) =>
    applyPlaylistList(mirror.db, {
      key: customPageKey(page),
      data: [aCustomPlaylist(`TA_playlist_${page}`, `List ${page}`)],
      paginate: aWirePagination({ current_page: page, last_page: lastPage }),
      requestTime: askedAt(mirror.clock.now()),
    });
  await applyPage(1, 2);
  await waitUntil(async () => (await mirror.db.wanted.get(customPageKey(2))) !== undefined);
  await applyPage(2, 0);
  const store = withSubscriber(customPlaylistsStore(mirror));
  await waitUntil(() => dataOf(store)?.length === 2);
});

test('a pending subscription is shown in the list, on the channel and beside the video', async () => {
  const mirror = await aMirror();
  const channel = aWireChannel({ channel_subscribed: false });
  await applyChannelList(mirror.db, { key: 'channels?size=12&page=1', data: [channel], paginate: null, requestTime: askedAt(mirror.clock.now()) });
  await applyVideo(mirror.db, aWireVideo({ channel: { ...aWireVideo().channel, channel_subscribed: false } }), askedAt(mirror.clock.now()));
  const listStore = withSubscriber(channelListStore(mirror, { page: 1 }));
  const pageStore = withSubscriber(channelStore(mirror, channel.channel_id));
  const videoPageStore = withSubscriber(videoStore(mirror, 'lanternfish'));
  await subscribeChannel(mirror, { channelId: channel.channel_id, isSubscribed: true, subject: 'x' });
  await waitUntil(() => dataOf(listStore)?.channels[0]?.isSubscribed === true && dataOf(pageStore)?.isWaiting === true);
  await waitUntil(() => dataOf(videoPageStore)?.details?.channelIsSubscribed === true);
});

test('all seven overwrites of a channel are present, whether set or not', async () => {
  const mirror = await aMirror();
  const channel = aWireChannel();
  await applyChannelList(mirror.db, { key: 'channels?size=12&page=1', data: [channel], paginate: null, requestTime: askedAt(mirror.clock.now()) });
  const store = withSubscriber(channelStore(mirror, channel.channel_id));
  await waitUntil(() => Object.keys(dataOf(store)?.overwrites ?? {}).length === 7);
});

test('a setting is shown before it is sent, and the archive’s own value is kept', async () => {
  const mirror = await aMirror();
  const store = sessionStore(mirror);
  store.subscribe(() => {});
  await setUserConfig(mirror, 'grid_items', 7);
  await waitUntil(() => store.read()?.userConfig.grid_items === 7);
  // Lists depend on the archive's own value.
  expect(await mirror.db.documents.get('user-config')).toMatchObject({ value: { grid_items: 3 } });
});

test('while the archive is away, playlists are assembled from the device, including new playlists', async () => {
  const mirror = await mirrorWithPlaylists();
  await setConnection(mirror, 'offline');
  await createPlaylist(mirror, 'Mist');
  const store = withSubscriber(playlistListStore(mirror, { page: 1, kind: 'custom' }));
  await mirror.db.listPages.delete(customPageKey(1));
  await waitUntil(() => dataOf(store)?.isFromDevice === true && dataOf(store)?.playlists.length === 2);
  expect(dataOf(store)?.playlists.map((playlist) => playlist.name)).toEqual(['Mine', 'Mist']);
});

test('the controls of custom playlists are hidden once the archive has refused a change, until the archive has another version', async () => {
  const mirror = await aMirror();
  const store = withSubscriber(mayChangeCustomPlaylistsStore(mirror));
  expect(store.read()).toBe(true);
  await mirror.db.documents.put({ key: 'custom-playlists-refused', value: { version: null, isSaid: false }, fetchedAtMs: 0 });
  await waitUntil(() => !store.read());
  await mirror.db.documents.put({ key: 'server', value: { version: 'v2', update: null, startTimestamp: null }, fetchedAtMs: 0 });
  await waitUntil(() => store.read());
});

test('pending subscriptions are shown, each on the page of its kind', async () => {
  const mirror = await aMirror();
  const store = withSubscriber(pendingSubscriptionsStore(mirror, 'playlist'));
  await addSubscriptions(mirror, { of: 'playlist', text: 'PLone\nPLtwo' });
  await addSubscriptions(mirror, { of: 'channel', text: '@quay' });
  await waitUntil(() => store.read().length === 2);
  expect(store.read()).toEqual(['PLone', 'PLtwo']);
});

test('a playlist keeps its place in a list when its subscription changes', async () => {
  const mirror = await mirrorWithPlaylists();
  const store = withSubscriber(playlistListStore(mirror, { page: 1 }));
  await subscribePlaylist(mirror, { playlistId: 'PL1', isSubscribed: false, subject: 'x' });
  await waitUntil(() => dataOf(store)?.playlists[1]?.isWaiting === true);
  expect(dataOf(store)?.playlists[1]).toMatchObject({ playlistId: 'PL1', isSubscribed: false, archivedCount: 1, entryCount: 1 });
});

function withSubscriber<Value>(store: Store<Value>): Store<Value> {
  store.subscribe(() => {});
  return store;
}

function dataOf<Data>(store: Store<View<Data>>): Data | null {
  const view = store.read();
  return view.state === 'ready' ? view.data : null;
}

async function createPlaylist(mirror: Mirror, name: string): Promise<string> {
  const playlist = await createCustomPlaylist(mirror, { name });
  if (!playlist.ok) throw new Error('not created');
  return playlist.value;
}

function aCustomPlaylist(playlistId: string, name: string) {
  const entries = ['v1', 'v2', 'v3'].map((videoId, index) => ({ youtube_id: videoId, title: videoId, uploader: null, idx: index, downloaded: index !== 1 }));
  return aWirePlaylist({ playlist_id: playlistId, playlist_name: name, playlist_type: 'custom', playlist_subscribed: false, playlist_entries: entries });
}

async function mirrorWithPlaylists() {
  const mirror = await aMirror();
  const atMs = mirror.clock.now();
  const customPlaylist = aCustomPlaylist('TA_playlist_1', 'Mine');
  await applyPlaylistList(mirror.db, {
    key: allPlaylistsKey,
    data: [customPlaylist, aWirePlaylist({ playlist_id: 'PL1' })],
    paginate: aWirePagination(),
    requestTime: askedAt(atMs),
  });
  await applyPlaylistList(mirror.db, { key: customPageKey(1), data: [customPlaylist], paginate: aWirePagination(), requestTime: askedAt(atMs) });
  return mirror;
}
