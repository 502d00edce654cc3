// Fullscreen of the player, and the rotation of a phone with it. Called by player.tsx.
import { useEffect, useSyncExternalStore } from 'react';
import { playerTexts } from '../texts/player.ts';

/** iPhones support fullscreen only on the video element itself. */
interface IosVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

export interface Fullscreen {
  isFullscreen: boolean;
  toggle(): void;
}

/** Safari implements only part of ScreenOrientation. */
type MaybeOrientation = Partial<Pick<ScreenOrientation, 'lock' | 'unlock'>> | undefined;

/** A phone shows a wide picture in landscape, and rotates freely again afterwards. */
function turnScreen(isWide: boolean): void {
  const orientation: MaybeOrientation = screen.orientation;
  // Fire and forget: most devices refuse, and then the user rotates the device.
  if (isWide) void orientation?.lock?.('landscape').catch(() => {});
  else orientation?.unlock?.();
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** `frame` outlives the video, so the next video continues in fullscreen. `onFailure` receives the message (SPEC §8). */
export function useFullscreen(frame: HTMLElement, video: IosVideo, onFailure: (message: string) => void): Fullscreen {
  const isFullscreen = useSyncExternalStore(subscribe, () => document.fullscreenElement === frame);
  useEffect(() => subscribe(() => turnScreen(document.fullscreenElement === frame && video.videoWidth > video.videoHeight)), [frame, video]);

  async function enter(): Promise<void> {
    try {
      if (document.fullscreenEnabled) await frame.requestFullscreen();
      else if (video.webkitEnterFullscreen) video.webkitEnterFullscreen();
      else throw new Error('No fullscreen');
    } catch {
      onFailure(playerTexts.cannotEnterFullscreen);
    }
  }
  async function leave(): Promise<void> {
    try {
      await document.exitFullscreen();
    } catch {
      onFailure(playerTexts.cannotExitFullscreen);
    }
  }
  return {
    isFullscreen,
    // Fire and forget: the result is an event or a message.
    toggle: () => void (document.fullscreenElement ? leave() : enter()),
  };
}
