import { createContext, type ComponentType } from 'react';
import type { VideoFacts } from './video-facts.ts';

export interface SaveControlProps {
  video: VideoFacts;
  /** On a surface instead of a picture. */
  isPlain?: boolean;
}

/** What keeps a video on this device, on every card: given by the shell, so that no list has to hand it on. Null: not offered here. */
export const SaveControlContext = createContext<ComponentType<SaveControlProps> | null>(null);
