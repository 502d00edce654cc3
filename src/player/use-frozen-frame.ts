import { useEffect, type RefObject } from 'react';
import type { PlayerEngine } from './player-engine.ts';

/** Draws the last frame at the moment a stream breaks, so that fetching it anew shows no black picture. */
export function useFrozenFrame(engine: PlayerEngine | null, element: HTMLVideoElement | null, canvas: RefObject<HTMLCanvasElement | null>): void {
  useEffect(() => {
    if (!engine || !element) return undefined;
    let isDrawn = false;
    return engine.subscribe(() => {
      const { isPictureKept } = engine.read();
      if (isPictureKept && !isDrawn && canvas.current && element.videoWidth > 0) {
        canvas.current.width = element.videoWidth;
        canvas.current.height = element.videoHeight;
        canvas.current.getContext('2d')?.drawImage(element, 0, 0);
      }
      isDrawn = isPictureKept;
    });
  }, [engine, element, canvas]);
}
