// How long a toast stays. Independent of React.
import type { Clock } from '../lib/clock.ts';

/** Long enough to read a line and reach Undo (docs/look-and-feel.md, Hit areas and keys); without Undo, to read it. */
export const toastMs = { withUndo: 8000, plain: 4000 } as const;

export interface ToastTimer {
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Calls `onEnd` after `ms` of unpaused time. Not measured by `clock.now()`, because the device's clock may be set. */
export function startToastTimer(clock: Pick<Clock, 'after'>, ms: number, onEnd: () => void): ToastTimer {
  let leftMs = ms;
  let startedAtMs: number;
  let cancel: (() => void) | null = null;
  const resume = (): void => {
    if (cancel) return;
    startedAtMs = performance.now();
    cancel = clock.after(leftMs, onEnd);
  };
  resume();
  return {
    pause() {
      if (!cancel) return;
      cancel();
      cancel = null;
      leftMs -= performance.now() - startedAtMs;
    },
    resume,
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}
