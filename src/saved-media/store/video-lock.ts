// The player of a saved video holds this lock in shared mode; deleting the video's files requires it exclusively. So a copy that is removed
// or replaced while it plays, in any tab, is deleted when playback ends. A tab that dies releases the lock.
import type { SavedItem } from '../ledger/rows.ts';

export function videoLockName({ account, videoId }: Pick<SavedItem, 'account' | 'videoId'>): string {
  return `stowaway-film ${account} ${videoId}`;
}
