// Writes the archive's answers to rows, one transaction for each answer: a crash leaves all of it or nothing. Called by pull
// with documents that passed the shape checks. Unchanged rows are not written, so that refreshing an unchanged list wakes no view.
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
import { isSame } from '../lib/keep-identity.ts';
import type { MirrorDatabase } from './database.ts';
import { refoldWaiting } from './fold-entities.ts';
import { applyServerWatchStates, foldTables, refoldAfter } from './fold.ts';
import { toChannelFactsRow, toChannelRow, toPlaylistRow, toVideoCardRow, toVideoDetailsRow, toWatchState } from './from-wire.ts';
import { channelLane, playlistLane, settingsLane } from './lanes.ts';
import { putPlaylists } from './put-playlists.ts';
import { commentsKey, navKey, similarKey, videoKey } from './resource-keys.ts';
import type { ChannelRow, PageDocument, VideoCardRow, WatchState } from './rows.ts';

export interface PageOf<Item> {
  key: string;
  data: Item[];
  paginate: WirePagination | null;
  atMs: number;
}

/** Tables that an answer about videos reads and writes, its wish included. */
const videoTables = (db: MirrorDatabase) => [db.videoCards, db.watchStates, db.outbox, db.playlists, db.wanted, db.documents];

export async function applyVideoList(db: MirrorDatabase, page: PageOf<WireVideo>): Promise<void> {
  await db.transaction('rw', [...videoTables(db), db.videoDetails, db.listPages], async () => {
    await putVideos(db, page.data, page.atMs);
    await db.listPages.put({ key: page.key, ids: page.data.map((video) => video.youtube_id), paginate: page.paginate, fetchedAtMs: page.atMs });
    await fulfil(db, page.key, page.atMs);
  });
}

export async function applyVideo(db: MirrorDatabase, video: WireVideo, atMs: number): Promise<void> {
  await db.transaction('rw', [...videoTables(db), db.videoDetails], async () => {
    await putVideos(db, [video], atMs);
    // This video was itself requested: the view waits for the new age, even if nothing else has changed.
    await db.videoDetails.update(video.youtube_id, { fetchedAtMs: atMs });
    await fulfil(db, videoKey(video.youtube_id), atMs);
  });
}

/** Handles a 404: deletes what was mirrored of the video, so that no list put together on this device shows it. */
export async function applyVideoGone(db: MirrorDatabase, videoId: string): Promise<void> {
  await db.transaction('rw', [db.videoCards, db.videoDetails, db.comments, db.similar, db.playlistNavs], async () => {
    for (const table of [db.videoCards, db.videoDetails, db.comments, db.similar, db.playlistNavs]) await table.delete(videoId);
  });
}

/** The same of one whose copy on this device stays: its page is kept, and told as missing at the archive. */
export async function applyKeptVideoGone(db: MirrorDatabase, videoId: string, atMs: number): Promise<void> {
  await db.videoCards
    .where('videoId')
    .equals(videoId)
    .modify((card: VideoCardRow) => {
      card.missingSince ??= new Date(atMs).toISOString();
    });
}

/** Search hits carry no position (docs/behaviour.md, Videos), so only their watched mark is taken over. Inside a transaction. */
export async function putVideoHits(db: MirrorDatabase, videos: WireVideo[], atMs: number): Promise<void> {
  await putChanged(db.videoCards, videos.map(toVideoCardRow), (card) => card.videoId);
  const known = await db.watchStates.bulkGet(videos.map((video) => video.youtube_id));
  const states = videos.map((video, index) => {
    const isWatched = video.player.watched;
    return { videoId: video.youtube_id, server: { isWatched, positionSeconds: isWatched ? null : (known[index]?.server.positionSeconds ?? null) } };
  });
  await putWatchStates(db, states, atMs);
}

export async function applySimilar(db: MirrorDatabase, videoId: string, videos: WireVideo[], atMs: number): Promise<void> {
  await db.transaction('rw', [...videoTables(db), db.similar], async () => {
    await putVideoHits(db, videos, atMs);
    await db.similar.put({ videoId, videoIds: videos.map((video) => video.youtube_id), fetchedAtMs: atMs });
    await fulfil(db, similarKey(videoId), atMs);
  });
}

export async function applyComments(db: MirrorDatabase, videoId: string, comments: WireComment[], atMs: number): Promise<void> {
  await db.transaction('rw', [db.comments, db.wanted, db.documents], async () => {
    await db.comments.put({ videoId, comments, fetchedAtMs: atMs });
    await fulfil(db, commentsKey(videoId), atMs);
  });
}

export async function applyPlaylistNav(db: MirrorDatabase, videoId: string, playlists: WirePlaylistNav[], atMs: number): Promise<void> {
  await db.transaction('rw', [db.playlistNavs, db.wanted, db.documents], async () => {
    await db.playlistNavs.put({ videoId, playlists, fetchedAtMs: atMs });
    await fulfil(db, navKey(videoId), atMs);
  });
}

/** What is folded on an answer about anything else. */
export const entityTables = (db: MirrorDatabase) => [db.channels, db.playlists, db.downloads, db.documents, db.outbox, db.folded];

/** Channels of the archive → rows. Inside a transaction over `entityTables`. */
export async function putChannels(db: MirrorDatabase, channels: ChannelRow[]): Promise<void> {
  await db.channels.bulkPut(channels);
  await refoldWaiting(
    db,
    channels.map((channel) => channelLane(channel.channelId)),
  );
}

export async function applyChannelList(db: MirrorDatabase, page: PageOf<WireChannel>): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.listPages, db.wanted], async () => {
    await putAged(
      { bulkGet: (ids) => db.channels.bulkGet(ids), bulkPut: (rows) => putChannels(db, rows) },
      page.data.map((channel) => toChannelRow(channel, page.atMs)),
      (row) => row.channelId,
    );
    await db.listPages.put({ key: page.key, ids: page.data.map((channel) => channel.channel_id), paginate: page.paginate, fetchedAtMs: page.atMs });
    await fulfil(db, page.key, page.atMs);
  });
}

export async function applyChannel(db: MirrorDatabase, key: string, channel: WireChannel, atMs: number): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.wanted], async () => {
    const standing = await db.channels.get(channel.channel_id);
    const isOvertaken = await isWishBeforeOurs(db, key, standing, atMs);
    if (!isOvertaken) await putChannels(db, [toChannelRow(channel, atMs)]);
    await fulfil(db, key, atMs);
    if (isOvertaken) await askAgain(db, key, atMs, standing?.confirmedAtMs);
  });
}

export async function applyChannelGone(db: MirrorDatabase, channelId: string): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.channelFacts], async () => {
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
  atMs: number,
): Promise<void> {
  await db.transaction('rw', [db.channelFacts, db.wanted, db.documents], async () => {
    await db.channelFacts.put(toChannelFactsRow(channelId, nav, aggs, atMs));
    await fulfil(db, key, atMs);
  });
}

export async function applyPlaylistList(db: MirrorDatabase, page: PageOf<WirePlaylist>): Promise<void> {
  await db.transaction('rw', [...foldTables(db), db.listPages, db.wanted], async () => {
    await putAged(
      { bulkGet: (ids) => db.playlists.bulkGet(ids), bulkPut: (rows) => putPlaylists(db, rows) },
      page.data.map((playlist) => toPlaylistRow(playlist, page.atMs)),
      (row) => row.playlistId,
    );
    await db.listPages.put({ key: page.key, ids: page.data.map((playlist) => playlist.playlist_id), paginate: page.paginate, fetchedAtMs: page.atMs });
    await fulfil(db, page.key, page.atMs);
  });
}

export async function applyPlaylist(db: MirrorDatabase, key: string, playlist: WirePlaylist, atMs: number): Promise<void> {
  await db.transaction('rw', [...foldTables(db), db.wanted], async () => {
    const standing = await db.playlists.get(playlist.playlist_id);
    const isOvertaken = await isWishBeforeOurs(db, key, standing, atMs);
    if (!isOvertaken) await putPlaylists(db, [toPlaylistRow(playlist, atMs)]);
    await fulfil(db, key, atMs);
    if (isOvertaken) await askAgain(db, key, atMs, standing?.confirmedAtMs);
  });
}

export async function applyPlaylistGone(db: MirrorDatabase, playlistId: string): Promise<void> {
  await db.transaction('rw', foldTables(db), async () => {
    const waiting = await db.outbox.where('lane').equals(playlistLane(playlistId)).toArray();
    await refoldAfter(db, waiting, () => db.playlists.delete(playlistId));
  });
}

type SettingsDocument =
  | { key: 'user-config'; value: WireUserConfig }
  | { key: 'account'; value: WireAccount }
  | { key: 'app-settings'; value: WireAppSettings }
  | PageDocument;

export async function applyDocument(db: MirrorDatabase, document: SettingsDocument, atMs: number): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.wanted], async () => {
    const standing = await db.documents.get(document.key);
    // A command stores the archive's answer itself: a read requested before that is older.
    const confirmed = standing?.key === 'user-config' ? standing : { confirmedAtMs: standing?.fetchedAtMs ?? 0 };
    const isOvertaken = await isWishBeforeOurs(db, document.key, confirmed, atMs);
    if (!isOvertaken) await db.documents.put({ ...document, fetchedAtMs: atMs });
    if (document.key === 'user-config') await refoldWaiting(db, [settingsLane]);
    await fulfil(db, document.key, atMs);
    if (isOvertaken) await askAgain(db, document.key, atMs, confirmed.confirmedAtMs);
  });
}

/** Whether the answer was requested before the archive confirmed a change made here, and so may not contain it. */
function isBeforeOurs(standing: { confirmedAtMs?: number } | undefined, askedAtMs: number): boolean {
  if (standing?.confirmedAtMs === undefined) return false;
  const behindMs = standing.confirmedAtMs - askedAtMs;
  return behindMs > 0 && behindMs < 60_000;
}

/** The same of the answer to a wish. What was wished for because of this very confirmation was requested after it, whatever the clock says. */
async function isWishBeforeOurs(db: MirrorDatabase, key: string, standing: { confirmedAtMs?: number } | undefined, askedAtMs: number): Promise<boolean> {
  return isBeforeOurs(standing, askedAtMs) && (await db.wanted.get(key))?.afterConfirmedAtMs !== standing?.confirmedAtMs;
}

/** Inside a transaction over `wanted`. */
async function askAgain(db: MirrorDatabase, key: string, nowMs: number, afterConfirmedAtMs: number | undefined): Promise<void> {
  const after = afterConfirmedAtMs === undefined ? {} : { afterConfirmedAtMs };
  await db.wanted.put({ key, sinceMs: nowMs, untilMs: nowMs + 60_000, rank: 1, state: 'wanted', ...after });
}

async function putVideos(db: MirrorDatabase, videos: WireVideo[], atMs: number): Promise<void> {
  // Cards first: the fold asks a card for its channel.
  await putChanged(db.videoCards, videos.map(toVideoCardRow), (card) => card.videoId);
  await putAged(
    db.videoDetails,
    videos.map((video) => toVideoDetailsRow(video, atMs)),
    (row) => row.videoId,
  );
  await putWatchStates(
    db,
    videos.map((video) => ({ videoId: video.youtube_id, server: toWatchState(video) })),
    atMs,
  );
}

/** Present servers refresh their search index once a second: a list requested sooner may still show the old state. */
const listsLagMs = 1_500;

async function putWatchStates(db: MirrorDatabase, entries: { videoId: string; server: WatchState }[], askedAtMs: number): Promise<void> {
  const standing = await db.watchStates.bulkGet(entries.map((entry) => entry.videoId));
  const changed = entries.filter((entry, index) => {
    const row = standing[index];
    const isOlderThanOurs = row?.confirmedAtMs !== undefined && Math.abs(askedAtMs - row.confirmedAtMs) < 60_000 && askedAtMs < row.confirmedAtMs + listsLagMs;
    return !isOlderThanOurs && !isSame(row?.server, entry.server);
  });
  if (changed.length > 0) await applyServerWatchStates(db, changed);
}

interface Rows<Row> {
  bulkGet(keys: string[]): PromiseLike<(Row | undefined)[]>;
  bulkPut(rows: Row[]): PromiseLike<unknown>;
}

async function putChanged<Row>(table: Rows<NoInfer<Row>>, rows: Row[], idOf: (row: Row) => string): Promise<void> {
  const standing = await table.bulkGet(rows.map(idOf));
  const changed = rows.filter((row, index) => !isSame(standing[index], row));
  if (changed.length > 0) await table.bulkPut(changed);
}

/** Lists also bring rows that have an age: a row is not written again if only its age differs. */
export async function putAged<Row extends { fetchedAtMs: number; confirmedAtMs?: number }>(
  table: Rows<NoInfer<Row>>,
  rows: Row[],
  idOf: (row: Row) => string,
): Promise<void> {
  const standing = await table.bulkGet(rows.map(idOf));
  const changed = rows.filter((row, index) => !isBeforeOurs(standing[index], row.fetchedAtMs) && !isSame(withoutAge(standing[index]), withoutAge(row)));
  if (changed.length > 0) await table.bulkPut(changed);
}

function withoutAge<Row extends { fetchedAtMs: number; confirmedAtMs?: number }>(row: Row | undefined): object | undefined {
  if (!row) return undefined;
  const { fetchedAtMs: _fetchedAtMs, confirmedAtMs: _confirmedAtMs, ...rest } = row;
  return rest;
}

/** "Synced 2 min ago" needs no finer step, and each write wakes the views that show it. */
const lastSyncStepMs = 10_000;

export async function fulfil(db: MirrorDatabase, key: string, atMs: number): Promise<void> {
  await db.wanted.delete(key);
  const lastSync = await db.documents.get('last-sync');
  if (!lastSync || Math.abs(atMs - lastSync.fetchedAtMs) >= lastSyncStepMs) await db.documents.put({ key: 'last-sync', value: { atMs }, fetchedAtMs: atMs });
}
