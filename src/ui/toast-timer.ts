// How long a toast stays. Independent of React.
import type { Clock } from '../lib/clock.ts';

/** Long enough to read a line and reach Undo (docs/look-and-feel.md, Hit areas and keys); without Undo, to read it. */
export const toastMs = { withUndo: 8000, plain: 4000 } as const;

export interface ToastTimer {
  /** Each pause needs its own `resume`, because the pointer and the focus may pause a toast at the same time. */
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Calls `onEnd` after `ms` of unpaused time. Not measured by `clock.now()`, because the user may set the device's clock. */
export function startToastTimer(clock: Pick<Clock, 'after'>, ms: number, onEnd: () => void): ToastTimer {
  let leftMs = ms;
  let startedAtMs = performance.now();
  let cancel = clock.after(leftMs, onEnd);
  let pauseCount = 0;
  return {
    pause() {
      if (pauseCount++ > 0) return;
      cancel();
      leftMs -= performance.now() - startedAtMs;
    },
    resume() {
      // If a toast appears under the pointer, the pointer leaves it without having entered it.
      if (pauseCount === 0 || --pauseCount > 0) return;
      startedAtMs = performance.now();
      cancel = clock.after(leftMs, onEnd);
    },
    stop: () => cancel(),
  };
}
