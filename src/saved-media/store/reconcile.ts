// Reconciles ledger and files at each start, before the saver looks for work: a crash leaves files without a row, and systems short of
// space delete files. Writes under the saver's claim. After a crash midway, the next start does the rest.
import type { Clock } from '../../lib/clock.ts';
import type { Locks } from '../../lib/locks.ts';
import { ClaimLost } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger-port.ts';
import { itemKeyOf, revisionKeyOf, windowBytes, type Revision, type SavedItem, type SaverClaim } from '../ledger/rows.ts';
import { statusAfter } from '../ledger/save-states.ts';
import { videoLockName } from './video-lock.ts';
import { accountFolderName, listAccountFolders, deleteFolder, listFolders, readPartSizes, revisionFolderName } from './part-files.ts';

export interface ReconcilePorts {
  ledger: Ledger;
  root: FileSystemDirectoryHandle;
  locks: Locks;
  onChange(videoId: string): void;
}

const maxTries = 3;
const retryMs = 2_000;

/** Tries again if the files cannot be read for the moment. What still cannot be read then is compared at the next start. */
export async function reconcileWithRetries(account: string, claim: SaverClaim, ports: ReconcilePorts, clock: Pick<Clock, 'after'>): Promise<void> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const isDone = await reconcile(account, claim, ports).then(
      () => true,
      (reason: unknown) => {
        console.warn('Saved files could not be compared', reason);
        return reason instanceof ClaimLost;
      },
    );
    if (isDone) return;
    if (tries < maxTries) await new Promise<void>((resolve) => clock.after(retryMs, resolve));
  }
}

/** @throws ClaimLost, and what the file system throws, because files that merely could not be read do not count as gone */
export async function reconcile(account: string, claim: SaverClaim, { ledger, root, locks, onChange }: ReconcilePorts): Promise<void> {
  const folderName = await accountFolderName(account);
  await removeUnknownFolders();
  const folders = await revisionFolders();
  const items = new Map((await ledger.itemsOf(account)).map((item): [string, SavedItem] => [itemKeyOf(item).join(' '), item]));
  const keptFolders = new Set<string>();

  for (const revision of await ledger.revisionsOf(account)) {
    const item = items.get(itemKeyOf(revision).join(' '));
    if (item?.wholeRevision === revision.revision) await checkWhole(item, revision);
    else if (item?.openRevision === revision.revision) await checkOpen(item, revision);
    else await dropReplaced(revision);
  }
  for (const name of folders.keys()) if (!keptFolders.has(name)) await remove(folderName, name);

  /** Drops a revision that was replaced, but not deleted because of a crash. A revision that plays in a tab stays until the next start. */
  async function dropReplaced(revision: Revision): Promise<void> {
    const drop = async (): Promise<true> => {
      await ledger.commit(claim, { itemKey: itemKeyOf(revision), dropRevisions: [revisionKeyOf(revision)] });
      return true;
    };
    if (!(await locks.run(videoLockName(revision), drop, { ifFree: true }))) keptFolders.add(revisionFolderName(revision));
  }

  /** Removes folders of accounts unknown to the ledger, which an interrupted "Clear this device" leaves behind. */
  async function removeUnknownFolders(): Promise<void> {
    const names = new Set(await Promise.all([account, ...(await ledger.accounts())].map(accountFolderName)));
    for (const name of (await listAccountFolders(root)).keys()) if (!names.has(name)) await remove(name);
  }

  async function remove(...path: [account: string, revision?: string]): Promise<void> {
    // A folder with open files is deleted at a later start.
    await deleteFolder(root, ...path).catch((reason: unknown) => console.warn('Files that no row refers to could not be deleted yet', reason));
  }

  async function revisionFolders(): Promise<Map<string, FileSystemDirectoryHandle>> {
    const folder = (await listAccountFolders(root)).get(folderName);
    return folder ? listFolders(folder) : new Map();
  }

  async function checkWhole(item: SavedItem, revision: Revision): Promise<void> {
    if ((await bytesHere(revision)) >= revision.totalBytes) return void keptFolders.add(revisionFolderName(revision));
    await ledger.commit(claim, {
      itemKey: itemKeyOf(item),
      // If a new fetch was under way, it continues.
      item: (row) => ({
        ...row,
        wholeRevision: null,
        savedBytes: row.openRevision === null ? 0 : row.savedBytes,
        status: statusAfter(row.status, 'taken-away') ?? row.status,
      }),
      dropRevisions: [revisionKeyOf(revision)],
    });
    onChange(item.videoId);
  }

  /** Saving continues after the last window that is completely present. */
  async function checkOpen(item: SavedItem, revision: Revision): Promise<void> {
    keptFolders.add(revisionFolderName(revision));
    const presentBytes = await bytesHere(revision);
    if (presentBytes >= revision.committedBytes) return;
    const alignedBytes = presentBytes - (presentBytes % windowBytes);
    await ledger.commit(claim, {
      itemKey: itemKeyOf(item),
      revision: { ...revision, committedBytes: alignedBytes },
      item: (row) => ({ ...row, savedBytes: alignedBytes }),
      dropDigestsFrom: { revision: revisionKeyOf(revision), window: alignedBytes / windowBytes },
    });
    onChange(item.videoId);
  }

  /** The number of contiguous bytes on disk, from the start. */
  async function bytesHere(revision: Revision): Promise<number> {
    const folder = folders.get(revisionFolderName(revision));
    const sizes = folder ? await readPartSizes(folder) : new Map<number, number>();
    const { partBytes, totalBytes } = revision;
    for (let part = 0; part * partBytes < totalBytes; part += 1) {
      const size = sizes.get(part) ?? 0;
      if (size < Math.min(partBytes, totalBytes - part * partBytes)) return part * partBytes + size;
    }
    return totalBytes;
  }
}
