import { savedScreenTexts } from '../../texts/saved-screen.ts';
import type { VideoFacts } from '../../ui/video-facts.ts';
import type { SavedVideo } from './saved-list.ts';

/** The facts for a saved video's row, even if the mirror has no card for the video. */
export function factsOf({ item: { videoId }, card }: SavedVideo): VideoFacts {
  return (
    card ?? {
      videoId,
      title: savedScreenTexts.list.unknown(videoId),
      channelId: '',
      channelName: '',
      channelThumbUrl: null,
      thumbUrl: null,
      publishedAt: '',
      durationSeconds: 0,
      isWatched: false,
      positionSeconds: null,
      isWaiting: false,
    }
  );
}
