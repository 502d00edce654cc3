// The three-dot menu of a video in a list: Mark watched or unwatched, the items common to every list, and the list's own items.
import { createContext, useContext } from 'react';
import { uiTexts } from '../texts/ui.ts';
import { Menu, type MenuItem } from './menu.tsx';
import type { VideoFacts } from './video-facts.ts';

/** The items common to every list, which add the video to up next. Provided by the shell, so that no list has to pass them on. */
export const VideoMenuContext = createContext<((video: VideoFacts) => readonly MenuItem[]) | null>(null);

interface VideoMenuProps {
  video: VideoFacts;
  onMarkWatched: (video: VideoFacts, isWatched: boolean) => void;
  moreItems?: ((video: VideoFacts) => readonly MenuItem[]) | undefined;
  className?: string | undefined;
}

export function VideoMenu({ video, onMarkWatched, moreItems, className }: VideoMenuProps) {
  const items = [...useVideoMenuItems(video, onMarkWatched), ...(moreItems?.(video) ?? [])];
  return <Menu label={uiTexts.moreActions(video.title)} items={items} className={className} />;
}

/** Mark watched and Mark unwatched, if they would change something, and the items common to every list. Empty while `video` is unknown. */
export function useVideoMenuItems(video: VideoFacts | null, onMarkWatched: VideoMenuProps['onMarkWatched']): MenuItem[] {
  const commonItems = useContext(VideoMenuContext);
  if (!video) return [];
  const items: MenuItem[] = [];
  if (!video.isWatched) items.push({ label: uiTexts.markWatched, icon: 'eye', onChoose: () => onMarkWatched(video, true) });
  // A started video can also be marked unwatched, which clears its position.
  if (video.isWatched || video.positionSeconds !== null)
    items.push({ label: uiTexts.markUnwatched, icon: 'eye-struck', onChoose: () => onMarkWatched(video, false) });
  // A video without a file cannot be added to up next.
  if (video.missingSince === undefined) items.push(...(commonItems?.(video) ?? []));
  return items;
}
