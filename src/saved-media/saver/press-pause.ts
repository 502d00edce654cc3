// After each press, saving stops reading for a moment, so that the next screen can use processor, disk and network.
import type { Clock } from '../../lib/clock.ts';

/** Most screens appear on a phone within this time. */
export const pressPauseMs = 300;

export interface PressPause {
  /** Call when the user pressed something in some tab of this browser. */
  onPress(): void;
  /** Null if there is nothing to wait for. Later presses do not prolong a wait, so constant pressing does not stop a save. */
  pause(): Promise<void> | null;
}

export function createPressPause(clock: Clock): PressPause {
  let pressedAtMs = -Infinity;
  return {
    onPress: () => void (pressedAtMs = clock.now()),
    pause() {
      const sinceMs = clock.now() - pressedAtMs;
      // A negative time means that the clock was set back.
      return sinceMs >= 0 && sinceMs < pressPauseMs ? new Promise((resolve) => clock.after(pressPauseMs - sinceMs, resolve)) : null;
    },
  };
}
