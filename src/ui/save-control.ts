import { createContext, useContext, type ReactNode } from 'react';
import type { VideoFacts } from './video-facts.ts';

export interface SaveControlProps {
  video: Pick<VideoFacts, 'videoId' | 'title' | 'missingSince'>;
  /** `control` (default): the disc. `tag` and `fact`: words next to it, where there is space for them. */
  variant?: 'control' | 'tag' | 'fact';
  /** On a surface instead of a picture. */
  isPlain?: boolean;
  /** Selection mode: no disc is drawn, but a video that cannot be played now still looks unavailable. */
  isInSelectionMode?: boolean;
}

/**
 * The control that saves a video on this device, on every card: provided by the shell, so that no list has to pass it on. Null: not loaded
 * yet.
 */
export const SaveControlContext = createContext<((props: SaveControlProps) => ReactNode) | null>(null);

/** The slot of the control; empty until it is loaded. */
export function SaveControlSlot(props: SaveControlProps): ReactNode {
  return useContext(SaveControlContext)?.(props) ?? null;
}
