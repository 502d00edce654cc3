// The values that the frame around the picture (player.tsx) passes to its controls, besides the session: the view mode, the open menu, and
// the parts that the host adds around the player.
import { createContext, useContext } from 'react';
import type { PlayerRequest } from './shortcuts.ts';
import type { PictureInPicture } from './use-picture-in-picture.ts';
import type { RemotePlaybackChoice } from './use-remote-playback.ts';
import type { Theater } from './use-theater.ts';

export type MenuName = 'speed' | 'subtitles' | 'chapters' | 'sleep' | 'more';

/** The cast button; absent where casting is not enabled or not possible. */
export interface CastControl {
  /** The device that plays this video; null while none does. */
  deviceName: string | null;
  onToggle: () => void;
}

export interface PlayerFrame {
  isFullscreen: boolean;
  /** Null where theater mode is not possible. */
  theater: Theater | null;
  pictureInPicture: PictureInPicture;
  remotePlayback: RemotePlaybackChoice;
  /** Null outside fullscreen. */
  fillMode: { isOn: boolean; set(isOn: boolean): void } | null;
  cast: CastControl | null;
  onOpenQueue: () => void;
  openMenu: MenuName | null;
  onOpenMenu: (menu: MenuName | null) => void;
  onRequest: (request: PlayerRequest) => void;
  /** Null if the surrounding screen has its own button to close the player. */
  onBack: (() => void) | null;
}

export const FrameContext = createContext<PlayerFrame | null>(null);

export function usePlayerFrame(): PlayerFrame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error('FrameContext is missing');
  return frame;
}
