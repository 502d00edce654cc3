// Recognises touch gestures on the picture (docs/look-and-feel.md, The player) from pointer events and a clock. Independent of the element.
// Mouse input is not handled here: it arrives as clicks.
import type { Clock } from '../lib/clock.ts';

/** Seek distance of a double tap and of each further tap. */
export const tapSeekSeconds = 10;
/** Longest pause within a double tap. */
const doubleTapMs = 300;
/** Longest pause before a further tap that adds to the sum. */
export const moreTapsMs = 700;
/** A press this long is a hold. */
const holdMs = 500;
/** Movement that still counts as none: a finger is never quite still. */
const stillPixels = 10;
const swipePixels = 56;
/** A swipe is this many times as tall as it is wide. */
const swipeSlope = 1.5;
/** The change of distance from which two fingers are a pinch. */
const pinchRatio = 1.15;

export type Gesture =
  | { readonly kind: 'tap' }
  /** `sumSeconds`: total of this run of taps, shown in the bubble. */
  | { readonly kind: 'seek'; readonly seconds: number; readonly sumSeconds: number }
  | { readonly kind: 'hold-start' }
  | { readonly kind: 'hold-end' }
  | { readonly kind: 'swipe-up' }
  | { readonly kind: 'swipe-down' }
  | { readonly kind: 'pinch-out' }
  | { readonly kind: 'pinch-in' };

export interface FingerEvent {
  id: number;
  x: number;
  y: number;
}

interface Finger {
  id: number;
  fromX: number;
  fromY: number;
  x: number;
  y: number;
}

export interface GestureReader {
  down(finger: FingerEvent): void;
  move(finger: FingerEvent): void;
  up(finger: FingerEvent, pictureWidth: number): void;
  /** The browser took over the pointer, for scrolling. */
  cancel(id: number): void;
  /** Cancels pending timers; call on unmount. No gesture is reported afterwards. */
  close(): void;
}

export function createGestureReader({ clock, tell }: { clock: Clock; tell: (gesture: Gesture) => void }): GestureReader {
  const fingers = new Map<number, Finger>();
  let isSpent = false;
  let isHeld = false;
  let cancelHold: (() => void) | null = null;
  let cancelTap: (() => void) | null = null;
  let pinchFrom = 0;
  let run = { side: 0, lastMs: 0, taps: 0 };

  function endHold(): void {
    cancelHold?.();
    cancelHold = null;
    if (!isHeld) return;
    isHeld = false;
    tell({ kind: 'hold-end' });
  }
  function spend(gesture: Gesture): void {
    isSpent = true;
    cancelHold?.();
    cancelHold = null;
    tell(gesture);
  }
  function readPinch(): void {
    const ratio = pinchFrom > 0 ? spread(fingers) / pinchFrom : 1;
    if (ratio > pinchRatio) spend({ kind: 'pinch-out' });
    else if (ratio < 1 / pinchRatio) spend({ kind: 'pinch-in' });
  }
  function readSwipe({ x, y, fromX, fromY }: Finger): void {
    const down = y - fromY;
    if (Math.abs(down) >= swipePixels && Math.abs(down) >= Math.abs(x - fromX) * swipeSlope) spend({ kind: down > 0 ? 'swipe-down' : 'swipe-up' });
  }
  function readTap(x: number, width: number): void {
    const nowMs = clock.now();
    const side = x < width / 3 ? -1 : x > (width * 2) / 3 ? 1 : 0;
    const isNext = side !== 0 && side === run.side && nowMs - run.lastMs <= (run.taps > 1 ? moreTapsMs : doubleTapMs);
    run = { side, lastMs: nowMs, taps: isNext ? run.taps + 1 : 1 };
    cancelTap?.();
    cancelTap = null;
    if (side === 0) return tell({ kind: 'tap' });
    // Delayed: controls that appear under the finger would take the second tap of a double tap.
    if (!isNext) return void (cancelTap = clock.after(doubleTapMs, () => tell({ kind: 'tap' })));
    tell({ kind: 'seek', seconds: side * tapSeekSeconds, sumSeconds: side * tapSeekSeconds * (run.taps - 1) });
  }

  return {
    down({ id, x, y }) {
      fingers.set(id, { id, fromX: x, fromY: y, x, y });
      if (fingers.size === 1) {
        isSpent = false;
        cancelHold = clock.after(holdMs, () => {
          cancelHold = null;
          isSpent = true;
          isHeld = true;
          tell({ kind: 'hold-start' });
        });
      } else {
        endHold();
        pinchFrom = spread(fingers);
      }
    },
    move({ id, x, y }) {
      const finger = fingers.get(id);
      if (!finger) return;
      Object.assign(finger, { x, y });
      if (isSpent) return;
      if (fingers.size > 1) return readPinch();
      if (!isStill(finger)) {
        cancelHold?.();
        cancelHold = null;
      }
    },
    up({ id, x, y }, pictureWidth) {
      const finger = fingers.get(id);
      if (!finger) return;
      const wasAlone = fingers.size === 1;
      fingers.delete(id);
      const isFree = wasAlone && !isSpent;
      endHold();
      // Lifting the last finger of a pinch is not a tap.
      if (!wasAlone) isSpent = true;
      if (!isFree) return;
      if (isStill({ ...finger, x, y })) readTap(x, pictureWidth);
      // On lifting the finger: browsers allow fullscreen only then.
      else readSwipe({ ...finger, x, y });
    },
    cancel(id) {
      fingers.delete(id);
      isSpent = true;
      endHold();
    },
    close() {
      cancelHold?.();
      cancelTap?.();
    },
  };
}

function isStill({ x, y, fromX, fromY }: Finger): boolean {
  return Math.hypot(x - fromX, y - fromY) < stillPixels;
}

function spread(fingers: ReadonlyMap<number, Finger>): number {
  const [first, second] = [...fingers.values()];
  return first && second ? Math.hypot(first.x - second.x, first.y - second.y) : 0;
}
