// Drops the unfinished newer copy of a video, because its update was cancelled or the archive no longer has the file. The complete copy
// stays.
import type { Ledger } from '../ledger/ledger-port.ts';
import { itemKeyOf, revisionKeyOf, type SavedItem, type SaverClaim } from '../ledger/rows.ts';
import { deleteRevision } from '../store/part-files.ts';

/** @throws ClaimLost */
export async function dropUpdate(item: SavedItem, claim: SaverClaim, { ledger, root }: { ledger: Ledger; root: FileSystemDirectoryHandle }): Promise<void> {
  const itemKey = itemKeyOf(item);
  const revisionOf = async (revision: number | null) => (revision === null ? undefined : ledger.revision([...itemKey, revision]));
  const [completeCopy, partialCopy] = [await revisionOf(item.wholeRevision), await revisionOf(item.openRevision)];
  const bytes = completeCopy?.totalBytes ?? null;
  // The row is deleted first, so that no deleted file is played.
  await ledger.commit(claim, {
    itemKey,
    item: (row) => ({ ...row, openRevision: null, totalBytes: bytes, savedBytes: bytes ?? 0 }),
    dropRevisions: partialCopy ? [revisionKeyOf(partialCopy)] : [],
  });
  // Files that another context has open are deleted at the next start.
  if (partialCopy) await deleteRevision(root, partialCopy).catch((reason: unknown) => console.warn('Files of a revision stay for now', reason));
}
