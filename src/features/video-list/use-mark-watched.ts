import { useCallback } from 'react';
import { markVideoWatched } from '../../mutations/mark-watched.ts';
import { watchedTexts } from '../../texts/video-list.ts';
import type { VideoFacts } from '../../ui/video-facts.ts';
import { undoAll, useWrite } from '../writes/use-write.ts';

/** Marks one video watched or unwatched, with Undo in a toast. The function is stable, so that cards do not re-render. */
export function useMarkWatched(): (video: Pick<VideoFacts, 'videoId' | 'title'>, isWatched: boolean) => void {
  const { mutate } = useWrite();
  return useCallback(
    ({ videoId, title }, isWatched) => {
      // fire and forget: the card follows the mirror
      void mutate((mirror) => markVideoWatched(mirror, { videoId, isWatched, subject: title }), {
        message: isWatched ? watchedTexts.marked : watchedTexts.unmarked,
        undo: undoAll,
      });
    },
    [mutate],
  );
}
