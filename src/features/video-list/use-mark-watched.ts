import { useMemo } from 'react';
import { markVideoWatched } from '../../mutations/mark-video-watched.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { watchedTexts } from '../../texts/watched.ts';
import { useToast } from '../../ui/toasts.tsx';
import type { VideoFacts } from '../../ui/video-facts.ts';

/** Marks one video, with Undo in a toast. Keeps its identity, so that cards do not render again for it. */
export function useMarkWatched(): (video: Pick<VideoFacts, 'videoId' | 'title'>, isWatched: boolean) => void {
  const mirror = useMirror();
  const showToast = useToast();
  return useMemo(() => {
    const notKept = () => showToast({ text: shellTexts.notKept });
    return (video, isWatched) => {
      // nothing waits for it: the card follows the rows
      void markVideoWatched(mirror, { videoId: video.videoId, isWatched, subject: video.title }).then(
        (undo) => showToast({ text: isWatched ? watchedTexts.marked : watchedTexts.unmarked, onUndo: () => void undo().catch(notKept) }),
        notKept,
      );
    };
  }, [mirror, showToast]);
}
