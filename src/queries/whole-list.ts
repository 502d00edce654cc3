// Lists of videos when the whole catalogue is on this device: with any filter and order, as the archive would answer them. Loaded when a
// page that is not stored is opened.
import type { Mirror } from '../mirror/database.ts';
import type { ListedIds } from '../search-index/messages.ts';
import { searchIndexOf } from './search-stores.ts';
import type { VideoListQuery } from './views.ts';

/** Resolves to null for lists with their own order, and if this browser cannot run the index's worker. */
export async function wholeVideoList(mirror: Mirror, query: VideoListQuery, from: number, count: number): Promise<ListedIds | null> {
  const { playlistId, watch, page: _page, ...filters } = query;
  if (playlistId !== undefined || watch === 'continue') return null;
  const waitingRows = await mirror.db.watchStates.where('waiting').equals(1).toArray();
  const changedStates = waitingRows.map(({ videoId, shown }) => ({ videoId, isWatched: shown.isWatched }));
  const { client, retain } = searchIndexOf(mirror);
  const release = retain();
  try {
    return await client.list({ ...filters, ...(watch ? { watch } : {}), from, count, changed: changedStates });
  } finally {
    release();
  }
}
