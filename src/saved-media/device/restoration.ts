// Opens the account in the ledger, and restores its rows from the kept list if the ledger was lost (docs/saved.md): when the device is
// opened, and before each change, because a ledger may be lost while this tab is open, or could not be restored before. Until the rows are
// restored, the videos are shown but do not play, no change is made, and no saver runs, because it would delete the files.
import { inBackground } from '../../lib/in-background.ts';
import type { Clock } from '../../lib/clock.ts';
import { listedItems, restoreLostRows } from '../kept-list.ts';
import type { Ledger } from '../ledger/ledger-port.ts';
import type { SavedItem } from '../ledger/rows.ts';
import { isDiskFull } from '../store/part-writer.ts';
import type { SavedDevicePorts } from './device-port.ts';
import type { Reports } from './reports.ts';
import type { TabMessages } from './tab-messages.ts';

export interface Restoration {
  /**
   * Opens the account, and reports its items and plans. On a full device, they are reported even if the account could not be opened, or its
   * rows could not be restored.
   * @throws what the browser throws, or an error if the account was left
   */
  open(): Promise<void>;
  /**
   * Called before each change. If a lost ledger were restored after the change, a deleted policy and a removed video would return, and a
   * copy would not replace a new row. If the ledger cannot be restored, this function rejects, and the change is not made.
   */
  prepareChange(): Promise<void>;
  /** Whether nothing was lost, or it is restored. Only then may a saver run. */
  isRestored(): boolean;
  /** The stored item, or else the one that could not be restored. */
  itemToShow(videoId: string, storedItem: SavedItem | undefined): SavedItem | null;
  /** The video is no longer shown as one that could not be restored. */
  dropUnrestored(videoId: string): void;
  /** Drops all videos that could not be restored. Returns their ids. */
  dropAllUnrestored(): readonly string[];
  /** From now on nothing is restored, and every change is refused. Resolves when the restoration that is under way has ended. */
  end(): Promise<void>;
}

interface Ports extends Pick<SavedDevicePorts, 'isOpen' | 'newKey' | 'requestPage'>, Pick<TabMessages, 'post'> {
  account: string;
  ledger: Ledger;
  clock: Clock;
  reports: Pick<Reports, 'read' | 'readAll' | 'readPlans' | 'notifyChanged'>;
}

/**
 * - `opening`: the plans are not read yet
 * - `unrestored`: rows of a lost ledger may still have to be restored; without them, a saver would delete the files
 * - `restored`: nothing was lost, or it is restored
 * - `cleared`: nothing is written any more
 */
type DeviceState = 'opening' | 'unrestored' | 'restored' | 'cleared';

export function createRestoration({ account, ledger, clock, isOpen, newKey, requestPage, post, reports }: Ports): Restoration {
  let state = 'opening' as DeviceState;
  /** The restoration that is under way. */
  let restoration: Promise<void> | null = null;
  /** Videos of a lost ledger that a full device could not restore, as they are shown. */
  const unrestoredItems = new Map<string, SavedItem>();

  /** From now on the account's videos are played and saved. @throws what the browser throws, or an error if the account was left */
  async function enter(): Promise<void> {
    await ledger.setOpenAccount(account, newKey());
    // The check follows the opening of the account, because a concurrent logout records itself before it leaves the ledger. So either the
    // logout or this check closes the account again.
    if (await isOpen()) return;
    await ledger.leaveAccount(account);
    throw new Error('the account was left meanwhile');
  }

  async function open(): Promise<void> {
    // A full device cannot record the opening of the account, but saved videos still play. The next change, or the next start, tries again.
    const hasEntered = await enter().then(
      () => true,
      async (reason: unknown) => {
        if (!isDiskFull(reason) || !(await isOpen())) throw reason;
        return false;
      },
    );
    const isRestored = await restore(hasEntered).then(
      () => true,
      (reason: unknown) => {
        console.warn('The rows of a lost ledger could not be restored yet', reason);
        return false;
      },
    );
    await reports.readAll();
    state = isRestored ? 'restored' : 'unrestored';
  }

  /**
   * Restores the rows of a lost ledger, and reports them.
   * @param hasEntered false if the ledger may not know that the account is open: a full device could not record it, or the ledger was lost
   *   afterwards
   * @throws what the browser throws, for instance if the device is full
   */
  function restore(hasEntered: boolean): Promise<void> {
    // One at a time, so that `end` can wait for it.
    return (restoration ??= restoreAndNotify(hasEntered).finally(() => (restoration = null)));
  }

  async function restoreAndNotify(hasEntered: boolean): Promise<void> {
    const isLost = !(await ledger.hasAccount(account));
    if (isLost && state === 'restored') state = 'unrestored';
    const lostIds = isLost ? await restoreLost() : [];
    const changedIds = new Set([...lostIds, ...dropAllUnrestored()]);
    for (const videoId of changedIds) await reports.notifyChanged(videoId);
    if (isLost) {
      // A tab that knew the restored videos but not the plans would remove videos that a policy or a trip keeps.
      if (state !== 'opening') await reports.readPlans(); // else `open` reads them, after all items
      post({ kind: 'plans-changed', account });
    }
    if (!hasEntered && (state === 'opening' || state === 'unrestored') && (await isOpen())) await enter();
    if (state === 'unrestored') state = 'restored';
  }

  /** Resolves to the ids of the restored videos. */
  async function restoreLost(): Promise<readonly string[]> {
    const lostIds = await restoreLostRows(ledger, account, clock.now()).catch(async (reason: unknown) => {
      if (isDiskFull(reason)) await showUnrestored();
      throw reason;
    });
    // Fire and forget: their titles may be lost as well.
    for (const videoId of lostIds) inBackground(requestPage(videoId), 'The page of a lost video was not requested');
    return lostIds;
  }

  /**
   * Shows the videos that could not be restored, so that the user can remove some. They do not play, and no policy or trip may remove them,
   * because the plans are not restored either.
   */
  async function showUnrestored(): Promise<void> {
    for (const item of listedItems(account, clock.now())) {
      const status = { state: 'paused', reason: 'storage-full' } as const;
      unrestoredItems.set(item.videoId, { ...item, status, keptFor: 'person', wholeRevision: null, savedBytes: 0 });
    }
    for (const videoId of unrestoredItems.keys()) await reports.read(videoId);
  }

  function dropAllUnrestored(): readonly string[] {
    const ids = [...unrestoredItems.keys()];
    unrestoredItems.clear();
    return ids;
  }

  return {
    open,
    async prepareChange() {
      if (state !== 'cleared') await restore(false);
      if (state === 'cleared') throw new Error('the device was cleared meanwhile');
    },
    isRestored: () => state === 'restored',
    itemToShow(videoId, storedItem) {
      if (storedItem) unrestoredItems.delete(videoId); // another tab has restored it
      return storedItem ?? unrestoredItems.get(videoId) ?? null;
    },
    dropUnrestored(videoId) {
      unrestoredItems.delete(videoId);
    },
    dropAllUnrestored,
    async end() {
      state = 'cleared';
      await restoration?.catch(() => undefined); // nothing more is restored
    },
  };
}
