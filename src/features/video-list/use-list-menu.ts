import { useMemo } from 'react';
import { uiTexts } from '../../texts/ui.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import type { VideoFacts } from '../../ui/video-facts.ts';
import { usePlayInline } from './inline-video.tsx';

/** The items that a list adds to the menus of its videos. The result changes only with the callbacks and the address. */
export function useListMenuItems(addToPlaylist: (videos: readonly VideoFacts[]) => void, select: (videoId: string) => void): (video: VideoFacts) => MenuItem[] {
  const play = usePlayInline();
  return useMemo(
    () => (video) => [
      { label: uiTexts.addToPlaylist, icon: 'playlists', onChoose: () => addToPlaylist([video]) },
      ...(video.missingSince === undefined ? [{ label: uiTexts.playHere, icon: 'play' as const, onChoose: () => play(video.videoId) }] : []),
      { label: uiTexts.select, icon: 'tick', onChoose: () => select(video.videoId) },
    ],
    [addToPlaylist, play, select],
  );
}
