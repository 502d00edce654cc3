import { useEffect, useSyncExternalStore } from 'react';
import { playerTexts } from '../texts/player.ts';

/** iPhones give fullscreen to the element itself and to nothing else. */
interface IosVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

export interface Fullscreen {
  isFullscreen: boolean;
  toggle(): void;
}

/** Safari has only a part of it. */
type MaybeOrientation = Partial<Pick<ScreenOrientation, 'lock' | 'unlock'>> | undefined;

/** A phone shows a wide picture on its side, and turns as it likes again afterwards. */
function turnScreen(isWide: boolean): void {
  const orientation: MaybeOrientation = screen.orientation;
  // Not awaited: most devices refuse, and then the person turns it.
  if (isWide) void orientation?.lock?.('landscape').catch(() => {});
  else orientation?.unlock?.();
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

/** `frame` outlives the video: so the next one goes on in fullscreen. `onFailure` gets the words (SPEC §8). */
export function useFullscreen(frame: HTMLElement, video: IosVideo, onFailure: (words: string) => void): Fullscreen {
  const isFullscreen = useSyncExternalStore(subscribe, () => document.fullscreenElement === frame);
  useEffect(() => subscribe(() => turnScreen(document.fullscreenElement === frame && video.videoWidth > video.videoHeight)), [frame, video]);

  async function enter(): Promise<void> {
    try {
      if (document.fullscreenEnabled) await frame.requestFullscreen();
      else if (video.webkitEnterFullscreen) video.webkitEnterFullscreen();
      else throw new Error('No fullscreen here');
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
    // Not awaited: what comes of it is an event, or words.
    toggle: () => void (document.fullscreenElement ? leave() : enter()),
  };
}
