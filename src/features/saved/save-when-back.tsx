import { useRef } from 'react';
import { useSavePlans, type SavedItem } from '../../queries/saved.ts';
import { savedTexts } from '../../texts/saved.ts';
import { Button } from '../../ui/button.tsx';
import { saveReason } from './save-status-view.ts';
import { useSave } from './use-save.ts';
import styles from './save-when-back.module.css';

/**
 * Drawn over the poster of a video that cannot be played now: a button that saves it once the archive is back, or the save's state.
 */
export function SaveWhenBack({ video }: { video: { videoId: string; title: string } }) {
  const save = useSave(video);
  const isAllPaused = useSavePlans()?.preferences.isPaused ?? false;
  const isPressed = useRef(false);
  if (!save) return null;
  return save.item ? (
    <p
      role="status"
      tabIndex={-1}
      ref={(text) => {
        // The pressed button, which had the focus, is no longer there.
        if (isPressed.current) text?.focus();
        isPressed.current = false;
      }}
    >
      {textOf(save.item, isAllPaused)}
    </p>
  ) : (
    <Button
      ref={takeFocus}
      tone="overlay"
      icon="save"
      className={styles['over-poster']}
      onClick={() => {
        isPressed.current = true;
        save.press();
      }}
    >
      {savedTexts.saveWhenBack}
    </Button>
  );
}

/** The same button below the player may have the focus, and is hidden now. */
function takeFocus(button: HTMLButtonElement | null): void {
  if (document.activeElement?.matches('[data-when-back]')) button?.focus();
}

/** A save that failed, or waits for the user, does not continue when the server is back. */
function textOf(item: SavedItem, isAllPaused: boolean): string {
  const { state, reason } = item.status;
  const isStopped = state === 'failed' || (state === 'paused' && reason !== 'offline' && reason !== 'background');
  return (isStopped && saveReason(item)) || (isAllPaused ? savedTexts.whyPaused.user : savedTexts.isToBeSaved);
}
