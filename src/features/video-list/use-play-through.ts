import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { startChannelRun, startRun, type ChannelRunWish, type RunWish } from '../../mutations/up-next.ts';
import { useMirror } from '../../queries/mirror-context.tsx';
import { queueTexts } from '../../texts/queue.ts';
import { shellTexts } from '../../texts/shell.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useIsAway } from '../commands/use-is-away.ts';

export interface PlayThrough {
  playlist(wish: RunWish): void;
  /** At once what this device knows of it, the newest first; while it plays the archive lists the rest. */
  channel(wish: ChannelRunWish): void;
}

/** Plays a playlist or a channel through, in order or shuffled. `open` shows the first video; without it that is its page. */
export function usePlayThrough(open?: (videoId: string) => void): PlayThrough {
  const mirror = useMirror();
  const navigate = useNavigate();
  const showToast = useToast();
  const isAway = useIsAway();
  return useMemo(() => {
    const show = open ?? ((videoId: string) => void navigate(`/video/${encodeURIComponent(videoId)}`));
    // Nothing waits for it: the page of the first video is what comes of it.
    const begin = (started: Promise<string | null>) =>
      void started.then(
        (videoId) => videoId !== null && show(videoId),
        () => showToast({ text: shellTexts.notKept }),
      );
    return {
      playlist: (wish) => begin(startRun(mirror, wish)),
      channel: (wish) => {
        begin(startChannelRun(mirror, wish));
        if (isAway) showToast({ text: queueTexts.playsKnown(wish.name) });
      },
    };
  }, [mirror, navigate, open, showToast, isAway]);
}
