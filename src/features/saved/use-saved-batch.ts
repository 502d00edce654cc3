// Actions on several saved videos together.
import { useMemo } from 'react';
import { useSavedLink } from '../../queries/saved.ts';
import { savedTexts } from '../../texts/saved.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useToast } from '../../ui/toasts.tsx';

export interface SavedBatch {
  /** Removes the videos; one toast offers Undo for all of them. */
  remove(videoIds: readonly string[]): void;
  pin(videoIds: readonly string[], isPinned: boolean): void;
  /** Waits for the work, and shows a toast if it fails. */
  attempt(work: Promise<unknown>): void;
}

/** The same object in every render. */
export function useSavedBatch(): SavedBatch {
  const link = useSavedLink();
  const showToast = useToast();
  return useMemo(() => {
    function attempt(work: Promise<unknown>): void {
      work.catch((reason: unknown) => {
        console.warn('A change to saved videos was not stored', reason);
        showToast({ text: shellTexts.notKept.other });
      });
    }

    async function forEachInOrder(videoIds: readonly string[], action: (videoId: string) => Promise<void> | undefined): Promise<void> {
      for (const videoId of videoIds) await action(videoId);
    }

    return {
      attempt,
      remove(videoIds) {
        const text = videoIds.length === 1 ? savedTexts.removed : savedScreenTexts.list.removedMany(videoIds.length);
        const onUndo = (): void => attempt(forEachInOrder(videoIds, (videoId) => link?.actions.undoRemove(videoId)));
        attempt(forEachInOrder(videoIds, (videoId) => link?.actions.remove(videoId)).then(() => showToast({ text, onUndo })));
      },
      pin: (videoIds, isPinned) => attempt(forEachInOrder(videoIds, (videoId) => link?.actions.updateItem(videoId, { isPinned }))),
    };
  }, [link, showToast]);
}
