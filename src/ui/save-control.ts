import { createContext, useContext, type ReactNode } from 'react';
import type { VideoFacts } from './video-facts.ts';

export interface SaveControlProps {
  video: Pick<VideoFacts, 'videoId' | 'title' | 'missingSince'>;
  /** `control` (default): the disc. `tag` and `fact`: a text next to it, where there is space for one. */
  variant?: 'control' | 'tag' | 'fact';
  /** Whether the control is on a surface instead of a picture. */
  isPlain?: boolean;
  /** Whether the list is in selection mode. No disc is drawn then, but a video that cannot be played now still looks unavailable. */
  isInSelectionMode?: boolean;
}

/**
 * The control that saves a video on this device, for every card. The shell provides the control, so that no list has to pass it on. Null
 * until the control is loaded.
 */
export const SaveControlContext = createContext<((props: SaveControlProps) => ReactNode) | null>(null);

/** The slot of the control; empty until it is loaded. */
export function SaveControlSlot(props: SaveControlProps): ReactNode {
  return useContext(SaveControlContext)?.(props) ?? null;
}
