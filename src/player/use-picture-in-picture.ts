// The browser's picture in picture. Called by player.tsx.
import { useCallback, useSyncExternalStore } from 'react';

/** iPhones have picture in picture under different names. */
interface IosVideo extends HTMLVideoElement {
  webkitSupportsPresentationMode?(mode: string): boolean;
  webkitSetPresentationMode?(mode: 'inline' | 'picture-in-picture'): void;
  webkitPresentationMode?: string;
}

export interface PictureInPicture {
  isPossible: boolean;
  isOn: boolean;
  toggle(): void;
}

const events = ['enterpictureinpicture', 'leavepictureinpicture', 'webkitpresentationmodechanged'];

export function usePictureInPicture(element: IosVideo): PictureInPicture {
  const subscribe = useCallback(
    (listener: () => void) => {
      for (const name of events) element.addEventListener(name, listener);
      return () => {
        for (const name of events) element.removeEventListener(name, listener);
      };
    },
    [element],
  );
  const isPossible = useSyncExternalStore(subscribe, () => hasStandardApi(element) || hasIosApi(element));
  const isOn = useSyncExternalStore(subscribe, () => document.pictureInPictureElement === element || element.webkitPresentationMode === 'picture-in-picture');
  return {
    isPossible,
    isOn,
    toggle() {
      if (hasIosApi(element)) return element.webkitSetPresentationMode?.(isOn ? 'inline' : 'picture-in-picture');
      // Fire and forget: the result is an event. If the browser refuses (no data yet), nothing changes.
      void (isOn ? document.exitPictureInPicture() : element.requestPictureInPicture()).catch(() => {});
    },
  };
}

function hasStandardApi(element: HTMLVideoElement): boolean {
  return 'requestPictureInPicture' in element && document.pictureInPictureEnabled;
}

function hasIosApi(element: IosVideo): boolean {
  return !hasStandardApi(element) && element.webkitSupportsPresentationMode?.('picture-in-picture') === true;
}
