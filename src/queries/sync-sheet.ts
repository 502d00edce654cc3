import { useMirror } from './mirror-context.tsx';
import type { SentChange } from '../mirror/rows.ts';
import { copyAgesStore, pendingChangesStore, sentChangesStore, type CopyAges } from './sync-sheet-stores.ts';
import { useStore } from './use-store.ts';
import type { PendingChange } from './views.ts';

/** In the order in which they were made. */
export function usePendingChanges(): PendingChange[] {
  return useStore(pendingChangesStore(useMirror()));
}

/** Newest first. */
export function useSentChanges(): SentChange[] {
  return useStore(sentChangesStore(useMirror()));
}

export function useCopyAges(): CopyAges {
  return useStore(copyAgesStore(useMirror()));
}
