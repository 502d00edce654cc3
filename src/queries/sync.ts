import { useCallback, useSyncExternalStore } from 'react';
import type { ConnectionName } from '../lib/connection.ts';
import { retryByUser } from '../mirror/refresh-requests.ts';
import { useMirror } from './mirror-context.tsx';
import { syncStatusStore } from './sync-stores.ts';
import { useStore } from './use-store.ts';
import type { SyncStatus } from './views.ts';

export function useSyncStatus(): SyncStatus {
  return useStore(syncStatusStore(useMirror()));
}

/** Renders again only when the name changes, whatever else is synced. */
export function useConnectionName(): ConnectionName {
  const store = syncStatusStore(useMirror());
  return useSyncExternalStore(store.subscribe, () => store.read().connection.name);
}

/** Returns the action of "Try again" for a view that is `missing` or shows a failure. */
export function useRetryReads(): () => void {
  const mirror = useMirror();
  return useCallback(() => {
    // Fire and forget: the views show the result.
    void retryByUser(mirror);
  }, [mirror]);
}
