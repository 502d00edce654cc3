// How much more can be saved on this device, as the saver counts it.
import { useEffect, useState } from 'react';
import { useSavedItems, useSavePlans } from '../../queries/saved.ts';
import { readDeviceSpace, availableBytes, type DeviceSpace } from '../../queries/trips.ts';

/** The space that budget and quota leave after saved and queued videos. Infinity: nothing sets a limit. Null until it is known. */
export function useFreeBytes(): number | null {
  const items = useSavedItems();
  const plans = useSavePlans();
  const [device, setDevice] = useState<DeviceSpace | null | 'unread'>('unread');
  // Read again when something was saved or removed.
  const savedBytes = items.reduce((sum, item) => sum + item.savedBytes, 0);
  useEffect(() => {
    let isUnmounted = false;
    void readDeviceSpace()
      .catch(() => null) // refused: nothing is reported
      .then((space) => isUnmounted || setDevice(space));
    return () => {
      isUnmounted = true;
    };
  }, [savedBytes]);
  if (device === 'unread') return null;
  // One that failed needs no more space until it is tried again.
  const usedBytes = items.reduce(
    (sum, { status, totalBytes, savedBytes: bytes }) => sum + (status.state === 'failed' ? bytes : Math.max(totalBytes ?? 0, bytes)),
    0,
  );
  const pendingBytes = usedBytes - savedBytes;
  return Math.max(
    0,
    availableBytes({
      budgetBytes: plans?.preferences.budgetBytes ?? null,
      usedBytes,
      device: device && { ...device, usageBytes: device.usageBytes + pendingBytes },
    }),
  );
}
