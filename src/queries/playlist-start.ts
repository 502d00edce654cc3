// Where the user continues in a playlist: the first started video, else the first unwatched archived entry. Read in small steps.
import type { Mirror } from '../mirror/database.ts';
import { liveStoreFor, type Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';

/** A step reads few rows, since the answer is usually near the top. */
const stepSize = 50;
/** Once an unwatched video is found, the search for a started one ends after this many entries. */
const maxScannedForStarted = 300;
/** If this many entries from the top are all watched, no start is offered, so that no playlist is read without limit. */
const maxScanned = 1000;

export interface PlaylistStart {
  videoId: string;
  /** Whether the video is the first archived entry, and was never started. */
  isBeginning: boolean;
}

/** Null if nothing is left to watch, or the device has not answered yet. @param archivedIds in the playlist's order */
export function usePlaylistStart(playlistId: string, archivedIds: readonly string[]): PlaylistStart | null {
  return useStore(playlistStartStore(useMirror(), playlistId, archivedIds));
}

function playlistStartStore(mirror: Mirror, playlistId: string, archivedIds: readonly string[]): Store<PlaylistStart | null> {
  return liveStoreFor<PlaylistStart | null>(mirror, `playlist-start:${playlistId}:${archivedIds.join(' ')}`, null, () =>
    findPlaylistStart(mirror, archivedIds),
  );
}

export function findPlaylistStart({ db }: Mirror, archivedIds: readonly string[]): Promise<PlaylistStart | null> {
  return db.transaction('r', db.watchStates, async () => {
    let firstUnwatched: PlaylistStart | null = null;
    for (let from = 0; from < Math.min(archivedIds.length, firstUnwatched ? maxScannedForStarted : maxScanned); from += stepSize) {
      const rows = await db.watchStates.bulkGet(archivedIds.slice(from, from + stepSize));
      for (const [index, row] of rows.entries()) {
        const videoId = archivedIds[from + index];
        if (videoId === undefined || row?.shown.isWatched) continue;
        if ((row?.shown.positionSeconds ?? null) !== null) return { videoId, isBeginning: false };
        firstUnwatched ??= { videoId, isBeginning: from + index === 0 };
      }
    }
    return firstUnwatched;
  });
}
