// The countdown between the end of a video and the automatic start of the next one. Called by the session.
import type { Clock } from '../lib/clock.ts';
import type { PagePort } from './page-port.ts';

/** docs/look-and-feel.md, The player. */
const countedSeconds = 5;

interface CountdownPorts {
  clock: Clock;
  page: PagePort;
  onChange(): void;
  onDone(): void;
}

export interface Countdown {
  /** Null while not counting. */
  secondsLeft(): number | null;
  start(): void;
  stop(): void;
}

export function createCountdown({ clock, page, onChange, onDone }: CountdownPorts): Countdown {
  let secondsLeft: number | null = null;
  let cancel: (() => void) | null = null;

  function set(next: number | null): void {
    cancel?.();
    cancel = null;
    if (next === secondsLeft) return;
    secondsLeft = next;
    onChange();
  }
  function count(next: number): void {
    if (next <= 0) {
      set(null);
      return onDone();
    }
    set(next);
    cancel = clock.after(1000, () => count(next - 1));
  }

  return {
    secondsLeft: () => secondsLeft,
    // In a hidden page nobody can cancel the countdown, and the browser may suspend the page before it ends.
    start: () => count(page.isHidden() ? 0 : countedSeconds),
    stop: () => set(null),
  };
}
