// How much space saved videos take on this device, and how much is left for them.
import { useContext, useEffect, useMemo, useState } from 'react';
import { totalAllowedBytes as allowedOf, readDeviceSpace, availableBytes, type DeviceSpace } from '../saved-media/quota.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';
import type { FetchedData } from '../saved-media/ledger/rows.ts';
import { SavedContext, useSavedItems, useSavePlans, type SavedItem, type SavedPreferences } from './saved.ts';

export interface SavedStorage {
  /** Committed bytes of this account's videos. */
  videoBytes: number;
  /** Committed bytes of all other accounts on this device together. */
  othersBytes: number;
  /** Everything else that this origin stores: rows, pictures, the app itself. Null if the browser does not say. */
  otherDataBytes: number | null;
  /** The browser's figures for this origin; null if it does not say. */
  device: DeviceSpace | null;
  /** Null if the browser does not say. */
  isProtected: boolean | null;
}

type Measurement = Pick<SavedStorage, 'othersBytes' | 'device' | 'isProtected'> & { measuredVideoBytes: number };

/** A video's bytes on this device: those of its complete copy, and those of the copy that is being saved, which may replace it. */
export function bytesOnDevice({ wholeRevision, wholeBytes, openRevision, totalBytes, savedBytes }: SavedItem): number {
  if (wholeRevision === null) return savedBytes;
  return openRevision === null ? (wholeBytes ?? totalBytes ?? 0) : (wholeBytes ?? 0) + savedBytes;
}

/** Null until it is measured; measured again when a video is added, completed or removed, and when `measureKey` changes. */
export function useSavedStorage(measureKey = 0): SavedStorage | null {
  const link = useContext(SavedContext);
  const items = useSavedItems();
  const [measurement, setMeasurement] = useState<Measurement | null>(null);
  const videoBytes = useMemo(() => items.reduce((sum, item) => sum + bytesOnDevice(item), 0), [items]);
  const wholeCount = items.filter(({ wholeRevision }) => wholeRevision !== null).length;
  useEffect(() => {
    let isUnmounted = false;
    if (link)
      void measureStorage(link).then(
        (newMeasurement) => isUnmounted || setMeasurement(newMeasurement),
        (reason: unknown) => console.warn('The space that saved videos take could not be read', reason),
      );
    return () => {
      isUnmounted = true;
    };
  }, [link, wholeCount, items.length, measureKey]);
  return useMemo(() => {
    if (!measurement) return null;
    const { measuredVideoBytes, othersBytes, device, isProtected } = measurement;
    return {
      videoBytes,
      othersBytes,
      otherDataBytes: device && Math.max(0, device.usageBytes - measuredVideoBytes - othersBytes),
      device: device && { ...device, usageBytes: device.usageBytes + videoBytes - measuredVideoBytes },
      isProtected,
    };
  }, [measurement, videoBytes]);
}

/** How much data has been fetched to save videos; null if nothing is counted yet. Read again at each change to saved videos or plans. */
export function useFetchedData(): FetchedData | null {
  const link = useContext(SavedContext);
  const items = useSavedItems();
  const plans = useSavePlans();
  const [fetchedData, setFetchedData] = useState<FetchedData | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    void link?.actions.fetchedData().then(
      (newData) => isUnmounted || setFetchedData(newData),
      (reason: unknown) => console.warn('The amount of fetched data could not be read', reason),
    );
    return () => {
      isUnmounted = true;
    };
  }, [link, items, plans]);
  return fetchedData;
}

async function measureStorage(link: SavedLink): Promise<Measurement> {
  const [othersBytes, device, isProtected] = await Promise.all([
    link.actions.bytesOfOthers(),
    readDeviceSpace().catch(() => null),
    navigator.storage.persisted().catch(() => null),
  ]);
  return { othersBytes, device, isProtected, measuredVideoBytes: link.items().reduce((sum, item) => sum + bytesOnDevice(item), 0) };
}

export interface SavedSpace {
  /** The limit for all saved videos of this account; null: there is none, or it is unknown. */
  allowedBytes: number | null;
  /** How much more may be saved; null: unlimited or unknown. */
  freeBytes: number | null;
  /** Whether less than a tenth of the allowed space is left. */
  isLow: boolean;
}

export function savedSpaceOf({ videoBytes, device }: SavedStorage, { budgetBytes }: Pick<SavedPreferences, 'budgetBytes'>, pendingBytes: number): SavedSpace {
  const allowedBytes = allowedOf(budgetBytes, device);
  const remainingBytes = availableBytes({ budgetBytes, usedBytes: videoBytes, device }) - pendingBytes;
  const freeBytes = remainingBytes === Infinity ? null : Math.max(0, remainingBytes);
  return { allowedBytes, freeBytes, isLow: allowedBytes !== null && freeBytes !== null && freeBytes < allowedBytes / 10 };
}
