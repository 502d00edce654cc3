import type { SavedItem } from '../../queries/saved.ts';
import { savedTexts } from '../../texts/saved.ts';
import { Button } from '../../ui/button.tsx';
import { saveReason } from './save-status-view.ts';
import { useSave } from './use-save.ts';

/** Shown over the poster of a video that cannot be played now. */
export function SaveWhenBack({ video }: { video: { videoId: string; title: string } }) {
  const save = useSave(video);
  if (!save) return null;
  return save.item ? (
    <p role="status">{textOf(save.item)}</p>
  ) : (
    <Button tone="overlay" icon="save" onClick={() => save.press()}>
      {savedTexts.saveWhenBack}
    </Button>
  );
}

/** A save that failed, or that the user paused, does not continue when the server is back. */
function textOf(item: SavedItem): string {
  const isStopped = item.status.state === 'failed' || item.status.reason === 'user';
  return (isStopped && saveReason(item)) || savedTexts.isToBeSaved;
}
