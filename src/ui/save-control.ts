import { createContext, useContext, type ReactNode } from 'react';
import type { VideoFacts } from './video-facts.ts';

export interface SaveControlProps {
  video: VideoFacts;
  /** On a surface instead of a picture. */
  isPlain?: boolean;
}

/** What keeps a video on this device, on every card: given by the shell, so that no list has to hand it on. Null: not loaded yet. */
export const SaveControlContext = createContext<((props: SaveControlProps) => ReactNode) | null>(null);

/** The place of the control; empty until it is loaded. */
export function SavePlace(props: SaveControlProps): ReactNode {
  return useContext(SaveControlContext)?.(props) ?? null;
}
