// Whether what is to be saved fits: the whole size of each film being saved is reserved, so that two that start together do not fill the disk
// half-way. Called by the saver, one question at a time.
import type { Ledger } from '../ledger/ledger.ts';
import { itemKeyOf, windowBytes, type SavedItem } from '../ledger/rows.ts';
import { neededBytes, roomBytes, type DeviceSpace } from '../quota.ts';

export interface Room {
  /** Whether `item` fits beside `running`. If its size is unknown: whether anything does. */
  fits(item: SavedItem, running: readonly SavedItem[]): Promise<boolean>;
  /** The same for one that the disk had no room for although the browser reported some: only once there is more. */
  fitsAgain(item: SavedItem, running: readonly SavedItem[]): Promise<boolean>;
  /** The disk became full while saving `item`. */
  onFull(item: SavedItem): Promise<void>;
}

interface Ports {
  ledger: Pick<Ledger, 'revisionsOf' | 'preferences'>;
  space(): Promise<DeviceSpace | null>;
}

export function createRoom(account: string, { ledger, space }: Ports): Room {
  const leftWhenFull = new Map<string, number>();
  const idOf = (item: SavedItem): string => itemKeyOf(item).join(' ');

  /** `grows`: compared over time. If nothing sets a limit, only removals show that there is more room. */
  async function read(): Promise<{ left: number; grows: number }> {
    const [{ budgetBytes }, revisions, device] = await Promise.all([
      ledger.preferences(account),
      ledger.revisionsOf(account),
      space().catch(() => null), // unknown at the moment
    ]);
    const usedBytes = revisions.reduce((sum, { committedBytes }) => sum + committedBytes, 0);
    const left = roomBytes({ budgetBytes, usedBytes, device });
    return { left, grows: left === Infinity ? -usedBytes : left };
  }

  function fitsInto(left: number, item: SavedItem, running: readonly SavedItem[]): boolean {
    if (item.totalBytes !== null && neededBytes(item) === 0) return true; // only needs to be read back
    const others = running.filter((other) => idOf(other) !== idOf(item));
    const wanted = [item, ...others].reduce((sum, one) => sum + neededBytes(one), 0);
    return left > 0 && wanted <= left;
  }

  return {
    fits: async (item, running) => fitsInto((await read()).left, item, running),
    async fitsAgain(item, running) {
      const { left, grows } = await read();
      const before = leftWhenFull.get(idOf(item));
      if (before !== undefined && grows < before + windowBytes) return false;
      return fitsInto(left, item, running);
    },
    onFull: async (item) => void leftWhenFull.set(idOf(item), (await read()).grows),
  };
}
