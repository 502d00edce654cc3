// Maps touch gestures on the picture to the player's actions. Called by player.tsx only.
import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react';
import { systemClock } from '../lib/clock.ts';
import { createGestureReader, moreTapsMs, type Gesture, type GestureReader } from './gestures.ts';
import { usePlayerSession } from './use-session.ts';

/** Speed while a finger holds (docs/look-and-feel.md, The player). */
export const heldSpeed = 2;

interface FingerWishes {
  onTap(): void;
  onSwipeUp(): void;
  onSwipeDown(): void;
  onPinch(isOut: boolean): void;
}

interface FingerListeners {
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(event: PointerEvent): void;
}

interface Fingers {
  listeners: FingerListeners;
  /** Seconds of the current run of double taps, while shown; null otherwise. */
  bubble: number | null;
  isHeld: boolean;
}

export function useFingers({ onTap, onSwipeUp, onSwipeDown, onPinch }: FingerWishes): Fingers {
  const session = usePlayerSession();
  const [bubble, setBubble] = useState<number | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (bubble === null) return undefined;
    const timer = setTimeout(() => setBubble(null), moreTapsMs);
    return () => clearTimeout(timer);
  }, [bubble]);

  const listeners = useGestures((gesture) => {
    switch (gesture.kind) {
      case 'tap':
        return onTap();
      case 'seek':
        setBubble(gesture.sumSeconds);
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
  return { listeners, bubble, isHeld };
}

function useGestures(onGesture: (gesture: Gesture) => void): FingerListeners {
  const tell = useEffectEvent(onGesture);
  const reader = useRef<GestureReader | null>(null);
  useEffect(() => {
    const made = createGestureReader({ clock: systemClock, tell: (gesture) => tell(gesture) });
    reader.current = made;
    return made.close;
  }, []);
  const isFinger = (event: PointerEvent): boolean => event.pointerType === 'touch';
  /** Coordinates relative to the picture. */
  const fingerOf = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { id: event.pointerId, x: event.clientX - box.left, y: event.clientY - box.top };
  };
  return {
    onPointerDown: (event) => isFinger(event) && reader.current?.down(fingerOf(event)),
    onPointerMove: (event) => isFinger(event) && reader.current?.move(fingerOf(event)),
    onPointerUp: (event) => isFinger(event) && reader.current?.up(fingerOf(event), event.currentTarget.getBoundingClientRect().width),
    onPointerCancel: (event) => isFinger(event) && reader.current?.cancel(event.pointerId),
  };
}
