// Saving gives way to the user: it stops reading for a moment after each press, so that the next screen can use processor, disk and
// network.
import type { Clock } from '../../lib/clock.ts';

/** Most screens appear on a phone within this time. */
export const giveWayMs = 300;

export interface GiveWay {
  /** Call when the user pressed something in some tab of this browser. */
  onPress(): void;
  /** Null if there is nothing to wait for. Later presses do not prolong a wait, so constant pressing does not stop a save. */
  pause(): Promise<void> | null;
}

export function createGiveWay(clock: Clock): GiveWay {
  let pressedAtMs = -Infinity;
  return {
    onPress: () => void (pressedAtMs = clock.now()),
    pause() {
      const sinceMs = clock.now() - pressedAtMs;
      // A negative time means that the clock was set back.
      return sinceMs >= 0 && sinceMs < giveWayMs ? new Promise((resolve) => clock.after(giveWayMs - sinceMs, resolve)) : null;
    },
  };
}
