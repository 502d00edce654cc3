// Saving gives way to the person: after a press or a key it stops reading for a moment, so that the screen that follows has processor, disk and network.
import type { Clock } from '../../lib/clock.ts';

/** As long as most screens take to appear on a phone. */
export const giveWayMs = 300;

export interface GiveWay {
  /** Somebody pressed something in some tab of this browser. */
  onPress(): void;
  /** Null: nothing to wait for. Waits once, so that something is read between any two presses. */
  pause(): Promise<void> | null;
}

export function createGiveWay(clock: Clock): GiveWay {
  let pressedAtMs: number | null = null;
  return {
    onPress: () => void (pressedAtMs = clock.now()),
    pause() {
      if (pressedAtMs === null) return null;
      const sinceMs = clock.now() - pressedAtMs;
      pressedAtMs = null;
      // Below zero: the clock was set back.
      return sinceMs >= 0 && sinceMs < giveWayMs ? new Promise((resolve) => clock.after(giveWayMs - sinceMs, resolve)) : null;
    },
  };
}
