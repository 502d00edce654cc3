import type { WireComment, WirePlaylistNav } from '../contract/names.ts';
import { notFoundStore, isArchiveId } from './archive-id.ts';
import { useMirror } from './mirror-context.tsx';
import { useListStore, useStore } from './use-store.ts';
import { commentsStore, playlistNavStore, similarStore, videoListStore, videoStore } from './video-stores.ts';
import type { VideoCard, VideoListQuery, VideoPage, VideoPageView, View } from './views.ts';

export function useVideoList(query: VideoListQuery): View<VideoPage> {
  return useListStore(videoListStore(useMirror(), query), `${query.channelId} ${query.playlistId} ${query.kind} ${query.watch}`);
}

export function useVideo(videoId: string): View<VideoPageView> {
  const mirror = useMirror();
  return useStore<View<VideoPageView>>(isArchiveId(videoId) ? videoStore(mirror, videoId) : notFoundStore);
}

export function useSimilar(videoId: string): View<VideoCard[]> {
  return useStore(similarStore(useMirror(), videoId));
}

export function useComments(videoId: string): View<WireComment[]> {
  return useStore(commentsStore(useMirror(), videoId));
}

export function usePlaylistNav(videoId: string): View<WirePlaylistNav[]> {
  return useStore(playlistNavStore(useMirror(), videoId));
}
