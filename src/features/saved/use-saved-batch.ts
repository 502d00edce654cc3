// Actions on several saved videos together.
import { useMemo } from 'react';
import { useSavedLink } from '../../queries/saved.ts';
import { savedTexts } from '../../texts/saved.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useAttempt } from './use-attempt.ts';

export interface SavedBatchActions {
  /** Removes the videos; one toast offers Undo for all of them. */
  remove(videoIds: readonly string[]): void;
  pin(videoIds: readonly string[], isPinned: boolean): void;
}

/** The same object in every render. */
export function useSavedBatch(): SavedBatchActions {
  const link = useSavedLink();
  const showToast = useToast();
  const attempt = useAttempt();
  return useMemo(() => {
    async function forEachInOrder(videoIds: readonly string[], action: (videoId: string) => Promise<void> | undefined): Promise<void> {
      for (const videoId of videoIds) await action(videoId);
    }

    return {
      remove(videoIds) {
        const text = videoIds.length === 1 ? savedTexts.removed : savedScreenTexts.list.removedMany(videoIds.length);
        if (link) attempt(link.actions.removeAll(videoIds), () => showToast({ text, onUndo: () => attempt(link.actions.undoRemoveAll(videoIds)) }));
      },
      pin: (videoIds, isPinned) => attempt(forEachInOrder(videoIds, (videoId) => link?.actions.updateItem(videoId, { isPinned }))),
    };
  }, [link, attempt, showToast]);
}
