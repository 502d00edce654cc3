// Chooses the announcements of the polite live region: the newest message, at most one in ten seconds. Independent of React.
import { ageMs, type Clock } from '../lib/clock.ts';

/** So that screen reader users can continue reading between announcements (docs/look-and-feel.md, Hit areas and keys). */
export const announcementGapMs = 10_000;

export interface Announcer {
  say(message: string): void;
  stop(): void;
}

export function createAnnouncer(clock: Clock, speak: (message: string) => void): Announcer {
  let spokenAtMs = -Infinity;
  let waiting: { message: string; cancel: () => void } | null = null;

  function speakNow(message: string): void {
    spokenAtMs = clock.now();
    speak(message);
  }

  return {
    say(message) {
      waiting?.cancel();
      waiting = null;
      const waitMs = announcementGapMs - ageMs(clock, spokenAtMs);
      if (waitMs <= 0) {
        speakNow(message);
        return;
      }
      const cancel = clock.after(waitMs, () => {
        waiting = null;
        speakNow(message);
      });
      waiting = { message, cancel };
    },
    stop() {
      waiting?.cancel();
      waiting = null;
    },
  };
}
