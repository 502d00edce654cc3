// Actions on several saved videos at once, with one Undo for all.
import { useMemo } from 'react';
import { useSavedLink } from '../../queries/saved.ts';
import { savedTexts } from '../../texts/saved.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useToast } from '../../ui/toasts.tsx';

export interface SavedMany {
  /** With Undo. */
  remove(videoIds: readonly string[]): void;
  pin(videoIds: readonly string[], isPinned: boolean): void;
  /** Reports a failure of the work. */
  kept(work: Promise<unknown>): void;
}

/** Stable. */
export function useSavedMany(): SavedMany {
  const link = useSavedLink();
  const showToast = useToast();
  return useMemo(() => {
    function kept(work: Promise<unknown>): void {
      work.catch((reason: unknown) => {
        console.warn('A wish about saved videos was not kept', reason);
        showToast({ text: shellTexts.notKept.other });
      });
    }

    async function each(videoIds: readonly string[], wish: (videoId: string) => Promise<void> | undefined): Promise<void> {
      for (const videoId of videoIds) await wish(videoId);
    }

    return {
      kept,
      remove(videoIds) {
        const text = videoIds.length === 1 ? savedTexts.removed : savedScreenTexts.list.removedMany(videoIds.length);
        const onUndo = (): void => kept(each(videoIds, (videoId) => link?.wishes.undoRemove(videoId)));
        kept(each(videoIds, (videoId) => link?.wishes.remove(videoId)).then(() => showToast({ text, onUndo })));
      },
      pin: (videoIds, isPinned) => kept(each(videoIds, (videoId) => link?.wishes.arrange(videoId, { isPinned }))),
    };
  }, [link, showToast]);
}
