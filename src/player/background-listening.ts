// Keeps playing sound without a picture when the page is hidden, even where the browser pauses hidden videos. Called by a playback.
import { ageMs, type Clock } from '../lib/clock.ts';
import type { PagePort } from './page-port.ts';
import type { PlayerEngine } from './player-engine.ts';
import { wantsToPlay } from './player-state.ts';

/** A browser that pauses a video because its page was hidden does so immediately. A later pause has another reason, such as unplugged headphones. */
const pauseGraceMs = 1000;

interface ListeningPorts {
  engine: PlayerEngine;
  element: HTMLVideoElement;
  clock: Clock;
  page: PagePort;
  /** Audio-only mode, or an audio file. */
  isSoundOnly(): boolean;
}

/** Returns the stop function. */
export function keepPlayingInBackground({ engine, element, clock, page, isSoundOnly }: ListeningPorts): () => void {
  let hiddenAtMs = -Infinity;
  function resumeIfJustHidden(): void {
    if (isSoundOnly() && page.isHidden() && ageMs(clock, hiddenAtMs) <= pauseGraceMs && !element.ended) engine.request({ kind: 'play' });
  }
  const unsubscribe = page.onLeaving(() => {
    if (page.isHidden() && wantsToPlay(engine.read().state)) hiddenAtMs = clock.now();
  });
  element.addEventListener('pause', resumeIfJustHidden);
  return () => {
    unsubscribe();
    element.removeEventListener('pause', resumeIfJustHidden);
  };
}
