// Decides when the controls over the picture are visible (docs/look-and-feel.md, Hit areas and keys). They are visible while focused or
// forced (paused, a menu open), and for a moment after the mouse moved, or a finger tapped the picture or touched the visible controls.
import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';

const shownMs = { mouse: 2500, touch: 3000 } as const;

interface ControlsShown {
  isShown: boolean;
  /** A tap on the picture with a finger. */
  toggle(): void;
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerLeave(event: PointerEvent): void;
  onFocus(event: FocusEvent): void;
  onBlur(): void;
}

export function useControlsShown(isForced: boolean): ControlsShown {
  const [isRecentlyActive, setIsRecentlyActive] = useState(true);
  const [isFocused, setIsFocused] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  function showFor(ms: number): void {
    clearTimeout(timer.current);
    setIsRecentlyActive(true);
    timer.current = setTimeout(() => setIsRecentlyActive(false), ms);
  }
  /** Keeps visible controls shown for a finger. Hidden controls appear only after a tap, which is recognised when the finger is lifted. */
  function extend(): void {
    if (isRecentlyActive) showFor(shownMs.touch);
  }
  useEffect(() => {
    // When playback starts, the controls stay for a moment.
    if (!isForced) showFor(shownMs.mouse);
    return () => clearTimeout(timer.current);
  }, [isForced]);

  return {
    isShown: isForced || isRecentlyActive || isFocused,
    toggle() {
      if (!isRecentlyActive) return showFor(shownMs.touch);
      clearTimeout(timer.current);
      setIsRecentlyActive(false);
    },
    onPointerDown(event) {
      if (event.pointerType !== 'mouse') extend();
    },
    onPointerMove(event) {
      if (event.pointerType === 'mouse') showFor(shownMs.mouse);
      else extend();
    },
    onPointerLeave(event) {
      if (event.pointerType === 'mouse') setIsRecentlyActive(false);
    },
    onFocus(event) {
      // A click also focuses, but only keyboard users need to see the focus.
      setIsFocused(event.target.matches(':focus-visible'));
    },
    onBlur: () => setIsFocused(false),
  };
}
