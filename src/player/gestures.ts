// Recognises touch gestures on the picture (docs/look-and-feel.md, The player) from pointer events and a clock. Independent of the element.
// Mouse input is not handled here, because it arrives as clicks.
import type { Clock } from '../lib/clock.ts';

/** Seek distance of a double tap and of each further tap. */
export const tapSeekSeconds = 10;
/** Longest pause within a double tap. */
const doubleTapMs = 300;
/** Longest pause before a further tap that adds to the sum. */
export const moreTapsMs = 700;
/** A press this long is a hold. */
const holdMs = 500;
/** A finger that moves less than this counts as still. */
const stillPixels = 10;
/** A swipe covers at least this distance, up or down. */
const swipePixels = 56;
/** A swipe is at least this many times as tall as it is wide. */
const swipeSlope = 1.5;
/** Two fingers pinch once their distance has changed by this ratio. */
const pinchRatio = 1.15;

export type Gesture =
  | { readonly kind: 'tap' }
  /** `totalSeconds`: the sum of this run of taps, shown in the bubble. */
  | { readonly kind: 'seek'; readonly seconds: number; readonly totalSeconds: number }
  | { readonly kind: 'hold-start' }
  | { readonly kind: 'hold-end' }
  | { readonly kind: 'swipe-up' }
  | { readonly kind: 'swipe-down' }
  | { readonly kind: 'pinch-out' }
  | { readonly kind: 'pinch-in' };

export interface TouchPoint {
  id: number;
  x: number;
  y: number;
}

interface TrackedTouch {
  id: number;
  startX: number;
  startY: number;
  x: number;
  y: number;
}

export interface GestureReader {
  down(finger: TouchPoint): void;
  move(finger: TouchPoint): void;
  up(finger: TouchPoint, pictureWidth: number): void;
  /** The browser took over the pointer, for scrolling. */
  cancel(id: number): void;
  /** Ends a hold and cancels pending timers; call on unmount. No gesture is reported afterwards. */
  close(): void;
}

export function createGestureReader({ clock, onGesture }: { clock: Clock; onGesture: (gesture: Gesture) => void }): GestureReader {
  const touches = new Map<number, TrackedTouch>();
  /** Whether the touch has been recognised as a gesture, or can no longer become one. */
  let isConsumed = false;
  let isHeld = false;
  let cancelHold: (() => void) | null = null;
  let cancelTap: (() => void) | null = null;
  let pinchStartDistance = 0;
  let tapSeries = { side: 0, lastMs: 0, taps: 0 };

  function endHold(): void {
    cancelHold?.();
    cancelHold = null;
    if (!isHeld) return;
    isHeld = false;
    onGesture({ kind: 'hold-end' });
  }
  function consume(gesture: Gesture): void {
    isConsumed = true;
    cancelHold?.();
    cancelHold = null;
    onGesture(gesture);
  }
  function readPinch(): void {
    const ratio = pinchStartDistance > 0 ? fingerDistance(touches) / pinchStartDistance : 1;
    if (ratio > pinchRatio) consume({ kind: 'pinch-out' });
    else if (ratio < 1 / pinchRatio) consume({ kind: 'pinch-in' });
  }
  function readSwipe({ x, y, startX, startY }: TrackedTouch): void {
    const deltaY = y - startY;
    if (Math.abs(deltaY) >= swipePixels && Math.abs(deltaY) >= Math.abs(x - startX) * swipeSlope) consume({ kind: deltaY > 0 ? 'swipe-down' : 'swipe-up' });
  }
  function readTap(x: number, width: number): void {
    const nowMs = clock.now();
    const side = x < width / 3 ? -1 : x > (width * 2) / 3 ? 1 : 0;
    const isInSeries = side !== 0 && side === tapSeries.side && nowMs - tapSeries.lastMs <= (tapSeries.taps > 1 ? moreTapsMs : doubleTapMs);
    tapSeries = { side, lastMs: nowMs, taps: isInSeries ? tapSeries.taps + 1 : 1 };
    cancelTap?.();
    cancelTap = null;
    if (side === 0) return onGesture({ kind: 'tap' });
    // The tap is reported with a delay, because controls that appear under the finger would receive the second tap of a double tap.
    if (!isInSeries) return void (cancelTap = clock.after(doubleTapMs, () => onGesture({ kind: 'tap' })));
    onGesture({ kind: 'seek', seconds: side * tapSeekSeconds, totalSeconds: side * tapSeekSeconds * (tapSeries.taps - 1) });
  }

  return {
    down({ id, x, y }) {
      touches.set(id, { id, startX: x, startY: y, x, y });
      if (touches.size === 1) {
        isConsumed = false;
        cancelHold = clock.after(holdMs, () => {
          cancelHold = null;
          isConsumed = true;
          isHeld = true;
          onGesture({ kind: 'hold-start' });
        });
      } else {
        endHold();
        pinchStartDistance = fingerDistance(touches);
      }
    },
    move({ id, x, y }) {
      const finger = touches.get(id);
      if (!finger) return;
      Object.assign(finger, { x, y });
      if (isConsumed) return;
      if (touches.size > 1) return readPinch();
      if (!isStill(finger)) {
        cancelHold?.();
        cancelHold = null;
      }
    },
    up({ id, x, y }, pictureWidth) {
      const finger = touches.get(id);
      if (!finger) return;
      const wasAlone = touches.size === 1;
      touches.delete(id);
      const canBeGesture = wasAlone && !isConsumed;
      endHold();
      // Lifting the last finger of a pinch is not a tap.
      if (!wasAlone) isConsumed = true;
      if (!canBeGesture) return;
      if (isStill({ ...finger, x, y })) readTap(x, pictureWidth);
      // A swipe is read only when the finger is lifted, because browsers do not allow fullscreen earlier.
      else readSwipe({ ...finger, x, y });
    },
    cancel(id) {
      touches.delete(id);
      isConsumed = true;
      endHold();
    },
    close() {
      endHold();
      cancelTap?.();
    },
  };
}

function isStill({ x, y, startX, startY }: TrackedTouch): boolean {
  return Math.hypot(x - startX, y - startY) < stillPixels;
}

function fingerDistance(fingers: ReadonlyMap<number, TrackedTouch>): number {
  const [firstFinger, secondFinger] = [...fingers.values()];
  return firstFinger && secondFinger ? Math.hypot(firstFinger.x - secondFinger.x, firstFinger.y - secondFinger.y) : 0;
}
