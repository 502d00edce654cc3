import type { WireComment, WirePlaylistNav } from '../contract/names.ts';
import { notFoundStore, isArchiveId } from './archive-id.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';
import { commentsStore, playlistNavStore, similarStore, videoStore } from './video-page-stores.ts';
import type { VideoCard, VideoPageView, View } from './views.ts';

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
