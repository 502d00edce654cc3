import { useCallback } from 'react';
import { useMirror } from '../../queries/mirror-context.tsx';
import { queueMenuTexts } from '../../texts/video-list.ts';
import { shellTexts } from '../../texts/shell.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { QueueIcon } from '../../ui/queue-icon.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { VideoFacts } from '../../ui/video-facts.ts';

/** "Play next" and "Add to up next" for the menu of every video; what they do is no part of the first load. */
export function useQueueMenu(): (video: VideoFacts) => readonly MenuItem[] {
  const mirror = useMirror();
  const showToast = useToast();
  return useCallback(
    ({ videoId, title }) => {
      const choose = (where: 'first' | 'last') => () =>
        void import('./queue-video.ts').then(
          ({ queueAndTell }) => queueAndTell(mirror, showToast, { videoId, title }, where),
          () => showToast({ text: shellTexts.notKept }),
        );
      return [
        { label: queueMenuTexts.playNext, icon: <QueueIcon name="play-next" size={19} />, onChoose: choose('first') },
        { label: queueMenuTexts.addToUpNext, icon: <QueueIcon name="add-to-queue" size={19} />, onChoose: choose('last') },
      ];
    },
    [mirror, showToast],
  );
}
