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
  if (!save) return null;
  return save.item ? (
    <p role="status">{textOf(save.item, isAllPaused)}</p>
  ) : (
    <Button tone="overlay" icon="save" className={styles['over-poster']} onClick={() => save.press()}>
      {savedTexts.saveWhenBack}
    </Button>
  );
}

/** A save that failed, or waits for the user, does not continue when the server is back. */
function textOf(item: SavedItem, isAllPaused: boolean): string {
  const { state, reason } = item.status;
  const isStopped = state === 'failed' || (state === 'paused' && reason !== 'offline' && reason !== 'background');
  return (isStopped && saveReason(item)) || (isAllPaused ? savedTexts.whyPaused.user : savedTexts.isToBeSaved);
}
