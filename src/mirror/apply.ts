// Writes the archive's answers to rows, one transaction per answer: after a crash either all of it is there or none. Called by pull with documents
// that passed the shape checks. Unchanged rows are not written, so that refreshing an unchanged list wakes no view.
import type {
  WireAccount,
  WireAppSettings,
  WireChannel,
  WireChannelAggs,
  WireChannelNav,
  WireComment,
  WirePagination,
  WirePlaylist,
  WirePlaylistNav,
  WireUserConfig,
  WireVideo,
} from '../contract/names.ts';
import type { Table } from 'dexie';
import { isSame } from '../lib/keep-identity.ts';
import type { MirrorDatabase } from './database.ts';
import { refoldWaiting } from './fold-entities.ts';
import { applyServerWatchStates, foldTables, refoldAfter } from './fold.ts';
import { toChannelFactsRow, toChannelRow, toPlaylistRow, toVideoCardRow, toVideoDetailsRow, toWatchState } from './from-wire.ts';
import { channelLane, playlistLane, settingsLane } from './lanes.ts';
import { putPlaylists } from './put-playlists.ts';
import { commentsKey, navKey, similarKey, videoKey } from './resource-keys.ts';
import { confirm, isNewer, mayReplace, noteDeletion, withoutDeleted, type DeletionKey } from './order.ts';
import type { Asked, ChannelRow, PageDocument, VideoCardRow, WatchState } from './rows.ts';

export interface PageOf<Item> {
  key: string;
  data: Item[];
  paginate: WirePagination | null;
  asked: Asked;
}

/** Tables that an answer about videos reads and writes, including its refresh request. */
const videoTables = (db: MirrorDatabase) => [db.videoCards, db.watchStates, db.outbox, db.playlists, db.wanted, db.documents];

export function applyVideoList(db: MirrorDatabase, answer: PageOf<WireVideo>): Promise<void> {
  return applyPage(db, [...videoTables(db), db.videoDetails], answer, {
    idOf: (video) => video.youtube_id,
    keysOf: keysOfVideo,
    put: (videos) => putVideos(db, videos, answer.asked),
  });
}

interface ItemsOf<Item> {
  idOf: (item: Item) => string;
  /** The deletions that remove it. */
  keysOf: (item: Item) => readonly DeletionKey[];
  put: (items: Item[]) => Promise<unknown>;
}

/** Leaves out what was deleted here since the page was requested, from its total too. `tables`: those that `put` needs. */
export async function applyPage<Item>(db: MirrorDatabase, tables: Table[], page: PageOf<Item>, { idOf, keysOf, put }: ItemsOf<Item>): Promise<void> {
  const { key, data, paginate, asked } = page;
  await db.transaction('rw', [...tables, db.listPages, db.wanted], async () => {
    const items = await withoutDeleted(db, asked, data, keysOf);
    await put(items);
    const missing = data.length - items.length;
    const counted = paginate && missing > 0 ? { ...paginate, total_hits: Math.max(0, paginate.total_hits - missing) } : paginate;
    await db.listPages.put({ key, ids: items.map(idOf), paginate: counted, fetchedAtMs: asked.atMs });
    await fulfil(db, key, asked);
  });
}

function keysOfVideo({ youtube_id: videoId, channel }: WireVideo): DeletionKey[] {
  return [`videos:${videoId}`, `channels:${channel.channel_id}`];
}

export async function applyVideo(db: MirrorDatabase, video: WireVideo, asked: Asked): Promise<void> {
  await db.transaction('rw', [...videoTables(db), db.videoDetails], async () => {
    const standing = await withoutDeleted(db, asked, [video], keysOfVideo);
    await putVideos(db, standing, asked);
    // This video was itself requested: the view waits for the new age, even if nothing else has changed.
    if (standing.length > 0) await db.videoDetails.update(video.youtube_id, { fetchedAtMs: asked.atMs, asOf: asked.asOf });
    await fulfil(db, videoKey(video.youtube_id), asked);
  });
}

/** Handles a 404: deletes the mirrored rows of the video, so that no list built on this device shows it. */
export async function applyVideoGone(db: MirrorDatabase, videoId: string, atMs: number): Promise<void> {
  await db.transaction('rw', [db.videoCards, db.videoDetails, db.comments, db.similar, db.playlistNavs, db.documents], async () => {
    await noteDeletion(db, atMs, [`videos:${videoId}`]);
    for (const table of [db.videoCards, db.videoDetails, db.comments, db.similar, db.playlistNavs]) await table.delete(videoId);
  });
}

/** The same for a video with a saved copy on this device: its page stays, marked as missing from the archive. */
export async function applyKeptVideoGone(db: MirrorDatabase, videoId: string, atMs: number): Promise<void> {
  await db.videoCards
    .where('videoId')
    .equals(videoId)
    .modify((card: VideoCardRow) => {
      card.missingSince ??= new Date(atMs).toISOString();
    });
}

/** Search hits carry no position (docs/behaviour.md, Videos), so only their watched mark is applied. Inside a transaction. */
export async function putVideoHits(db: MirrorDatabase, answer: WireVideo[], asked: Asked): Promise<WireVideo[]> {
  const videos = await withoutDeleted(db, asked, answer, keysOfVideo);
  await putChanged(db.videoCards, videos.map(toVideoCardRow), (card) => card.videoId);
  const known = await db.watchStates.bulkGet(videos.map((video) => video.youtube_id));
  const states = videos.map((video, index) => {
    const isWatched = video.player.watched;
    return { videoId: video.youtube_id, server: { isWatched, positionSeconds: isWatched ? null : (known[index]?.server.positionSeconds ?? null) } };
  });
  await putWatchStates(db, states, asked);
  return videos;
}

export async function applySimilar(db: MirrorDatabase, videoId: string, answer: WireVideo[], asked: Asked): Promise<void> {
  await db.transaction('rw', [...videoTables(db), db.similar], async () => {
    const videos = await putVideoHits(db, answer, asked);
    await db.similar.put({ videoId, videoIds: videos.map((video) => video.youtube_id), fetchedAtMs: asked.atMs });
    await fulfil(db, similarKey(videoId), asked);
  });
}

export async function applyComments(db: MirrorDatabase, videoId: string, comments: WireComment[], asked: Asked): Promise<void> {
  await db.transaction('rw', [db.comments, db.wanted, db.documents], async () => {
    await db.comments.put({ videoId, comments, fetchedAtMs: asked.atMs });
    await fulfil(db, commentsKey(videoId), asked);
  });
}

export async function applyPlaylistNav(db: MirrorDatabase, videoId: string, playlists: WirePlaylistNav[], asked: Asked): Promise<void> {
  await db.transaction('rw', [db.playlistNavs, db.wanted, db.documents], async () => {
    await db.playlistNavs.put({ videoId, playlists, fetchedAtMs: asked.atMs });
    await fulfil(db, navKey(videoId), asked);
  });
}

/** Tables that the fold of anything but videos reads and writes. */
export const entityTables = (db: MirrorDatabase) => [db.channels, db.playlists, db.downloads, db.documents, db.outbox, db.folded];

/** Channels of the archive → rows. Inside a transaction over `entityTables`. */
export async function putChannels(db: MirrorDatabase, channels: ChannelRow[]): Promise<void> {
  await db.channels.bulkPut(channels);
  await refoldWaiting(
    db,
    channels.map((channel) => channelLane(channel.channelId)),
  );
}

export function applyChannelList(db: MirrorDatabase, answer: PageOf<WireChannel>): Promise<void> {
  const { asked } = answer;
  return applyPage(db, entityTables(db), answer, {
    idOf: (channel) => channel.channel_id,
    keysOf: keysOfChannel,
    put: (channels) =>
      putAged(
        { bulkGet: (ids) => db.channels.bulkGet(ids), bulkPut: (rows) => putChannels(db, rows) },
        channels.map((channel) => toChannelRow(channel, asked.atMs)),
        asked,
        (row) => row.channelId,
      ),
  });
}

const keysOfChannel = (channel: WireChannel): DeletionKey[] => [`channels:${channel.channel_id}`];

export async function applyChannel(db: MirrorDatabase, key: string, channel: WireChannel, asked: Asked): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.wanted], async () => {
    const before = await db.channels.get(channel.channel_id);
    const isOvertaken = isNewer(before, asked);
    const [standing] = await withoutDeleted(db, asked, [channel], keysOfChannel);
    if (standing && !isOvertaken) await putChannels(db, [{ ...toChannelRow(standing, asked.atMs), asOf: asked.asOf, ...confirmationOf(before) }]);
    await fulfil(db, key, asked, isOvertaken);
  });
}

export async function applyChannelGone(db: MirrorDatabase, channelId: string, atMs: number): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.channelFacts], async () => {
    await noteDeletion(db, atMs, [`channels:${channelId}`]);
    await db.channels.delete(channelId);
    await refoldWaiting(db, [channelLane(channelId)]);
    await db.channelFacts.delete(channelId);
  });
}

export async function applyChannelFacts(
  db: MirrorDatabase,
  key: string,
  channelId: string,
  nav: WireChannelNav,
  aggs: WireChannelAggs,
  asked: Asked,
): Promise<void> {
  await db.transaction('rw', [db.channelFacts, db.wanted, db.documents], async () => {
    await db.channelFacts.put(toChannelFactsRow(channelId, nav, aggs, asked.atMs));
    await fulfil(db, key, asked);
  });
}

export function applyPlaylistList(db: MirrorDatabase, answer: PageOf<WirePlaylist>): Promise<void> {
  const { asked } = answer;
  return applyPage(db, foldTables(db), answer, {
    idOf: (playlist) => playlist.playlist_id,
    keysOf: keysOfPlaylist,
    put: (playlists) =>
      putAged(
        { bulkGet: (ids) => db.playlists.bulkGet(ids), bulkPut: (rows) => putPlaylists(db, rows) },
        playlists.map((playlist) => toPlaylistRow(playlist, asked.atMs)),
        asked,
        (row) => row.playlistId,
      ),
  });
}

/** Present servers answer for one entity at once, while their lists lag: a list that comes after it may be older still. */
function confirmationOf(before: Aged | undefined): { confirmedAtMs?: number } {
  return before?.confirmedAtMs === undefined ? {} : { confirmedAtMs: before.confirmedAtMs };
}

const keysOfPlaylist = (playlist: WirePlaylist): DeletionKey[] => [`playlists:${playlist.playlist_id}`];

export async function applyPlaylist(db: MirrorDatabase, key: string, playlist: WirePlaylist, asked: Asked): Promise<void> {
  await db.transaction('rw', [...foldTables(db), db.wanted], async () => {
    const before = await db.playlists.get(playlist.playlist_id);
    const isOvertaken = isNewer(before, asked);
    const [standing] = await withoutDeleted(db, asked, [playlist], keysOfPlaylist);
    if (standing && !isOvertaken) await putPlaylists(db, [{ ...toPlaylistRow(standing, asked.atMs), asOf: asked.asOf, ...confirmationOf(before) }]);
    await fulfil(db, key, asked, isOvertaken);
  });
}

export async function applyPlaylistGone(db: MirrorDatabase, playlistId: string, atMs: number): Promise<void> {
  await db.transaction('rw', foldTables(db), async () => {
    await noteDeletion(db, atMs, [`playlists:${playlistId}`]);
    const waiting = await db.outbox.where('lane').equals(playlistLane(playlistId)).toArray();
    await refoldAfter(db, waiting, () => db.playlists.delete(playlistId));
  });
}

type SettingsDocument =
  | { key: 'user-config'; value: WireUserConfig }
  | { key: 'account'; value: WireAccount }
  | { key: 'app-settings'; value: WireAppSettings }
  | PageDocument;

export async function applyDocument(db: MirrorDatabase, document: SettingsDocument, asked: Asked): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.wanted], async () => {
    const isOvertaken = isNewer((await db.documents.get(document.key)) as { asOf?: number } | undefined, asked);
    if (!isOvertaken) await db.documents.put({ ...document, fetchedAtMs: asked.atMs, asOf: asked.asOf });
    if (document.key === 'user-config') await refoldWaiting(db, [settingsLane]);
    await fulfil(db, document.key, asked, isOvertaken);
  });
}

/** Stores the archive's answer to a change: any read requested earlier is older. */
export async function keepDocument(db: MirrorDatabase, document: SettingsDocument, atMs: number): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.wanted], async () => applyDocument(db, document, { atMs, asOf: await confirm(db) }));
}

async function putVideos(db: MirrorDatabase, videos: WireVideo[], asked: Asked): Promise<void> {
  // Cards first: the fold reads the channel from the card.
  await putChanged(db.videoCards, videos.map(toVideoCardRow), (card) => card.videoId);
  await putAged(
    db.videoDetails,
    videos.map((video) => toVideoDetailsRow(video, asked.atMs)),
    asked,
    (row) => row.videoId,
  );
  await putWatchStates(
    db,
    videos.map((video) => ({ videoId: video.youtube_id, server: toWatchState(video) })),
    asked,
  );
}

async function putWatchStates(db: MirrorDatabase, entries: { videoId: string; server: WatchState }[], asked: Asked): Promise<void> {
  const standing = await db.watchStates.bulkGet(entries.map((entry) => entry.videoId));
  const changed = entries.filter((entry, index) => {
    const row = standing[index];
    return mayReplace(row, asked) && !isSame(row?.server, entry.server);
  });
  if (changed.length > 0) await applyServerWatchStates(db, changed);
}

interface Rows<Row> {
  bulkGet(keys: string[]): PromiseLike<(Row | undefined)[]>;
  bulkPut(rows: Row[]): PromiseLike<unknown>;
}

/** Rows are cloned into the database synchronously: this many at once take a few milliseconds. */
const rowsAtOnce = 100;

/** Puts the rows for which `isChanged` is true. */
async function putThose<Row>(
  table: Rows<Row>,
  rows: Row[],
  idOf: (row: Row) => string,
  isChanged: (row: Row, standing: Row | undefined) => boolean,
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const bite = rows.slice(from, from + rowsAtOnce);
    const standing = await table.bulkGet(bite.map(idOf));
    const changed = bite.filter((row, index) => isChanged(row, standing[index]));
    if (changed.length > 0) await table.bulkPut(changed);
  }
}

function putChanged<Row>(table: Rows<NoInfer<Row>>, rows: Row[], idOf: (row: Row) => string): Promise<void> {
  return putThose(table, rows, idOf, (row, standing) => !isSame(standing, row));
}

interface Aged {
  fetchedAtMs: number;
  asOf?: number;
  confirmedAtMs?: number;
}

/** Lists also bring rows with an age: a row is not written again if only its age differs. */
export function putAged<Row extends Aged>(table: Rows<NoInfer<Row>>, rows: Row[], asked: Asked, idOf: (row: Row) => string): Promise<void> {
  const aged = rows.map((row) => ({ ...row, asOf: asked.asOf }));
  return putThose(table, aged, idOf, (row, standing) => mayReplace(standing, asked) && !isSame(withoutAge(standing), withoutAge(row)));
}

function withoutAge(row: Aged | undefined): object | undefined {
  if (!row) return undefined;
  const { fetchedAtMs: _fetchedAtMs, asOf: _asOf, confirmedAtMs: _confirmedAtMs, ...rest } = row;
  return rest;
}

/** "Synced 2 min ago" needs no finer step, and each write wakes the views that show it. */
const lastSyncStepMs = 10_000;

/** @param isOvertaken the answer was discarded and is fetched once more: that request will be later than whatever overtook this one */
export async function fulfil(db: MirrorDatabase, key: string, { atMs }: Asked, isOvertaken = false): Promise<void> {
  const wanted = await db.wanted.get(key);
  // It is claimed at once, so no clock jump in between can make it too old.
  if (isOvertaken || wanted?.isAskedAgain) await db.wanted.put({ key, sinceMs: atMs, untilMs: Infinity, rank: wanted?.rank ?? 1, state: 'wanted' });
  else await db.wanted.delete(key);
  const lastSync = await db.documents.get('last-sync');
  if (!lastSync || Math.abs(atMs - lastSync.fetchedAtMs) >= lastSyncStepMs) await db.documents.put({ key: 'last-sync', value: { atMs }, fetchedAtMs: atMs });
}
