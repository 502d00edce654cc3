// The saved videos of this device, and the user's plans for them (docs/saved.md).
import { createContext, useCallback, useContext, useEffect, useSyncExternalStore } from 'react';
import type { CheckOutcome } from '../saved-media/check-copies.ts';
import type { SavedCopy } from '../saved-media/device/device-port.ts';
import type { SavedItem, SavedPreferences, SavePlans, SavePolicy, PolicySource, SaveSource, Trip } from '../saved-media/ledger/rows.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';
import { inBackground } from '../lib/in-background.ts';

export type { CheckOutcome, SavedCopy, SavedItem, SavedPreferences, SavePlans, SavePolicy, PolicySource, SaveSource, Trip };

/** The saved videos of the open account; null if this browser cannot save. */
export const SavedContext = createContext<SavedLink | null>(null);

const noSubscription = (): (() => void) => () => {};

/** `read` must return the same value until it changes. */
function useLink<Value>(read: (link: SavedLink | null) => Value): Value {
  const link = useContext(SavedContext);
  return useSyncExternalStore(link?.subscribe ?? noSubscription, () => read(link));
}

/** Undefined if the video is not saved, or the ledger has not been read yet. */
export const useSavedItem = (videoId: string): SavedItem | undefined => useLink((link) => link?.item(videoId));

/** Returns a stable function that reads the item, without rendering at each change. */
export function useLatestItem(videoId: string): () => SavedItem | undefined {
  const link = useContext(SavedContext);
  return useCallback(() => link?.item(videoId), [link, videoId]);
}

const noItems: readonly SavedItem[] = [];

/** Renders only when the result changes: `select` must return a primitive, or the same object until it changes. */
export const useSavedSelector = <Value>(select: (items: readonly SavedItem[]) => Value): Value => useLink((link) => select(link?.items() ?? noItems));

export const useSavedItems = (): readonly SavedItem[] => useSavedSelector((items) => items);

/** False while this device may have saved videos that have not been read yet. */
export const useIsSavedLoaded = (): boolean => useLink((link) => link?.isRead() ?? true);

/** Like `useIsSavedLoaded`, and starts reading. */
export function useLoadSaved(): boolean {
  const link = useContext(SavedContext);
  useEffect(() => {
    if (link) inBackground(link.openIfUsed(), 'Saved videos not read');
  }, [link]);
  return useIsSavedLoaded();
}

/** Whether a complete copy is on this device. The video then plays from it. */
export function isFullySaved(item: SavedItem | undefined): boolean {
  return item !== undefined && item.wholeRevision !== null;
}

/** Whether all or part of the video plays from this device. An HLS copy must be complete. */
export function isPlayableHere(item: SavedItem | undefined): boolean {
  return isFullySaved(item) || (item !== undefined && item.openRevision !== null && item.savedBytes > 0 && !item.isStream);
}

/** How many videos are saved completely. */
export const useSavedCount = (): number => useSavedSelector((items) => items.filter(isFullySaved).length);

/** The plans; null until they are read. */
export const useSavePlans = (): SavePlans | null => useLink((link) => link?.plans() ?? null);

/** The link to the saved videos; null if this browser cannot save. */
export const useSavedLink = (): SavedLink | null => useContext(SavedContext);
