import { useEffect, useState } from 'react';

/** iPhones have it under a name of their own. */
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

export function usePictureInPicture(element: HTMLVideoElement | null): PictureInPicture {
  const [isOn, setIsOn] = useState(false);
  const ios = element as IosVideo | null;
  const isStandard = element !== null && 'requestPictureInPicture' in element && document.pictureInPictureEnabled;
  const isIos = !isStandard && ios?.webkitSupportsPresentationMode?.('picture-in-picture') === true;
  useEffect(() => {
    if (!element) return undefined;
    const follow = () => setIsOn(document.pictureInPictureElement === element || (element as IosVideo).webkitPresentationMode === 'picture-in-picture');
    const events = ['enterpictureinpicture', 'leavepictureinpicture', 'webkitpresentationmodechanged'];
    for (const name of events) element.addEventListener(name, follow);
    return () => {
      for (const name of events) element.removeEventListener(name, follow);
    };
  }, [element]);
  return {
    isPossible: isStandard || isIos,
    isOn,
    toggle() {
      if (isIos) return ios?.webkitSetPresentationMode?.(isOn ? 'inline' : 'picture-in-picture');
      // Not awaited: what comes of it is an event; a browser that refuses (no data yet) leaves all as it is.
      void (isOn ? document.exitPictureInPicture() : element?.requestPictureInPicture())?.catch(() => {});
    },
  };
}
