// Removes from this device an item that the archive deleted on request: its rows, its place in every stored list and total, and its unsent
// changes, in one transaction. Called by the commands; deletions after a 404 are in apply.ts.
import type { Mirror, MirrorDatabase } from './database.ts';
import { withoutDeleted } from '../lib/without-deleted.ts';
import { refoldPending } from './fold-entities.ts';
import { channelLane, playlistLane } from './lanes.ts';
import type { ListEndpoint } from './list-keys.ts';
import { dropRows } from './drop-rows.ts';
import { recordDeletion, type DeletionKey } from './request-order.ts';
import type { Lane, PlaylistRow, VideoCardRow } from './rows.ts';
import { withoutVideos } from './without-videos.ts';

/** `afterwards` runs in the same transaction; it gets the title, or null if the video was not mirrored. */
export function forgetVideo(mirror: Mirror, videoId: string, afterwards: (title: string | null) => Promise<void>): Promise<void> {
  const { db, clock } = mirror;
  return inOneTransaction(db, async () => {
    const card = await db.videoCards.get(videoId);
    await recordDeletion(db, clock.now(), [`videos:${videoId}`]);
    await dropVideos(mirror, [videoId], card ? [card] : []);
    await afterwards(card?.title ?? null);
  });
}

/** Returns the ids of the videos deleted with the channel. */
export function forgetChannel(mirror: Mirror, channelId: string): Promise<string[]> {
  const { db, clock } = mirror;
  return inOneTransaction(db, async () => {
    const cards = await db.videoCards.where('[channelId+publishedAt]').between([channelId, ''], [channelId, '\uffff']).toArray();
    const playlistIds = await db.playlists.filter((playlist) => playlist.channelId === channelId).primaryKeys();
    const videoIds = cards.map((card) => card.videoId);
    // The videos are recorded, too, because the channel's key does not cover entries of playlists, which do not name their channel.
    await recordDeletion(db, clock.now(), [...videoIds.map(keyOfVideo), `channels:${channelId}`, ...playlistIds.map(keyOfPlaylist)]);
    // The playlists being fetched may also contain videos of the channel that were never listed here, so these playlists are fetched again.
    await db.wanted.filter(({ key, state }) => state === 'fetching' && key.startsWith('playlist')).modify({ isAskedAgain: true });
    await dropVideos(mirror, videoIds, cards);
    await dropPlaylists(db, playlistIds);
    await db.channels.delete(channelId);
    await db.channelFacts.delete(channelId);
    await dropLanes(db, [channelLane(channelId)]);
    await dropFromLists(db, 'channels', [channelId]);
    // The channel's own lists are deleted, because nobody will request them again.
    await db.listPages.filter((page) => page.key.includes(`channel=${channelId}&`)).delete();
    return videoIds;
  });
}

/** Returns the ids of the videos deleted with the playlist. `keptIds`: videos that were removed from the playlist before. */
export function forgetPlaylist(
  mirror: Mirror,
  playlistId: string,
  { withVideos, keptIds = [] }: { withVideos: boolean; keptIds?: readonly string[] },
): Promise<string[]> {
  const { db, clock } = mirror;
  return inOneTransaction(db, async () => {
    const playlist = await db.playlists.get(playlistId);
    const entries = withVideos ? (playlist?.entries ?? []) : [];
    const videoIds = entries.filter((entry) => entry.isDownloaded && !keptIds.includes(entry.videoId)).map((entry) => entry.videoId);
    await recordDeletion(db, clock.now(), [keyOfPlaylist(playlistId), ...videoIds.map(keyOfVideo)]);
    if (videoIds.length > 0) {
      const cards = (await db.videoCards.bulkGet(videoIds)).filter((card) => card !== undefined);
      await dropVideos(mirror, videoIds, cards);
    }
    await dropPlaylists(db, [playlistId]);
    return videoIds;
  });
}

const keyOfVideo = (videoId: string): DeletionKey => `videos:${videoId}`;

const keyOfPlaylist = (playlistId: string): DeletionKey => `playlists:${playlistId}`;

function inOneTransaction<Value>(db: MirrorDatabase, work: () => Promise<Value>): Promise<Value> {
  return db.transaction('rw', db.tables, work);
}

async function dropVideos(mirror: Mirror, videoIds: string[], cards: VideoCardRow[]): Promise<void> {
  const { db } = mirror;
  // The lanes are dropped first, because the rows deleted below determine which videos a mark concerns.
  await dropLanes(
    db,
    videoIds.map((videoId) => `video:${videoId}` as const),
  );
  for (const table of [db.videoCards, db.videoDetails, db.watchStates, db.comments, db.similar, db.playlistNavs]) await table.bulkDelete(videoIds);
  await dropFromLists(db, 'videos', videoIds);
  await dropFromPlaylists(db, new Set(videoIds));
  await dropFromUpNext(mirror, new Set(videoIds));
  await decrementTotals(db, cards);
}

async function dropPlaylists(db: MirrorDatabase, playlistIds: string[]): Promise<void> {
  await dropLanes(db, playlistIds.map(playlistLane));
  await db.playlists.bulkDelete(playlistIds);
  await dropFromLists(db, 'playlists', playlistIds);
}

async function dropLanes(db: MirrorDatabase, lanes: Lane[]): Promise<void> {
  await dropRows(db, await db.outbox.where('lane').anyOf(lanes).toArray());
}

/** Removes the ids and lowers the totals. Items move between pages only when the pages are fetched again. */
async function dropFromLists(db: MirrorDatabase, endpoint: ListEndpoint, deletedIds: string[]): Promise<void> {
  const ids = new Set(deletedIds);
  await db.listPages
    .where('key')
    .startsWith(`${endpoint}?`)
    .modify((page) => {
      const remainingIds = page.ids.filter((id) => !ids.has(id));
      const removedCount = page.ids.length - remainingIds.length;
      if (removedCount === 0) return;
      page.ids = remainingIds;
      if (page.paginate) page.paginate = { ...page.paginate, total_hits: Math.max(0, page.paginate.total_hits - removedCount) };
    });
}

async function dropFromPlaylists(db: MirrorDatabase, deletedIds: ReadonlySet<string>): Promise<void> {
  await db.playlists
    .filter((playlist) => playlist.entries.some((entry) => deletedIds.has(entry.videoId)))
    .modify((playlist: PlaylistRow) => {
      playlist.entries = withoutVideos(playlist, (videoId) => deletedIds.has(videoId));
    });
  const outboxRows = await db.outbox.where('lane').startsWith('playlist:').toArray();
  await dropRows(
    db,
    outboxRows.filter(({ mutation }) =>
      db.kinds
        .of(mutation)
        ?.refolds?.(mutation)
        .some((videoId) => deletedIds.has(videoId)),
    ),
  );
  await refoldPending(
    db,
    outboxRows.map((row) => row.lane),
  );
}

async function dropFromUpNext({ db, clock }: Mirror, deletedIds: ReadonlySet<string>): Promise<void> {
  const row = await db.documents.get('up-next');
  if (row?.key !== 'up-next') return;
  const value = withoutDeleted(row.value, (videoId) => deletedIds.has(videoId));
  if (value === row.value) return;
  const { run: playback } = value;
  // In the stored pages of the channel's list, no video has moved up after the deletion. The new `sinceMs` causes the pages to be requested
  // again.
  const run = playback?.coming ? { ...playback, coming: { ...playback.coming, sinceMs: clock.now() } } : playback;
  await db.documents.put({ ...row, value: { ...value, run } });
}

async function decrementTotals(db: MirrorDatabase, cards: VideoCardRow[]): Promise<void> {
  for (const card of cards) {
    const facts = await db.channelFacts.get(card.channelId);
    if (!facts) continue;
    await db.channelFacts.put({
      ...facts,
      totalItems: Math.max(0, facts.totalItems - 1),
      totalSizeBytes: Math.max(0, facts.totalSizeBytes - card.mediaSizeBytes),
    });
  }
}
