// When the controls over the picture are seen (docs/look-and-feel.md, Hit areas and keys): always while paused, focused or held; else for a while.
import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';

const shownMs = { mouse: 2500, touch: 3000 } as const;

interface ControlsShown {
  isShown: boolean;
  /** A tap on the picture with a finger. */
  toggle(): void;
  onPointerMove(event: PointerEvent): void;
  onPointerLeave(event: PointerEvent): void;
  onFocus(event: FocusEvent): void;
  onBlur(): void;
}

export function useControlsShown(isHeld: boolean): ControlsShown {
  const [isAwake, setIsAwake] = useState(true);
  const [isFocused, setIsFocused] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  function wake(ms: number): void {
    clearTimeout(timer.current);
    setIsAwake(true);
    timer.current = setTimeout(() => setIsAwake(false), ms);
  }
  useEffect(() => {
    // What begins to play leaves its controls for a moment.
    if (!isHeld) wake(shownMs.mouse);
    return () => clearTimeout(timer.current);
  }, [isHeld]);

  return {
    isShown: isHeld || isAwake || isFocused,
    toggle() {
      if (!isAwake) return wake(shownMs.touch);
      clearTimeout(timer.current);
      setIsAwake(false);
    },
    onPointerMove(event) {
      if (event.pointerType === 'mouse') wake(shownMs.mouse);
    },
    onPointerLeave(event) {
      if (event.pointerType === 'mouse') setIsAwake(false);
    },
    onFocus(event) {
      // A click focuses, too, but only the keyboard needs to see where it is.
      setIsFocused(event.target.matches(':focus-visible'));
    },
    onBlur: () => setIsFocused(false),
  };
}
