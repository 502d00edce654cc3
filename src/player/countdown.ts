// The countdown between the end of a video and the automatic start of the next one. Called by the session.
import type { Clock } from '../lib/clock.ts';
import type { PagePort } from './page-port.ts';

/** From docs/look-and-feel.md, The player. */
const countdownSeconds = 5;

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
  let cancelTick: (() => void) | null = null;

  function setSecondsLeft(next: number | null): void {
    cancelTick?.();
    cancelTick = null;
    if (next === secondsLeft) return;
    secondsLeft = next;
    onChange();
  }
  function countDown(next: number): void {
    if (next <= 0) {
      setSecondsLeft(null);
      return onDone();
    }
    setSecondsLeft(next);
    cancelTick = clock.after(1000, () => countDown(next - 1));
  }

  return {
    secondsLeft: () => secondsLeft,
    // In a hidden page the next video starts without a countdown, because nobody can cancel it, and the browser may suspend the page.
    start: () => countDown(page.isHidden() ? 0 : countdownSeconds),
    stop: () => setSecondsLeft(null),
  };
}
