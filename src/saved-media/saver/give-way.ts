// Saving gives way to the user: after each press it stops reading for a moment, so that the next screen can use processor, disk and network.
import type { Clock } from '../../lib/clock.ts';

/** Most screens appear on a phone within this time. */
export const giveWayMs = 300;

export interface GiveWay {
  /** The user pressed something in some tab of this browser. */
  onPress(): void;
  /** Null: nothing to wait for. Later presses do not prolong a wait, so constant ones do not stop a save. */
  pause(): Promise<void> | null;
}

export function createGiveWay(clock: Clock): GiveWay {
  let pressedAtMs = -Infinity;
  return {
    onPress: () => void (pressedAtMs = clock.now()),
    pause() {
      const sinceMs = clock.now() - pressedAtMs;
      // Below zero: the clock was set back.
      return sinceMs >= 0 && sinceMs < giveWayMs ? new Promise((resolve) => clock.after(giveWayMs - sinceMs, resolve)) : null;
    },
  };
}
