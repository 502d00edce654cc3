// The videos of a list that are playable now. This file is loaded with the list tools, which contain the switch for them.
import type { ReactNode } from 'react';
import { usePlayableVideos } from '../../queries/playable-videos.ts';
import type { VideoListQuery, VideoPage, View } from '../../queries/views.ts';

export interface PlayableVideosProps {
  query: VideoListQuery;
  children: (view: View<VideoPage>) => ReactNode;
}

export function PlayableVideos({ query, children }: PlayableVideosProps) {
  return children(usePlayableVideos(query));
}
