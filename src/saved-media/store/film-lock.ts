// Who plays a saved film holds its lock, shared; what frees its files asks for the lock alone. So a copy that is removed or replaced while it
// plays, in whichever tab, goes when that playing ends. A tab that dies lets go.
import type { SavedItem } from '../ledger/rows.ts';

export function filmLockName({ account, videoId }: Pick<SavedItem, 'account' | 'videoId'>): string {
  return `stowaway-film ${account} ${videoId}`;
}
