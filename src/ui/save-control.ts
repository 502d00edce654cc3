import { createContext, useContext, type ReactNode } from 'react';
import type { VideoFacts } from './video-facts.ts';

export interface SaveControlProps {
  video: Pick<VideoFacts, 'videoId' | 'title' | 'missingSince'>;
  /** `control` unless said: the disc. `tag` and `fact`: words beside it, where there is room for them. */
  part?: 'control' | 'tag' | 'fact';
  /** On a surface instead of a picture. */
  isPlain?: boolean;
  /** In selection mode there is no disc; what cannot be played now keeps its look. */
  isPicking?: boolean;
}

/** What keeps a video on this device, on every card: given by the shell, so that no list has to hand it on. Null: not loaded yet. */
export const SaveControlContext = createContext<((props: SaveControlProps) => ReactNode) | null>(null);

/** The place of the control; empty until it is loaded. */
export function SavePlace(props: SaveControlProps): ReactNode {
  return useContext(SaveControlContext)?.(props) ?? null;
}
