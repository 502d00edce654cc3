import { savedScreenTexts } from '../../texts/saved-screen.ts';
import type { VideoFacts } from '../../ui/video-facts.ts';
import type { SavedVideo } from './saved-list.ts';

/** What its row shows, also of a video that the mirror has no row of. */
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
