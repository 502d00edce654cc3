// Writes playlists to rows and refolds their pending changes. If a mark of the whole playlist waits, videos that were added or removed are
// refolded, since the mark now covers different videos. Called by apply and sync, inside a transaction over the tables of the fold.
import type { MirrorDatabase } from './database.ts';
import { refoldPending } from './fold-entities.ts';
import { playlistLane } from './lanes.ts';
import { isWideMark } from './mutation-kinds.ts';
import { refold } from './fold.ts';
import type { PlaylistRow } from './rows.ts';

export async function putPlaylists(db: MirrorDatabase, playlists: PlaylistRow[]): Promise<void> {
  const formerRows = await db.playlists.bulkGet(playlists.map((playlist) => playlist.playlistId));
  await db.playlists.bulkPut(playlists);
  await refoldPending(
    db,
    playlists.map((playlist) => playlistLane(playlist.playlistId)),
  );
  for (const [index, playlist] of playlists.entries()) {
    const outboxRows = await db.outbox.where('lane').equals(playlistLane(playlist.playlistId)).toArray();
    if (outboxRows.some(({ mutation }) => isWideMark(db.kinds, mutation))) await refold(db, changedMembers(formerRows[index], playlist));
  }
}

function changedMembers(formerPlaylist: PlaylistRow | undefined, presentPlaylist: PlaylistRow): string[] {
  const idsOf = (playlist: PlaylistRow | undefined): Set<string> =>
    new Set((playlist?.entries ?? []).flatMap((entry) => (entry.isDownloaded ? [entry.videoId] : [])));
  const [formerIds, presentIds] = [idsOf(formerPlaylist), idsOf(presentPlaylist)];
  return [...formerIds, ...presentIds].filter((videoId) => formerIds.has(videoId) !== presentIds.has(videoId));
}
