// Decides whether a video fits: the whole size of each video being saved is reserved, so that two that start together do not both run out
// of space half-way. Called by the saver, one question at a time.
import type { Ledger } from '../ledger/ledger.ts';
import { itemKeyOf, windowBytes, type SavedItem } from '../ledger/rows.ts';
import { remainingBytes, availableBytes, type DeviceSpace } from '../quota.ts';

export interface SpaceBudget {
  /** Whether `item` fits beside `running`. If its size is unknown: whether anything does. */
  fits(item: SavedItem, running: readonly SavedItem[]): Promise<boolean>;
  /** Like `fits`. If the disk was full for this item although the browser reported room, it fits only once there is more room. */
  fitsNow(item: SavedItem, running: readonly SavedItem[]): Promise<boolean>;
  /** The disk became full while saving `item`. */
  recordDiskFull(item: SavedItem): Promise<void>;
}

interface Ports {
  ledger: Pick<Ledger, 'revisionsOf' | 'preferences'>;
  space(): Promise<DeviceSpace | null>;
}

export function createSpaceBudget(account: string, { ledger, space }: Ports): SpaceBudget {
  const levelWhenFull = new Map<string, number>();
  const idOf = (item: SavedItem): string => itemKeyOf(item).join(' ');

  /** `level`: compared over time. If nothing sets a limit, only removals show that there is more room. */
  async function read(): Promise<{ available: number; level: number }> {
    const [{ budgetBytes }, revisions, device] = await Promise.all([
      ledger.preferences(account),
      ledger.revisionsOf(account),
      space().catch(() => null), // unknown at the moment
    ]);
    const usedBytes = revisions.reduce((sum, { committedBytes }) => sum + committedBytes, 0);
    const available = availableBytes({ budgetBytes, usedBytes, device });
    return { available, level: available === Infinity ? -usedBytes : available };
  }

  function fitsInto(available: number, item: SavedItem, running: readonly SavedItem[]): boolean {
    if (item.totalBytes !== null && remainingBytes(item) === 0) return true; // only needs to be read back
    const others = running.filter((other) => idOf(other) !== idOf(item));
    const requiredBytes = [item, ...others].reduce((sum, one) => sum + remainingBytes(one), 0);
    return available > 0 && requiredBytes <= available;
  }

  return {
    fits: async (item, running) => fitsInto((await read()).available, item, running),
    async fitsNow(item, running) {
      const { available, level } = await read();
      const before = levelWhenFull.get(idOf(item));
      if (before !== undefined && level < before + windowBytes) return false;
      return fitsInto(available, item, running);
    },
    recordDiskFull: async (item) => void levelWhenFull.set(idOf(item), (await read()).level),
  };
}
