// Where a person goes on in a playlist: the first archived entry that is not watched. Read in small steps up to the answer.
import type { Mirror } from '../mirror/database.ts';
import { createLiveStore, storeFor, type Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';

/** A step reads few rows, since the answer is mostly near the top. */
const stepSize = 50;
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
  return storeFor(mirror, `playlist-start:${playlistId}:${archivedIds.join(' ')}`, (onIdle) =>
    createLiveStore<PlaylistStart | null>({ clock: mirror.clock, query: () => findPlaylistStart(mirror, archivedIds), initial: null, onIdle }),
  );
}

export function findPlaylistStart({ db }: Mirror, archivedIds: readonly string[]): Promise<PlaylistStart | null> {
  return db.transaction('r', db.watchStates, async () => {
    for (let from = 0; from < Math.min(archivedIds.length, lookedAt); from += stepSize) {
      const step = archivedIds.slice(from, from + stepSize);
      const rows = await db.watchStates.bulkGet([...step]);
      const at = rows.findIndex((row) => !row?.shown.isWatched);
      const videoId = step[at];
      if (videoId !== undefined) return { videoId, isBeginning: from + at === 0 && (rows[at]?.shown.positionSeconds ?? null) === null };
    }
    return null;
  });
}
