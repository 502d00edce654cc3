// Writes the archive's answers to rows, one transaction per answer: after a crash, either the whole answer is stored or none of it. Called
// by pull and the commands with documents that passed the shape checks. Rows of unchanged items are not written, so that refreshing a list
// does not wake their views.
import type {
  WireAccount,
  WireAppSettings,
  WireChannel,
  WireChannelAggs,
  WireChannelNav,
  WireComment,
  WirePlaylist,
  WirePlaylistNav,
  WireUserConfig,
  WireVideo,
} from '../contract/names.ts';
import { isDeepEqual } from '../lib/keep-identity.ts';
import type { MirrorDatabase } from './database.ts';
import { refoldPending } from './fold-entities.ts';
import { applyServerWatchStates, foldTables, refoldAfter } from './fold.ts';
import { toChannelFactsRow, toChannelRow, toPlaylistRow, toVideoCardRow, toVideoDetailsRow, toWatchState } from './from-wire.ts';
import { channelLane, playlistLane, settingsLane } from './lanes.ts';
import { putPlaylists } from './put-playlists.ts';
import { commentsKey, navKey, similarKey, videoKey } from './resource-keys.ts';
import { countConfirmation, isNewer, mayReplace, readDeletionTest, recordDeletion, withoutDeleted, type DeletionKey } from './request-order.ts';
import type { RequestTime, ChannelRow, PageDocument, PlaylistRow, WatchState } from './rows.ts';
import { applyPage, completeRequest, putChanged, putIfNewer, type ListPageAnswer, type Timestamped } from './store-answer.ts';
import { withoutVideos } from './without-videos.ts';

/** Tables that an answer about videos reads and writes, including its refresh request. */
const videoTables = (db: MirrorDatabase) => [db.videoCards, db.watchStates, db.outbox, db.playlists, db.wanted, db.documents];

export function applyVideoList(db: MirrorDatabase, answer: ListPageAnswer<WireVideo>): Promise<void> {
  return applyPage(db, [...videoTables(db), db.videoDetails], answer, {
    idOf: (video) => video.youtube_id,
    keysOf: deletionKeysOfVideo,
    put: (videos) => putVideos(db, videos, answer.requestTime),
  });
}

function deletionKeysOfVideo({ youtube_id: videoId, channel }: WireVideo): DeletionKey[] {
  return [`videos:${videoId}`, `channels:${channel.channel_id}`];
}

export async function applyVideo(db: MirrorDatabase, video: WireVideo, requestTime: RequestTime): Promise<void> {
  await db.transaction('rw', [...videoTables(db), db.videoDetails], async () => {
    const remainingVideos = await withoutDeleted(db, requestTime, [video], deletionKeysOfVideo);
    const isSuperseded = isNewer(await db.videoDetails.get(video.youtube_id), requestTime);
    await putVideos(db, remainingVideos, requestTime);
    // The view that requested this video waits for the new age, even if nothing else has changed.
    if (remainingVideos.length > 0 && !isSuperseded) await db.videoDetails.update(video.youtube_id, { fetchedAtMs: requestTime.atMs, asOf: requestTime.asOf });
    await completeRequest(db, videoKey(video.youtube_id), requestTime, isSuperseded);
  });
}

/** Handles a 404: deletes the mirrored rows of the video, so that no list built on this device shows it. */
export async function applyVideoGone(db: MirrorDatabase, videoId: string, atMs: number): Promise<void> {
  await db.transaction('rw', [db.videoCards, db.videoDetails, db.comments, db.similar, db.playlistNavs, db.documents], async () => {
    await recordDeletion(db, atMs, [`videos:${videoId}`]);
    for (const table of [db.videoCards, db.videoDetails, db.comments, db.similar, db.playlistNavs]) await table.delete(videoId);
  });
}

/**
 * Handles a 404 for a video with a saved copy on this device: its rows stay, marked as missing from the archive. Answers that were requested
 * before do not show it as present again, because a policy could then remove the only copy.
 */
export async function markSavedVideoMissing(db: MirrorDatabase, videoId: string, atMs: number): Promise<void> {
  await db.transaction('rw', [db.videoCards, db.documents], async () => {
    const card = await db.videoCards.get(videoId);
    if (!card || card.missingSince !== undefined) return;
    await recordDeletion(db, atMs, [`videos:${videoId}`]);
    await db.videoCards.put({ ...card, missingSince: new Date(atMs).toISOString() });
  });
}

/**
 * Stores search hits, and returns them without deleted videos. Hits have no position (docs/behaviour.md, Videos), so only their watched
 * mark is applied. Call inside a transaction.
 */
export async function putVideoHits(db: MirrorDatabase, answer: WireVideo[], requestTime: RequestTime): Promise<WireVideo[]> {
  const videos = await withoutDeleted(db, requestTime, answer, deletionKeysOfVideo);
  await putChanged(db.videoCards, videos.map(toVideoCardRow), (card) => card.videoId);
  const previousStates = await db.watchStates.bulkGet(videos.map((video) => video.youtube_id));
  const states = videos.map((video, index) => {
    const isWatched = video.player.watched;
    return { videoId: video.youtube_id, server: { isWatched, positionSeconds: isWatched ? null : (previousStates[index]?.server.positionSeconds ?? null) } };
  });
  await putWatchStates(db, states, requestTime);
  return videos;
}

export async function applySimilar(db: MirrorDatabase, videoId: string, answer: WireVideo[], requestTime: RequestTime): Promise<void> {
  await db.transaction('rw', [...videoTables(db), db.similar], async () => {
    const videos = await putVideoHits(db, answer, requestTime);
    await db.similar.put({ videoId, videoIds: videos.map((video) => video.youtube_id), fetchedAtMs: requestTime.atMs });
    await completeRequest(db, similarKey(videoId), requestTime);
  });
}

export async function applyComments(db: MirrorDatabase, videoId: string, comments: WireComment[], requestTime: RequestTime): Promise<void> {
  await db.transaction('rw', [db.comments, db.wanted, db.documents], async () => {
    await db.comments.put({ videoId, comments, fetchedAtMs: requestTime.atMs });
    await completeRequest(db, commentsKey(videoId), requestTime);
  });
}

export async function applyPlaylistNav(db: MirrorDatabase, videoId: string, playlists: WirePlaylistNav[], requestTime: RequestTime): Promise<void> {
  await db.transaction('rw', [db.playlistNavs, db.wanted, db.documents], async () => {
    await db.playlistNavs.put({ videoId, playlists, fetchedAtMs: requestTime.atMs });
    await completeRequest(db, navKey(videoId), requestTime);
  });
}

/** Tables that folding channels, playlists, downloads and settings reads and writes. */
export const entityTables = (db: MirrorDatabase) => [db.channels, db.playlists, db.downloads, db.documents, db.outbox, db.folded];

/** Writes channels and refolds their pending changes. Call inside a transaction over `entityTables`. */
export async function putChannels(db: MirrorDatabase, channels: ChannelRow[]): Promise<void> {
  await db.channels.bulkPut(channels);
  await refoldPending(
    db,
    channels.map((channel) => channelLane(channel.channelId)),
  );
}

export function applyChannelList(db: MirrorDatabase, answer: ListPageAnswer<WireChannel>): Promise<void> {
  const { requestTime } = answer;
  return applyPage(db, entityTables(db), answer, {
    idOf: (channel) => channel.channel_id,
    keysOf: deletionKeysOfChannel,
    put: (channels) =>
      putIfNewer(
        { bulkGet: (ids) => db.channels.bulkGet(ids), bulkPut: (rows) => putChannels(db, rows) },
        channels.map((channel) => toChannelRow(channel, requestTime.atMs)),
        requestTime,
        (row) => row.channelId,
      ),
  });
}

const deletionKeysOfChannel = (channel: WireChannel): DeletionKey[] => [`channels:${channel.channel_id}`];

export async function applyChannel(db: MirrorDatabase, key: string, channel: WireChannel, requestTime: RequestTime): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.wanted], async () => {
    const storedRow = await db.channels.get(channel.channel_id);
    const isSuperseded = isNewer(storedRow, requestTime);
    const [remainingChannel] = await withoutDeleted(db, requestTime, [channel], deletionKeysOfChannel);
    if (remainingChannel && !isSuperseded)
      await putChannels(db, [{ ...toChannelRow(remainingChannel, requestTime.atMs), asOf: requestTime.asOf, ...confirmationOf(storedRow) }]);
    await completeRequest(db, key, requestTime, isSuperseded);
  });
}

export async function applyChannelGone(db: MirrorDatabase, channelId: string, atMs: number): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.channelFacts], async () => {
    await recordDeletion(db, atMs, [`channels:${channelId}`]);
    await db.channels.delete(channelId);
    await refoldPending(db, [channelLane(channelId)]);
    await db.channelFacts.delete(channelId);
  });
}

export async function applyChannelFacts(
  db: MirrorDatabase,
  key: string,
  channelId: string,
  nav: WireChannelNav,
  aggs: WireChannelAggs,
  requestTime: RequestTime,
): Promise<void> {
  await db.transaction('rw', [db.channelFacts, db.wanted, db.documents], async () => {
    await db.channelFacts.put(toChannelFactsRow(channelId, nav, aggs, requestTime.atMs));
    await completeRequest(db, key, requestTime);
  });
}

export function applyPlaylistList(db: MirrorDatabase, answer: ListPageAnswer<WirePlaylist>): Promise<void> {
  const { requestTime } = answer;
  return applyPage(db, foldTables(db), answer, {
    idOf: (playlist) => playlist.playlist_id,
    keysOf: deletionKeysOfPlaylist,
    put: (playlists) =>
      toPlaylistRows(db, playlists, requestTime).then((rows) =>
        putIfNewer(
          { bulkGet: (ids) => db.playlists.bulkGet(ids), bulkPut: (newerRows) => putPlaylists(db, newerRows) },
          rows,
          requestTime,
          (row) => row.playlistId,
        ),
      ),
  });
}

/** Converts playlists to rows, without videos that were deleted since the answer was requested. */
async function toPlaylistRows(db: MirrorDatabase, playlists: WirePlaylist[], requestTime: RequestTime): Promise<PlaylistRow[]> {
  const isDeleted = await readDeletionTest(db, requestTime);
  return playlists.map((playlist) => {
    const row = toPlaylistRow(playlist, requestTime.atMs);
    return { ...row, entries: withoutVideos(row, (videoId) => isDeleted(`videos:${videoId}`)) };
  });
}

/**
 * Keeps the time of the last confirmation. Present servers return single entities up to date, but their lists lag: a list fetched after
 * this entity may still be older.
 */
function confirmationOf(storedRow: Timestamped | undefined): { confirmedAtMs?: number } {
  return storedRow?.confirmedAtMs === undefined ? {} : { confirmedAtMs: storedRow.confirmedAtMs };
}

const deletionKeysOfPlaylist = (playlist: WirePlaylist): DeletionKey[] => [`playlists:${playlist.playlist_id}`];

export async function applyPlaylist(db: MirrorDatabase, key: string, playlist: WirePlaylist, requestTime: RequestTime): Promise<void> {
  await db.transaction('rw', [...foldTables(db), db.wanted], async () => {
    const storedRow = await db.playlists.get(playlist.playlist_id);
    const isSuperseded = isNewer(storedRow, requestTime);
    const remainingPlaylists = await withoutDeleted(db, requestTime, [playlist], deletionKeysOfPlaylist);
    const [row] = await toPlaylistRows(db, remainingPlaylists, requestTime);
    if (row && !isSuperseded) await putPlaylists(db, [{ ...row, asOf: requestTime.asOf, ...confirmationOf(storedRow) }]);
    await completeRequest(db, key, requestTime, isSuperseded);
  });
}

export async function applyPlaylistGone(db: MirrorDatabase, playlistId: string, atMs: number): Promise<void> {
  await db.transaction('rw', foldTables(db), async () => {
    await recordDeletion(db, atMs, [`playlists:${playlistId}`]);
    const outboxRows = await db.outbox.where('lane').equals(playlistLane(playlistId)).toArray();
    await refoldAfter(db, outboxRows, () => db.playlists.delete(playlistId));
  });
}

export type SettingsDocument =
  | { key: 'user-config'; value: WireUserConfig }
  | { key: 'account'; value: WireAccount }
  | { key: 'app-settings'; value: WireAppSettings }
  | PageDocument;

export async function applyDocument(db: MirrorDatabase, document: SettingsDocument, requestTime: RequestTime): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.wanted], async () => {
    const isSuperseded = isNewer((await db.documents.get(document.key)) as { asOf?: number } | undefined, requestTime);
    if (!isSuperseded) await db.documents.put({ ...document, fetchedAtMs: requestTime.atMs, asOf: requestTime.asOf });
    if (document.key === 'user-config') await refoldPending(db, [settingsLane]);
    await completeRequest(db, document.key, requestTime, isSuperseded);
  });
}

/** Stores a document that the archive returned for a change. Reads requested earlier count as older. */
export async function storeDocument(db: MirrorDatabase, document: SettingsDocument, atMs: number): Promise<void> {
  await db.transaction('rw', [...entityTables(db), db.wanted], async () => applyDocument(db, document, { atMs, asOf: await countConfirmation(db) }));
}

async function putVideos(db: MirrorDatabase, videos: WireVideo[], requestTime: RequestTime): Promise<void> {
  // Cards first, because the fold reads the channel from the card.
  await putChanged(db.videoCards, videos.map(toVideoCardRow), (card) => card.videoId);
  await putIfNewer(
    db.videoDetails,
    videos.map((video) => toVideoDetailsRow(video, requestTime.atMs)),
    requestTime,
    (row) => row.videoId,
  );
  await putWatchStates(
    db,
    videos.map((video) => ({ videoId: video.youtube_id, server: toWatchState(video) })),
    requestTime,
  );
}

async function putWatchStates(db: MirrorDatabase, entries: { videoId: string; server: WatchState }[], requestTime: RequestTime): Promise<void> {
  const existingRows = await db.watchStates.bulkGet(entries.map((entry) => entry.videoId));
  const changedEntries = entries.filter((entry, index) => {
    const row = existingRows[index];
    return mayReplace(row, requestTime) && !isDeepEqual(row?.server, entry.server);
  });
  if (changedEntries.length > 0) await applyServerWatchStates(db, changedEntries);
}
