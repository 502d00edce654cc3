// Decides whether a video fits. All the space that the videos being saved still need is reserved, so that two videos that start together do
// not both run out of space half-way. Called by the saver, one call at a time.
import type { Ledger } from '../ledger/ledger-port.ts';
import { itemKeyOf, windowBytes, type SavedItem } from '../ledger/rows.ts';
import { remainingBytes, availableBytes, type DeviceSpace } from '../quota.ts';

export interface SpaceBudget {
  /** Whether `item` fits beside `runningItems`. A size that is unknown counts as zero, but some space must be free. */
  fits(item: SavedItem, runningItems: readonly SavedItem[]): Promise<boolean>;
  /**
   * Like `fits`. If the disk became full while this item was saved, it fits only once there is at least one window more space than at
   * that time.
   */
  fitsNow(item: SavedItem, runningItems: readonly SavedItem[]): Promise<boolean>;
  /** Call when the disk became full while `item` was being saved. */
  recordDiskFull(item: SavedItem): Promise<void>;
}

interface Ports {
  ledger: Pick<Ledger, 'revisionsOf' | 'preferences'>;
  space(): Promise<DeviceSpace | null>;
}

export function createSpaceBudget(account: string, { ledger, space }: Ports): SpaceBudget {
  const levelsWhenFull = new Map<string, number>();
  const idOf = (item: SavedItem): string => itemKeyOf(item).join(' ');

  /** `level` rises when there is more space. If nothing sets a limit, it rises only when saved videos are removed. */
  async function read(): Promise<{ freeBytes: number; level: number }> {
    const [{ budgetBytes }, revisions, device] = await Promise.all([
      ledger.preferences(account),
      ledger.revisionsOf(account),
      space().catch(() => null), // unknown at the moment
    ]);
    const usedBytes = revisions.reduce((sum, { committedBytes }) => sum + committedBytes, 0);
    const freeBytes = availableBytes({ budgetBytes, usedBytes, device });
    return { freeBytes, level: freeBytes === Infinity ? -usedBytes : freeBytes };
  }

  function fitsInto(freeBytes: number, item: SavedItem, runningItems: readonly SavedItem[]): boolean {
    if (item.totalBytes !== null && remainingBytes(item) === 0) return true; // complete, and only needs to be verified
    const otherItems = runningItems.filter((other) => idOf(other) !== idOf(item));
    const requiredBytes = [item, ...otherItems].reduce((sum, one) => sum + remainingBytes(one), 0);
    return freeBytes > 0 && requiredBytes <= freeBytes;
  }

  return {
    fits: async (item, runningItems) => fitsInto((await read()).freeBytes, item, runningItems),
    async fitsNow(item, runningItems) {
      const { freeBytes, level } = await read();
      const fullLevel = levelsWhenFull.get(idOf(item));
      if (fullLevel !== undefined && level < fullLevel + windowBytes) return false;
      return fitsInto(freeBytes, item, runningItems);
    },
    recordDiskFull: async (item) => void levelsWhenFull.set(idOf(item), (await read()).level),
  };
}
