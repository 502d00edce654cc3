// "Check saved videos": at the user's request, reads back every byte of the complete copies, in the page. A copy that differs from what was
// written is dropped, so that no wrong bytes are played. If the archive cannot provide the video now, the copy is kept, because it may be
// the only one.
import type { Ledger } from './ledger/ledger-port.ts';
import { itemKeyOf, revisionKeyOf, type Revision } from './ledger/rows.ts';
import { statusAfter } from './ledger/save-states.ts';
import { matchesDigests } from './saver/verify-revision.ts';
import { deleteRevision } from './store/part-files.ts';

export interface CheckOutcome {
  /** Excludes copies that could not be read now, and damaged copies that were removed meanwhile or are being replaced. */
  checkedCount: number;
  /** Copies that could not be read now. */
  unreadCount: number;
  /** Videos whose damaged copy was dropped. The screen asks the user to save them again. */
  damagedIds: readonly string[];
  /** Videos whose damaged copy was kept, because the archive cannot provide the video now. */
  keptIds: readonly string[];
}

interface Ports {
  ledger: Ledger;
  root: FileSystemDirectoryHandle;
  /** Called with the number of videos read so far, and the total. */
  onProgress(doneCount: number, totalCount: number): void;
  onDamaged(videoId: string): Promise<void>;
  /** Whether the archive provides the file of this copy now. */
  isAtArchive(revision: Revision, signal: AbortSignal): Promise<boolean>;
}

/** Ends early, with the results so far, when `signal` aborts. */
export async function checkCopies(account: string, { ledger, root, onProgress, onDamaged, isAtArchive }: Ports, signal: AbortSignal): Promise<CheckOutcome> {
  const completeItems = (await ledger.itemsOf(account)).filter(({ wholeRevision, removedAtMs }) => wholeRevision !== null && removedAtMs === null);
  const damagedIds: string[] = [];
  const keptIds: string[] = [];
  let [doneCount, checkedCount, unreadCount] = [0, 0, 0];
  onProgress(doneCount, completeItems.length);
  for (const item of completeItems) {
    const revision = item.wholeRevision === null ? undefined : await ledger.revision([...itemKeyOf(item), item.wholeRevision]);
    /** Resolves to null if the copy cannot be read now, for instance for lack of memory, which says nothing about its bytes. */
    const readBack = async (): Promise<boolean | null> =>
      revision ? matchesDigests(revision, { ledger, root }, signal).catch((reason: unknown) => (console.warn('A copy could not be read', reason), null)) : null;
    // A copy that differs, or cannot be read, is read a second time, because one bad read is no reason to give it up.
    const firstRead = await readBack();
    const secondRead = firstRead === true ? true : await readBack();
    const isIntact = secondRead === true || (firstRead === null || secondRead === null ? null : false);
    const isReplaceable = revision !== undefined && isIntact === false && (await isAtArchive(revision, signal));
    if (signal.aborted) break;
    let isChecked = isIntact !== null;
    if (isIntact === false && !isReplaceable) {
      // If the copy was removed or replaced meanwhile, it counts neither as checked nor as kept.
      const row = await ledger.item(itemKeyOf(item));
      isChecked = row?.removedAtMs === null && row.wholeRevision === item.wholeRevision;
      if (isChecked) keptIds.push(item.videoId);
    }
    if (isReplaceable) {
      // The copy is kept if the video was removed meanwhile, or is being updated, because the update replaces it.
      const isDropped = await ledger.dropCopy(revisionKeyOf(revision), (row) => {
        const status = row.wholeRevision === revision.revision && row.removedAtMs === null ? statusAfter(row.status, 'found-damaged') : null;
        return status && { ...row, status, wholeRevision: null, savedBytes: 0 };
      });
      isChecked = isDropped;
      if (isDropped) {
        damagedIds.push(item.videoId);
        await deleteRevision(root, revision);
        await onDamaged(item.videoId);
      }
    }
    if (isChecked) checkedCount += 1;
    if (revision && isIntact === null) unreadCount += 1;
    doneCount += 1;
    onProgress(doneCount, completeItems.length);
  }
  return { checkedCount, unreadCount, damagedIds, keptIds };
}
