// How much more can be saved on this device, as the saver counts it.
import { useEffect, useState } from 'react';
import { useSavedItems, useSavePlans, type SavedItem } from '../../queries/saved.ts';
import { bytesOnDevice } from '../../queries/saved-storage.ts';
import { readDeviceSpace, availableBytes, type DeviceSpace } from '../../queries/trips.ts';

/** The space that budget and quota leave after saved and queued videos; infinity if there is no limit, null until known. */
export function useFreeBytes(): number | null {
  const items = useSavedItems();
  const plans = useSavePlans();
  const [device, setDevice] = useState<DeviceSpace | null | 'unread'>('unread');
  const { savedBytes, pendingBytes } = spaceOfItems(items);
  // The effect runs again whenever something was saved or removed.
  useEffect(() => {
    let isUnmounted = false;
    void readDeviceSpace()
      .catch(() => null) // the browser refuses to report the space
      .then((space) => isUnmounted || setDevice(space));
    return () => {
      isUnmounted = true;
    };
  }, [savedBytes]);
  if (device === 'unread') return null;
  return Math.max(
    0,
    availableBytes({
      budgetBytes: plans?.preferences.budgetBytes ?? null,
      usedBytes: savedBytes + pendingBytes,
      device: device && { ...device, usageBytes: device.usageBytes + pendingBytes },
    }),
  );
}

/** The bytes on this device, and the bytes still to be saved. A failed video needs no more space until it is tried again. */
export function spaceOfItems(items: readonly SavedItem[]): { savedBytes: number; pendingBytes: number } {
  const sum = (bytesOf: (item: SavedItem) => number): number => items.reduce((bytes, item) => bytes + bytesOf(item), 0);
  return {
    savedBytes: sum(bytesOnDevice),
    pendingBytes: sum(({ status, totalBytes, savedBytes }) => (status.state === 'failed' ? 0 : Math.max(0, (totalBytes ?? 0) - savedBytes))),
  };
}
