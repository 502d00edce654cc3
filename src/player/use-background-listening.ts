import { useEffect } from 'react';
import type { PlayerEngine } from './player-engine.ts';
import { wantsToPlay } from './player-state.ts';

/** A browser that pauses a video because its page was hidden does so at once; later pauses mean something (headphones pulled out). */
const atOnceMs = 1000;

/** Sound only: what plays goes on when the page is hidden, also where the browser would stop a picture that nobody sees. */
export function useBackgroundListening(engine: PlayerEngine | null, element: HTMLVideoElement | null, isOn: boolean): void {
  useEffect(() => {
    if (!engine || !element || !isOn) return undefined;
    let hiddenAtMs = -Infinity;
    const hidden = () => {
      if (document.visibilityState === 'hidden' && wantsToPlay(engine.read().state)) hiddenAtMs = performance.now();
    };
    const paused = () => {
      if (document.visibilityState === 'hidden' && performance.now() - hiddenAtMs <= atOnceMs && !element.ended) engine.request({ kind: 'play' });
    };
    document.addEventListener('visibilitychange', hidden);
    element.addEventListener('pause', paused);
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      element.removeEventListener('pause', paused);
    };
  }, [engine, element, isOn]);
}
