// A list of videos with "Playable now" on. Fetched with the tools of lists, which hold its switch.
import type { ComponentType } from 'react';
import { usePlayableVideos } from '../../queries/playable-videos.ts';
import type { ListedVideosProps } from './listed-videos.tsx';

export interface PlayableVideosProps {
  list: ListedVideosProps;
  draw: ComponentType<ListedVideosProps>;
}

export function PlayableVideos({ list, draw: Listed }: PlayableVideosProps) {
  return <Listed {...list} view={usePlayableVideos(list.query)} />;
}
