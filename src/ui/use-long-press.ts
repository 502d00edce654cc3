// A long press of a finger on one of the cards of a list. The way with a button stands beside it.
import { useMemo, useRef, type PointerEvent } from 'react';

/** What the systems take for a long press. */
const pressMs = 500;
/** A finger that moves farther scrolls, in CSS pixels. */
const stillWithin = 10;

interface LongPressHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

/** Handlers for the list; its cards stand in elements with `data-video-id`. Keeps its identity as long as `onPress` does. */
export function useLongPress(onPress: (videoId: string) => void): LongPressHandlers {
  const press = useRef<{ timer: number; x: number; y: number } | null>(null);
  return useMemo(() => {
    function giveUp(): void {
      if (press.current) clearTimeout(press.current.timer);
      press.current = null;
    }
    return {
      onPointerDown(event) {
        giveUp();
        const videoId = event.pointerType === 'touch' ? (event.target as Element).closest<HTMLElement>('[data-video-id]')?.dataset['videoId'] : undefined;
        if (videoId === undefined) return;
        const timer = window.setTimeout(() => {
          press.current = null;
          swallowRest();
          onPress(videoId);
        }, pressMs);
        press.current = { timer, x: event.clientX, y: event.clientY };
      },
      onPointerMove(event) {
        const begun = press.current;
        if (begun && Math.hypot(event.clientX - begun.x, event.clientY - begun.y) > stillWithin) giveUp();
      },
      onPointerUp: giveUp,
      onPointerCancel: giveUp,
    };
  }, [onPress]);
}

/** The finger still lies there: neither the system's menu nor a click may follow. */
function swallowRest(): void {
  const swallow = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
  };
  const ending = new AbortController();
  const options = { capture: true, signal: ending.signal };
  addEventListener('contextmenu', swallow, options);
  addEventListener('click', swallow, options);
  // The click of this press, where there is one, comes right behind the finger's leaving.
  addEventListener('pointerup', () => setTimeout(() => ending.abort(), 50), options);
  addEventListener('pointercancel', () => setTimeout(() => ending.abort(), 50), options);
}
