// What fingers on the picture do. Called by player.tsx only.
import { useEffect, useRef, useState } from 'react';
import { moreTapsMs } from './gestures.ts';
import type { PlayerEngine } from './player-engine.ts';
import { wantsToPlay } from './player-state.ts';
import { useGestures } from './use-gestures.ts';

/** While a finger holds (docs/look-and-feel.md, The player). */
export const heldSpeed = 2;

interface FingerWishes {
  engine: PlayerEngine | null;
  onTap(): void;
  onSwipeUp(): void;
  onSwipeDown(): void;
  onPinch(isOut: boolean): void;
}

interface Fingers {
  listeners: ReturnType<typeof useGestures>;
  /** The sum of a run of double taps, while it is shown. */
  bubble: number | null;
  isHeld: boolean;
}

export function useFingers({ engine, onTap, onSwipeUp, onSwipeDown, onPinch }: FingerWishes): Fingers {
  const [bubble, setBubble] = useState<number | null>(null);
  const [isHeld, setIsHeld] = useState(false);
  const speedBefore = useRef<number | null>(null);
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
        return engine?.request({ kind: 'seek-by', seconds: gesture.seconds });
      case 'hold-start':
        if (!engine || !wantsToPlay(engine.read().state)) return undefined;
        speedBefore.current = engine.read().speed;
        setIsHeld(true);
        return engine.request({ kind: 'set-speed', speed: heldSpeed });
      case 'hold-end': {
        const before = speedBefore.current;
        speedBefore.current = null;
        setIsHeld(false);
        return before === null ? undefined : engine?.request({ kind: 'set-speed', speed: before });
      }
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
