import type { SortPlaylist } from './kinds/sort-playlist.ts';
import type { Mirror } from '../mirror/database.ts';
import { appendEntityChange } from '../mirror/outbox-entities.ts';

/** Which end of the source comes first. The archive reorders at its next refresh only; not for custom playlists. */
export async function setPlaylistSortOrder(
  mirror: Mirror,
  { playlistId, sortOrder, subject }: { playlistId: string; sortOrder: 'top' | 'bottom'; subject: string },
): Promise<void> {
  await appendEntityChange<SortPlaylist>(mirror, { mutation: { kind: 'sort-playlist', playlistId, sortOrder }, subject });
}
