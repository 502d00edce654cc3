import { useMirror } from './mirror-context.tsx';
import { copyAgesStore, pendingChangesStore, sentChangesStore, type CopyAges, type ShownSentChange } from './sync-sheet-stores.ts';
import { useStore } from './use-store.ts';
import type { PendingChange } from './views.ts';

export type { ShownSentChange } from './sync-sheet-stores.ts';

/** The pending changes, oldest first. */
export function usePendingChanges(): PendingChange[] {
  return useStore(pendingChangesStore(useMirror()));
}

/** The outcomes of the last changes, newest first. */
export function useSentChanges(): ShownSentChange[] {
  return useStore(sentChangesStore(useMirror()));
}

export function useCopyAges(): CopyAges {
  return useStore(copyAgesStore(useMirror()));
}
