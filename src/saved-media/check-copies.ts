// "Check saved videos": at the user's request, reads back every byte of the complete copies, in the page. A copy that differs from what was
// written is dropped, so that no wrong bytes are played, unless the archive cannot provide the video now: then it may be the only copy.
import type { Ledger } from './ledger/ledger.ts';
import { itemKeyOf, revisionKeyOf, type Revision } from './ledger/rows.ts';
import { statusAfter } from './ledger/save-states.ts';
import { matchesDigests } from './saver/verify-revision.ts';
import { deleteRevision } from './store/part-files.ts';

export interface CheckOutcome {
  /** Excludes copies that could not be read now, and damaged ones that were removed meanwhile or are being replaced. */
  checkedCount: number;
  /** Copies that could not be read now. */
  unreadCount: number;
  /** Dropped, and to be saved again. */
  damagedIds: readonly string[];
  /** Damaged, but kept: the archive cannot provide the video now. */
  keptIds: readonly string[];
}

interface Ports {
  ledger: Ledger;
  root: FileSystemDirectoryHandle;
  /** Called with the number of videos read so far, and the total. */
  onProgress(done: number, all: number): void;
  onDamaged(videoId: string): Promise<void>;
  /** Whether the archive provides the file of this copy now. */
  isAtArchive(revision: Revision, signal: AbortSignal): Promise<boolean>;
}

/** Ends early, with the results so far, when `signal` aborts. */
export async function checkCopies(account: string, { ledger, root, onProgress, onDamaged, isAtArchive }: Ports, signal: AbortSignal): Promise<CheckOutcome> {
  const complete = (await ledger.itemsOf(account)).filter(({ wholeRevision, removedAtMs }) => wholeRevision !== null && removedAtMs === null);
  const damagedIds: string[] = [];
  const keptIds: string[] = [];
  let [done, checkedCount, unreadCount] = [0, 0, 0];
  onProgress(done, complete.length);
  for (const item of complete) {
    const revision = item.wholeRevision === null ? undefined : await ledger.revision([...itemKeyOf(item), item.wholeRevision]);
    /** Null: the copy cannot be read now, for instance for lack of memory, which says nothing about its bytes. */
    const readBack = async (): Promise<boolean | null> =>
      revision ? matchesDigests(revision, { ledger, root }, signal).catch((reason: unknown) => (console.warn('A copy could not be read', reason), null)) : null;
    // A copy that differs, or cannot be read, is read a second time: one bad read is no reason to give it up.
    const first = await readBack();
    const second = first === true ? true : await readBack();
    const isIntact = second === true || (first === null || second === null ? null : false);
    const isReplaceable = revision !== undefined && isIntact === false && (await isAtArchive(revision, signal));
    if (signal.aborted) break;
    let isChecked = isIntact !== null;
    if (isIntact === false && !isReplaceable) {
      // Removed or replaced meanwhile: nothing is kept.
      const row = await ledger.item(itemKeyOf(item));
      isChecked = row?.removedAtMs === null && row.wholeRevision === item.wholeRevision;
      if (isChecked) keptIds.push(item.videoId);
    }
    if (isReplaceable) {
      // The copy is kept if the video was removed meanwhile, or is being updated: the update replaces it.
      const isDropped = await ledger.dropCopy(revisionKeyOf(revision), (row) => {
        const status = row.wholeRevision === revision.revision ? statusAfter(row.status, 'found-damaged') : null;
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
    done += 1;
    onProgress(done, complete.length);
  }
  return { checkedCount, unreadCount, damagedIds, keptIds };
}
