// How long a toast stays. Independent of React.
import type { Clock } from '../lib/clock.ts';

/** Long enough to read a line and reach Undo (docs/look-and-feel.md, Hit areas and keys); without Undo, to read it. */
export const toastMs = { withUndo: 8000, plain: 4000 } as const;

export interface ToastTimer {
  pause(): void;
  resume(): void;
  stop(): void;
}

/** Calls `onEnd` after `ms` of unpaused time. */
export function startToastTimer(clock: Clock, ms: number, onEnd: () => void): ToastTimer {
  let leftMs = ms;
  let startedAtMs = clock.now();
  let cancel: (() => void) | null = clock.after(leftMs, onEnd);
  return {
    pause() {
      if (!cancel) return;
      cancel();
      cancel = null;
      leftMs -= clock.now() - startedAtMs;
    },
    resume() {
      if (cancel) return;
      startedAtMs = clock.now();
      cancel = clock.after(Math.max(0, leftMs), onEnd);
    },
    stop() {
      cancel?.();
      cancel = null;
    },
  };
}
