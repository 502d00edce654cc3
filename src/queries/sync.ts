import { useCallback } from 'react';
import { retryAsAsked } from '../mirror/wanted.ts';
import { useMirror } from './mirror-context.tsx';
import { copyAgesStore, pendingChangesStore, syncStatusStore, type CopyAges } from './sync-stores.ts';
import { useStore } from './use-store.ts';
import type { PendingChange, SyncStatus } from './views.ts';

export function useSyncStatus(): SyncStatus {
  return useStore(syncStatusStore(useMirror()));
}

/** In the order in which they were made. */
export function usePendingChanges(): PendingChange[] {
  return useStore(pendingChangesStore(useMirror()));
}

export function useCopyAges(): CopyAges {
  return useStore(copyAgesStore(useMirror()));
}

/** For "Try again" on a view that is `missing` or shows a failure. */
export function useRetryReads(): () => void {
  const mirror = useMirror();
  return useCallback(() => {
    // Not awaited: the views draw what comes of it.
    void retryAsAsked(mirror);
  }, [mirror]);
}
