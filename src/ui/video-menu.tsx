// Three dots of a video in a list: the marks that change something, what the list adds, and what every list offers alike.
import { createContext, useContext } from 'react';
import { uiTexts } from '../texts/ui.ts';
import { Menu, type MenuItem } from './menu.tsx';
import type { VideoFacts } from './video-facts.ts';

/** What every list offers (the queue): given by the shell, so that no list has to hand it on. */
export const VideoMenuContext = createContext<((video: VideoFacts) => readonly MenuItem[]) | null>(null);

interface VideoMenuProps {
  video: VideoFacts;
  onMarkWatched: (video: VideoFacts, isWatched: boolean) => void;
  moreItems?: ((video: VideoFacts) => readonly MenuItem[]) | undefined;
  className?: string | undefined;
}

export function VideoMenu({ video, onMarkWatched, moreItems, className }: VideoMenuProps) {
  const items = [...useVideoItems(video, onMarkWatched), ...(moreItems?.(video) ?? [])];
  return <Menu label={uiTexts.moreActions(video.title)} items={items} className={className} />;
}

/** The marks that change something, and what every list offers. None for null, a video of which nothing is known yet. */
export function useVideoItems(video: VideoFacts | null, onMarkWatched: VideoMenuProps['onMarkWatched']): MenuItem[] {
  const common = useContext(VideoMenuContext);
  if (!video) return [];
  const items: MenuItem[] = [];
  if (!video.isWatched) items.push({ label: uiTexts.markWatched, icon: 'eye', onChoose: () => onMarkWatched(video, true) });
  // A video that was only begun can be marked unwatched, too: that forgets its position.
  if (video.isWatched || video.positionSeconds !== null)
    items.push({ label: uiTexts.markUnwatched, icon: 'eye-struck', onChoose: () => onMarkWatched(video, false) });
  // Up next plays, and there is nothing to play.
  if (video.missingSince === undefined) items.push(...(common?.(video) ?? []));
  return items;
}
