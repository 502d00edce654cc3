import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { videoPath } from '../../lib/addresses.ts';
import { startChannelPlayback, startPlaybackQueue, type ChannelPlaybackOptions, type PlaybackQueueOptions } from '../../mutations/up-next.ts';
import { queueTexts } from '../../texts/queue.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useIsAway } from '../commands/use-is-away.ts';
import { useWrite } from '../writes/use-write.ts';

export interface PlayThrough {
  playlist(options: PlaybackQueueOptions): void;
  /** Starts immediately with the videos that this device knows, newest first. The rest is requested during playback. */
  channel(options: ChannelPlaybackOptions): void;
}

/** Plays a playlist or a channel through, in order or shuffled. `open` shows the first video; the default opens its page. */
export function usePlayThrough(open?: (videoId: string) => void): PlayThrough {
  const { mutate } = useWrite();
  const navigate = useNavigate();
  const showToast = useToast();
  const isAway = useIsAway();
  return useMemo(() => {
    const show = open ?? ((videoId: string) => void navigate(videoPath(videoId)));
    async function begin(start: Parameters<typeof mutate<string | null>>[0]): Promise<void> {
      const result = await mutate(start);
      if (result.ok && result.value !== null) show(result.value);
    }
    // Fire and forget: on success, the first video is shown.
    return {
      playlist: (options) => void begin((mirror) => startPlaybackQueue(mirror, options)),
      channel: (options) => {
        void begin((mirror) => startChannelPlayback(mirror, options));
        if (isAway) showToast({ text: queueTexts.playsKnown(options.name) });
      },
    };
  }, [mutate, navigate, open, showToast, isAway]);
}
