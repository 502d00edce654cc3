// How much room saved videos take on this device, and how much is left for them.
import { useContext, useEffect, useMemo, useState } from 'react';
import { allowedBytes as allowedOf, readDeviceSpace, roomBytes, type DeviceSpace } from '../saved-media/quota.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';
import type { FetchedData } from '../saved-media/ledger/rows.ts';
import { SavedContext, useSavedItems, useSavePlans, type SavedItem, type SavedPreferences } from './saved.ts';

export interface SavedStorage {
  /** Committed bytes of this account's films. */
  filmBytes: number;
  /** Of all other accounts on this device together. */
  othersBytes: number;
  /** Everything else that this origin stores: rows, pictures, the app itself. Null if the browser does not say. */
  catalogueBytes: number | null;
  /** The browser's figures for this origin; null if it does not say. */
  device: DeviceSpace | null;
  /** Null if the browser does not say. */
  isProtected: boolean | null;
}

type Measured = Pick<SavedStorage, 'othersBytes' | 'device' | 'isProtected'> & { filmBytesThen: number };

/** Its bytes on this device: all of them, or as far as it is saved. */
export function bytesHere({ wholeRevision, openRevision, totalBytes, savedBytes }: SavedItem): number {
  return wholeRevision !== null && openRevision === null ? (totalBytes ?? 0) : savedBytes;
}

/** Null until it is read. Measured again when a video is completed or removed, and when `looks` changes. */
export function useSavedStorage(looks = 0): SavedStorage | null {
  const link = useContext(SavedContext);
  const items = useSavedItems();
  const [measured, setMeasured] = useState<Measured | null>(null);
  const filmBytes = useMemo(() => items.reduce((sum, item) => sum + bytesHere(item), 0), [items]);
  const wholeCount = items.filter(({ wholeRevision }) => wholeRevision !== null).length;
  useEffect(() => {
    let isGone = false;
    if (link)
      void measure(link).then(
        (read) => isGone || setMeasured(read),
        (reason: unknown) => console.warn('The room of saved videos could not be read', reason),
      );
    return () => {
      isGone = true;
    };
  }, [link, wholeCount, items.length, looks]);
  return useMemo(() => {
    if (!measured) return null;
    const { filmBytesThen, othersBytes, device, isProtected } = measured;
    return {
      filmBytes,
      othersBytes,
      catalogueBytes: device && Math.max(0, device.usageBytes - filmBytesThen - othersBytes),
      device: device && { ...device, usageBytes: device.usageBytes + filmBytes - filmBytesThen },
      isProtected,
    };
  }, [measured, filmBytes]);
}

/** What saving has fetched; null: nothing counted yet. Read again with every change to saved videos or plans. */
export function useFetchedData(): FetchedData | null {
  const link = useContext(SavedContext);
  const items = useSavedItems();
  const plans = useSavePlans();
  const [fetched, setFetched] = useState<FetchedData | null>(null);
  useEffect(() => {
    let isGone = false;
    void link?.wishes.fetchedData().then(
      (read) => isGone || setFetched(read),
      (reason: unknown) => console.warn('What saving has fetched could not be read', reason),
    );
    return () => {
      isGone = true;
    };
  }, [link, items, plans]);
  return fetched;
}

async function measure(link: SavedLink): Promise<Measured> {
  const [othersBytes, device, isProtected] = await Promise.all([
    link.wishes.bytesOfOthers(),
    readDeviceSpace().catch(() => null),
    navigator.storage.persisted().catch(() => null),
  ]);
  return { othersBytes, device, isProtected, filmBytesThen: link.items().reduce((sum, item) => sum + bytesHere(item), 0) };
}

export interface SavedRoom {
  /** What films take, including what queued ones still need. */
  takenBytes: number;
  /** What saved films may take in total; null: unknown. */
  allowedBytes: number | null;
  /** What may still be requested; null: unknown. */
  freeBytes: number | null;
  /** Less than a tenth of the allowed space is left. */
  isLow: boolean;
}

export function roomOf({ filmBytes, device }: SavedStorage, { budgetBytes }: Pick<SavedPreferences, 'budgetBytes'>, toComeBytes: number): SavedRoom {
  const takenBytes = filmBytes + toComeBytes;
  const allowedBytes = allowedOf(budgetBytes, device);
  const left = roomBytes({ budgetBytes, usedBytes: filmBytes, device }) - toComeBytes;
  const freeBytes = left === Infinity ? null : Math.max(0, left);
  return { takenBytes, allowedBytes, freeBytes, isLow: allowedBytes !== null && freeBytes !== null && freeBytes < allowedBytes / 10 };
}
