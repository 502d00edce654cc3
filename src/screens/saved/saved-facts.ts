import { savedScreenTexts } from '../../texts/saved-screen.ts';
import type { VideoFacts } from '../../ui/video-facts.ts';
import type { SavedVideo } from './saved-list.ts';

/** What the row of a saved video shows, even if the video has no row in the mirror. */
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
