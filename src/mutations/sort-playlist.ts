import type { Mirror } from '../mirror/database.ts';
import { queueMutation } from './queue-mutation.ts';

/** Sets which end of the source's list comes first. The archive reorders only at its next refresh. Not for custom playlists. */
export function setPlaylistSortOrder(
  mirror: Mirror,
  { playlistId, sortOrder, subject }: { playlistId: string; sortOrder: 'top' | 'bottom'; subject: string },
): Promise<void> {
  return queueMutation(mirror, { kind: 'sort-playlist', playlistId, sortOrder }, subject);
}
