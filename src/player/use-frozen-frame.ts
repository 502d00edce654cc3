import { useEffect, type RefObject } from 'react';
import { usePlayerSession } from './use-session.ts';

/** Draws the last frame at the moment a stream breaks, so that fetching it again shows no black picture. */
export function useFrozenFrame(element: HTMLVideoElement, canvas: RefObject<HTMLCanvasElement | null>): void {
  const session = usePlayerSession();
  useEffect(() => {
    let isDrawn = false;
    return session.subscribe(() => {
      const isFrameFrozen = session.read().playback?.isFrameFrozen ?? false;
      if (isFrameFrozen && !isDrawn && canvas.current && element.videoWidth > 0) {
        canvas.current.width = element.videoWidth;
        canvas.current.height = element.videoHeight;
        canvas.current.getContext('2d')?.drawImage(element, 0, 0);
      }
      isDrawn = isFrameFrozen;
    });
  }, [session, element, canvas]);
}
