// The sleep timer stops playback after some minutes or at the end of the video. It lasts as long as the player, across navigations.
// Independent of React; the volume is a port.
import type { Clock } from '../lib/clock.ts';

/** Minutes, the end of this video, or null for off. */
export type SleepChoice = number | 'end-of-video' | null;

export const sleepChoices: readonly SleepChoice[] = [null, 10, 20, 30, 45, 60, 'end-of-video'];

/** Length of the fade-out: noticeable to anyone awake, gentle enough not to wake anyone. */
const fadeMs = 8000;
const stepMs = 250;

export type SleepState = { name: 'off' } | { name: 'end-of-video' } | { name: 'counting'; minutes: number; endsAtMs: number };

interface SleepPorts {
  clock: Clock;
  /** Called with a share of the user's volume, 0 to 1. */
  scaleVolume: (share: number) => void;
  onSleep: () => void;
}

export interface SleepTimer {
  read(): SleepState;
  subscribe(listener: () => void): () => void;
  choose(choice: SleepChoice): void;
  /** Call when the video has ended. If the timer was waiting for the end, turns it off and returns true. */
  handleVideoEnd(): boolean;
}

export function createSleepTimer({ clock, scaleVolume, onSleep }: SleepPorts): SleepTimer {
  const listeners = new Set<() => void>();
  let state: SleepState = { name: 'off' };
  let cancelTimer: (() => void) | null = null;
  let isFading = false;

  function change(next: SleepState): void {
    state = next;
    for (const listener of [...listeners]) listener();
  }

  function stopTimer(): void {
    cancelTimer?.();
    cancelTimer = null;
    if (isFading) scaleVolume(1);
    isFading = false;
  }

  /** @param maxMs the time left according to the steps so far: an upper limit in case the clock is set back */
  function fade(endsAtMs: number, maxMs: number): void {
    const leftMs = Math.min(maxMs, endsAtMs - clock.now());
    if (leftMs <= 0) {
      onSleep();
      stopTimer();
      return change({ name: 'off' });
    }
    isFading = true;
    scaleVolume(leftMs / fadeMs);
    cancelTimer = clock.after(Math.min(stepMs, leftMs), () => fade(endsAtMs, leftMs - stepMs));
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    choose(choice) {
      stopTimer();
      if (choice === null) return change({ name: 'off' });
      if (choice === 'end-of-video') return change({ name: 'end-of-video' });
      // The end of the fade is computed when the fade starts, because the clock may be changed before then.
      cancelTimer = clock.after(choice * 60_000 - fadeMs, () => fade(clock.now() + fadeMs, fadeMs));
      change({ name: 'counting', minutes: choice, endsAtMs: clock.now() + choice * 60_000 });
    },
    handleVideoEnd() {
      if (state.name !== 'end-of-video') return false;
      change({ name: 'off' });
      return true;
    },
  };
}

export interface Fade {
  /** The function of that name in `SleepPorts`. A share of 1 restores the volume from before the fade. */
  scaleVolume(share: number): void;
  /** Whether a fade is running. The element's volume is then not the user's setting. */
  isOn(): boolean;
}

export function createFade(element: HTMLVideoElement): Fade {
  let fullVolume: number | null = null;
  return {
    scaleVolume(share) {
      fullVolume ??= element.volume;
      element.volume = fullVolume * share;
      if (share === 1) fullVolume = null;
    },
    isOn: () => fullVolume !== null,
  };
}
