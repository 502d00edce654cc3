// Where a person goes on in a playlist: what was begun, else the first archived entry that is not watched. Read in small steps.
import type { Mirror } from '../mirror/database.ts';
import { liveStoreFor, type Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';

/** A step reads few rows, since the answer is mostly near the top. */
const stepSize = 50;
/** What was begun is looked for so far. */
const begunWithin = 300;
/** Beyond so many watched in a row nobody is told where to go on: a bound, so that no list is read without end. */
const lookedAt = 1000;

export interface PlaylistStart {
  videoId: string;
  /** Neither it nor anything before it was ever begun. */
  isBeginning: boolean;
}

/** `archivedIds` in the playlist's order. Null: nothing is left to watch, or nothing is known. */
export function usePlaylistStart(playlistId: string, archivedIds: readonly string[]): PlaylistStart | null {
  return useStore(playlistStartStore(useMirror(), playlistId, archivedIds));
}

function playlistStartStore(mirror: Mirror, playlistId: string, archivedIds: readonly string[]): Store<PlaylistStart | null> {
  return liveStoreFor<PlaylistStart | null>(mirror, `playlist-start:${playlistId}:${archivedIds.join(' ')}`, null, () =>
    findPlaylistStart(mirror, archivedIds),
  );
}

/** What was begun, else the first that is not watched. */
export function findPlaylistStart({ db }: Mirror, archivedIds: readonly string[]): Promise<PlaylistStart | null> {
  return db.transaction('r', db.watchStates, async () => {
    let unwatched: PlaylistStart | null = null;
    for (let from = 0; from < Math.min(archivedIds.length, unwatched ? begunWithin : lookedAt); from += stepSize) {
      const rows = await db.watchStates.bulkGet(archivedIds.slice(from, from + stepSize));
      for (const [at, row] of rows.entries()) {
        const videoId = archivedIds[from + at];
        if (videoId === undefined || row?.shown.isWatched) continue;
        if ((row?.shown.positionSeconds ?? null) !== null) return { videoId, isBeginning: false };
        unwatched ??= { videoId, isBeginning: from + at === 0 };
      }
    }
    return unwatched;
  });
}
