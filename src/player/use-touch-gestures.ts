// Maps touch gestures on the picture to the player's actions. Called by player.tsx only.
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react';
import { systemClock } from '../lib/clock.ts';
import { createGestureReader, moreTapsMs, type Gesture, type GestureReader } from './gestures.ts';
import { usePlayerSession } from './use-session.ts';

/** Speed while a finger presses the picture (docs/look-and-feel.md, The player). */
export const heldSpeed = 2;

interface TouchHandlers {
  onTap(): void;
  onSwipeUp(): void;
  onSwipeDown(): void;
  onPinch(isOut: boolean): void;
}

interface PointerListeners {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(event: PointerEvent): void;
}

interface TouchGestures {
  listeners: PointerListeners;
  /** The seconds that the current run of taps has sought, while the bubble is shown; otherwise null. */
  bubbleSeconds: number | null;
  isHeld: boolean;
}

export function useTouchGestures({ onTap, onSwipeUp, onSwipeDown, onPinch }: TouchHandlers): TouchGestures {
  const session = usePlayerSession();
  const [bubbleSeconds, setBubbleSeconds] = useState<number | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (bubbleSeconds === null) return undefined;
    const timer = setTimeout(() => setBubbleSeconds(null), moreTapsMs);
    return () => clearTimeout(timer);
  }, [bubbleSeconds]);

  const listeners = useGestures((gesture) => {
    switch (gesture.kind) {
      case 'tap':
        return onTap();
      case 'seek':
        setBubbleSeconds(gesture.totalSeconds);
        return session.request({ kind: 'seek-by', seconds: gesture.seconds });
      case 'hold-start':
        if (!session.isRunning()) return undefined;
        setIsHeld(true);
        return session.holdSpeed(heldSpeed);
      case 'hold-end':
        setIsHeld(false);
        return session.holdSpeed(null);
      case 'swipe-up':
        return onSwipeUp();
      case 'swipe-down':
        return onSwipeDown();
      case 'pinch-out':
      case 'pinch-in':
        return onPinch(gesture.kind === 'pinch-out');
    }
  });
  return { listeners, bubbleSeconds, isHeld };
}

function useGestures(onGesture: (gesture: Gesture) => void): PointerListeners {
  const notify = useEffectEvent(onGesture);
  const reader = useRef<GestureReader | null>(null);
  useEffect(() => {
    const newReader = createGestureReader({ clock: systemClock, onGesture: (gesture) => notify(gesture) });
    reader.current = newReader;
    return newReader.close;
  }, []);
  const isTouch = (event: PointerEvent): boolean => event.pointerType === 'touch';
  /** Coordinates relative to the picture. */
  const touchPointOf = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { id: event.pointerId, x: event.clientX - box.left, y: event.clientY - box.top };
  };
  return {
    onPointerDown: (event) => isTouch(event) && reader.current?.down(touchPointOf(event)),
    onPointerMove: (event) => isTouch(event) && reader.current?.move(touchPointOf(event)),
    onPointerUp: (event) => isTouch(event) && reader.current?.up(touchPointOf(event), event.currentTarget.getBoundingClientRect().width),
    onPointerCancel: (event) => isTouch(event) && reader.current?.cancel(event.pointerId),
  };
}
