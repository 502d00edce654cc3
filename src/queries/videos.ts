import { useMirror } from './mirror-context.tsx';
import { useListStore } from './use-store.ts';
import { videoListStore } from './video-stores.ts';
import type { VideoListQuery, VideoPage, View } from './views.ts';

export function useVideoList(query: VideoListQuery): View<VideoPage> {
  return useListStore(videoListStore(useMirror(), query), `${query.channelId} ${query.playlistId} ${query.kind} ${query.watch}`);
}
