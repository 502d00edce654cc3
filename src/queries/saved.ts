// What is saved on this device, and the wishes about it (docs/saved.md).
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';
import type { SavedItem, SavedPreferences, SavePolicy, SaveSource, Trip } from '../saved-media/ledger/rows.ts';
import type { SavedCopy, SavePlans } from '../saved-media/saved-device.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';

export type { SavedCopy, SavedItem, SavedPreferences, SavePlans, SavePolicy, SaveSource, Trip };

/** Of the open account. Null: this browser cannot save. */
export const SavedContext = createContext<SavedLink | null>(null);

const noSubscription = (): (() => void) => () => {};

/** Undefined: it is not saved, or that has not been read yet. */
export function useSavedItem(videoId: string): SavedItem | undefined {
  const link = useContext(SavedContext);
  return useSyncExternalStore(link?.subscribe ?? noSubscription, () => link?.item(videoId));
}

/** Reads it without rendering at each change. Stable. */
export function useLatestItem(videoId: string): () => SavedItem | undefined {
  const link = useContext(SavedContext);
  return useCallback(() => link?.item(videoId), [link, videoId]);
}

const none: readonly SavedItem[] = [];

export function useSavedItems(): readonly SavedItem[] {
  const link = useContext(SavedContext);
  return useSyncExternalStore(link?.subscribe ?? noSubscription, () => link?.items() ?? none);
}

/** Null: not read yet. */
export function useSavePlans(): SavePlans | null {
  const link = useContext(SavedContext);
  return useSyncExternalStore(link?.subscribe ?? noSubscription, () => link?.plans() ?? null);
}

/** Null: this browser cannot save. */
export function useSavedLink(): SavedLink | null {
  return useContext(SavedContext);
}
