import { savedTexts } from '../../texts/saved.ts';
import { Button } from '../../ui/button.tsx';
import { useSave } from './use-save.ts';

/** Shown over the poster of a video that cannot be played now. */
export function SaveWhenBack({ video }: { video: { videoId: string; title: string } }) {
  const save = useSave(video);
  if (!save) return null;
  return save.item ? (
    <p role="status">{savedTexts.isToBeSaved}</p>
  ) : (
    <Button tone="overlay" icon="save" onClick={() => save.press()}>
      {savedTexts.saveWhenBack}
    </Button>
  );
}
