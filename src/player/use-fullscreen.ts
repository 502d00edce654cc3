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

/** `onFailure` gets the words (SPEC §8). */
export function useFullscreen(frame: RefObject<HTMLElement | null>, video: HTMLVideoElement | null, onFailure: (words: string) => void): Fullscreen {
  const [isFullscreen, setIsFullscreen] = useState(false);
  useEffect(() => {
    const follow = () => setIsFullscreen(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [frame]);

  async function enter(): Promise<void> {
    try {
      const ios = video as IosVideo | null;
      if (frame.current && document.fullscreenEnabled) await frame.current.requestFullscreen();
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
