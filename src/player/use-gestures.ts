// Reads fingers on the picture. Called by player.tsx only.
import { useMemo, useRef, type PointerEvent } from 'react';
import { systemClock } from '../lib/clock.ts';
import { createGestureReader, type Gesture } from './gestures.ts';

interface GestureListeners {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(event: PointerEvent): void;
}

export function useGestures(onGesture: (gesture: Gesture) => void): GestureListeners {
  const latest = useRef(onGesture);
  latest.current = onGesture;
  return useMemo(() => {
    const reader = createGestureReader({ clock: systemClock, tell: (gesture) => latest.current(gesture) });
    const isFinger = (event: PointerEvent): boolean => event.pointerType === 'touch';
    /** Within the picture, wherever it stands. */
    const fingerOf = (event: PointerEvent) => {
      const box = event.currentTarget.getBoundingClientRect();
      return { id: event.pointerId, x: event.clientX - box.left, y: event.clientY - box.top };
    };
    return {
      onPointerDown: (event) => isFinger(event) && reader.down(fingerOf(event)),
      onPointerMove: (event) => isFinger(event) && reader.move(fingerOf(event)),
      onPointerUp: (event) => isFinger(event) && reader.up(fingerOf(event), event.currentTarget.getBoundingClientRect().width),
      onPointerCancel: (event) => isFinger(event) && reader.cancel(event.pointerId),
    };
  }, []);
}
