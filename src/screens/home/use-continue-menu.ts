import { useMemo } from 'react';
import { removeFromContinueWatching } from '../../mutations/remove-from-continue.ts';
import { homeTexts } from '../../texts/home.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import type { VideoFacts } from '../../ui/video-facts.ts';
import { takeBack, useWrite } from '../../features/writes/use-write.ts';

/** What Continue Watching adds to the menu of its videos. Keeps its identity. */
export function useContinueMenu(): (video: VideoFacts) => MenuItem[] {
  const { mutate } = useWrite();
  return useMemo(() => {
    const remove = ({ videoId, title }: VideoFacts): void => {
      // nothing waits for it: the row follows the rows
      void mutate((mirror) => removeFromContinueWatching(mirror, { videoId, subject: title }), { said: homeTexts.removedFromContinue, undo: takeBack });
    };
    return (video) => [{ label: homeTexts.removeFromContinue, icon: 'close', onChoose: () => remove(video) }];
  }, [mutate]);
}
