import { useMemo } from 'react';
import { removeFromContinueWatching } from '../../mutations/remove-from-continue.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { homeTexts } from '../../texts/home.ts';
import { shellTexts } from '../../texts/shell.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { VideoFacts } from '../../ui/video-facts.ts';

/** What Continue Watching adds to the menu of its videos. Keeps its identity. */
export function useContinueMenu(): (video: VideoFacts) => MenuItem[] {
  const mirror = useMirror();
  const showToast = useToast();
  return useMemo(() => {
    const notKept = () => showToast({ text: shellTexts.notKept });
    const remove = ({ videoId, title }: VideoFacts): void => {
      // nothing waits for it: the row follows the rows
      void removeFromContinueWatching(mirror, { videoId, subject: title }).then(
        (undo) => showToast({ text: homeTexts.removedFromContinue, onUndo: () => void undo().catch(notKept) }),
        notKept,
      );
    };
    return (video) => [{ label: homeTexts.removeFromContinue, icon: 'close', onChoose: () => remove(video) }];
  }, [mirror, showToast]);
}
