// The user's actions on one saved video. A toast confirms each action whose effect is not immediately visible.
import { isFullySaved, useSavedItem, useSavedLink, type SavedItem } from '../../queries/saved.ts';
import { savedTexts } from '../../texts/saved.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useIsAway } from '../commands/use-is-away.ts';
import { pressAction } from './save-status-view.ts';
import { useAttempt } from './use-attempt.ts';

export interface SaveActions {
  item: SavedItem | undefined;
  /** Acts on a press of the control. Returns `menu` if the caller must open a menu instead. */
  press(): 'menu' | 'done';
  remove(): void;
  tryAgain(): void;
  /** Replaces the copy with the archive's current file. */
  update(): void;
}

/** The user's actions on one video; null if this browser cannot save. */
export function useSave({ videoId, title }: { videoId: string; title: string }): SaveActions | null {
  const link = useSavedLink();
  const item = useSavedItem(videoId);
  const showToast = useToast();
  const attempt = useAttempt();
  const isAway = useIsAway();
  if (!link) return null;
  const { actions, open: openLedger } = link;

  function savingText(): string {
    if (link?.plans()?.preferences.isPaused) return savedTexts.savesWhenResumed(title);
    return isAway ? savedTexts.savesWhenBack(title) : savedTexts.savingTitle(title);
  }

  async function save(): Promise<void> {
    await openLedger();
    // The control may be pressed before the ledger is read, or before this tab knows of a copy that another tab has saved. Undo must not remove a
    // copy that was already here.
    const wasHere = !item && link?.item(videoId) !== undefined;
    await actions.save(videoId);
    if (!wasHere && !isFullySaved(link?.item(videoId))) showToast({ text: savingText(), onUndo: () => attempt(actions.remove(videoId)) });
  }

  return {
    item,
    press() {
      const action = pressAction(item);
      if (action === 'menu') return 'menu';
      if (action === 'save') attempt(save());
      else attempt(actions.applyEvent(videoId, action));
      return 'done';
    },
    remove: () => attempt(actions.remove(videoId), () => showToast({ text: savedTexts.removed, onUndo: () => attempt(actions.undoRemove(videoId)) })),
    tryAgain: () => attempt(actions.applyEvent(videoId, 'try-again')),
    update: () => attempt(actions.applyEvent(videoId, 'update')),
  };
}
