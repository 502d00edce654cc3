// The player of a saved video holds this lock in shared mode; a copy that was removed or replaced is deleted under the exclusive lock. So a
// copy that plays, in any tab, is not deleted before playback ends. A tab that dies releases the lock.
import type { SavedItem } from '../ledger/rows.ts';

export function videoLockName({ account, videoId }: Pick<SavedItem, 'account' | 'videoId'>): string {
  return `stowaway-film ${account} ${videoId}`;
}
