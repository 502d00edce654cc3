// A player of a saved video holds its lock in shared mode; freeing its files requests the lock exclusively. So a copy that is removed or replaced
// while it plays, in any tab, is deleted when playback ends. A tab that dies releases the lock.
import type { SavedItem } from '../ledger/rows.ts';

export function videoLockName({ account, videoId }: Pick<SavedItem, 'account' | 'videoId'>): string {
  return `stowaway-film ${account} ${videoId}`;
}
