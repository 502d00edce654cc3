import { useEffect, useState, type RefObject } from 'react';
import { playerTexts } from '../texts/player.ts';

/** iPhones give fullscreen to the element itself and to nothing else. */
interface IosVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

export interface Fullscreen {
  isFullscreen: boolean;
  toggle(): void;
}

/** What outlives the video, where there is such a thing: so the next one goes on in fullscreen. */
function targetOf(frame: RefObject<HTMLElement | null>): HTMLElement | null {
  return frame.current?.closest<HTMLElement>('[data-player-frame]') ?? frame.current;
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

/** `onFailure` gets the words (SPEC §8). */
export function useFullscreen(frame: RefObject<HTMLElement | null>, video: HTMLVideoElement | null, onFailure: (words: string) => void): Fullscreen {
  const [isFullscreen, setIsFullscreen] = useState(() => document.fullscreenElement !== null && document.fullscreenElement.hasAttribute('data-player-frame'));
  useEffect(() => {
    const follow = () => {
      const isOurs = document.fullscreenElement !== null && document.fullscreenElement === targetOf(frame);
      setIsFullscreen(isOurs);
      turnScreen(isOurs && video !== null && video.videoWidth > video.videoHeight);
    };
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [frame, video]);

  async function enter(): Promise<void> {
    try {
      const ios = video as IosVideo | null;
      const target = targetOf(frame);
      if (target && document.fullscreenEnabled) await target.requestFullscreen();
      else if (ios?.webkitEnterFullscreen) ios.webkitEnterFullscreen();
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
