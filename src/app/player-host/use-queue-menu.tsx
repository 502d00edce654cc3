import { useCallback } from 'react';
import { useWrite } from '../../features/writes/use-write.ts';
import { queueMenuTexts } from '../../texts/video-list.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { QueueIcon } from '../../ui/queue-icon.tsx';
import type { VideoFacts } from '../../ui/video-facts.ts';

/** "Play next" and "Add to up next" for the menu of every video. Their code is loaded on first use. */
export function useQueueMenu(): (video: VideoFacts) => readonly MenuItem[] {
  const { mutate } = useWrite();
  return useCallback(
    ({ videoId, title }) => {
      // Fire and forget: the list is redrawn when the row changes.
      const choose = (where: 'first' | 'last') => () =>
        void mutate(async (mirror) => (await import('./queue-video.ts')).addToQueueWithText(mirror, { videoId, title }, where), {
          message: ({ text }) => text,
          undo: ({ undo }) => undo(),
        });
      return [
        { label: queueMenuTexts.playNext, icon: <QueueIcon name="play-next" size={19} />, onChoose: choose('first') },
        { label: queueMenuTexts.addToUpNext, icon: <QueueIcon name="add-to-queue" size={19} />, onChoose: choose('last') },
      ];
    },
    [mutate],
  );
}
