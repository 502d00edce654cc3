// Whether what is to be saved fits: each film that is being saved has its whole size reserved, so that two that begin together do not fill the
// disk half-way. Asked by the saver, one question after the other.
import type { Ledger } from '../ledger/ledger.ts';
import { itemKeyOf, windowBytes, type SavedItem } from '../ledger/rows.ts';
import { neededBytes, roomBytes, type DeviceSpace } from '../quota.ts';

export interface Room {
  /** Whether `item` fits beside `running`. Of unknown size: whether anything does. */
  fits(item: SavedItem, running: readonly SavedItem[]): Promise<boolean>;
  /** The same for one that the disk had no room for although the browser told so: only once there is more of it. */
  fitsAgain(item: SavedItem, running: readonly SavedItem[]): Promise<boolean>;
  /** The disk was full in the middle of `item`. */
  onFull(item: SavedItem): Promise<void>;
}

interface Ports {
  ledger: Pick<Ledger, 'revisionsOf' | 'preferences'>;
  space(): Promise<DeviceSpace | null>;
}

export function createRoom(account: string, { ledger, space }: Ports): Room {
  const leftWhenFull = new Map<string, number>();
  const idOf = (item: SavedItem): string => itemKeyOf(item).join(' ');

  /** `grows`: what is compared over time. Where nothing sets a limit only what was removed tells that there is more room. */
  async function read(): Promise<{ left: number; grows: number }> {
    const [{ budgetBytes }, revisions, device] = await Promise.all([
      ledger.preferences(account),
      ledger.revisionsOf(account),
      space().catch(() => null), // it cannot tell at the moment
    ]);
    const usedBytes = revisions.reduce((sum, { committedBytes }) => sum + committedBytes, 0);
    const left = roomBytes({ budgetBytes, usedBytes, device });
    return { left, grows: left === Infinity ? -usedBytes : left };
  }

  function fitsInto(left: number, item: SavedItem, running: readonly SavedItem[]): boolean {
    if (item.totalBytes !== null && neededBytes(item) === 0) return true; // only to be read back
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
