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
  /** All else that this address keeps: rows, pictures, the app itself. Null where the browser does not tell. */
  catalogueBytes: number | null;
  /** What the browser tells of this address; null where it does not tell. */
  device: DeviceSpace | null;
  /** Null where the browser does not tell. */
  isProtected: boolean | null;
}

type Measured = Pick<SavedStorage, 'othersBytes' | 'device' | 'isProtected'> & { filmBytesThen: number };

/** Bytes of it that are on this device: whole, or as far as it is saved. */
export function bytesHere({ wholeRevision, openRevision, totalBytes, savedBytes }: SavedItem): number {
  return wholeRevision !== null && openRevision === null ? (totalBytes ?? 0) : savedBytes;
}

/** Null until it is read. Measured again when another video is whole or gone, and when `looks` changes. */
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

/** What saving has fetched; null: nothing was counted yet. Read again with all that is saved or decided. */
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
  /** What films take, with what is still to come of those in line. */
  takenBytes: number;
  /** What saved films may take together; null: unknown. */
  allowedBytes: number | null;
  /** What may still be asked for; null: unknown. */
  freeBytes: number | null;
  /** Less than a tenth of what is allowed is left. */
  isLow: boolean;
}

export function roomOf({ filmBytes, device }: SavedStorage, { budgetBytes }: Pick<SavedPreferences, 'budgetBytes'>, toComeBytes: number): SavedRoom {
  const takenBytes = filmBytes + toComeBytes;
  const allowedBytes = allowedOf(budgetBytes, device);
  const left = roomBytes({ budgetBytes, usedBytes: filmBytes, device }) - toComeBytes;
  const freeBytes = left === Infinity ? null : Math.max(0, left);
  return { takenBytes, allowedBytes, freeBytes, isLow: allowedBytes !== null && freeBytes !== null && freeBytes < allowedBytes / 10 };
}
