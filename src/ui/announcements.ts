// Chooses the announcements of the polite live region: the newest message, at most one in ten seconds. Independent of React.
import { ageMs, type Clock } from '../lib/clock.ts';

/** The gap lets screen reader users continue reading between announcements (docs/look-and-feel.md, Hit areas and keys). */
export const announcementGapMs = 10_000;

export interface Announcer {
  say(message: string): void;
  stop(): void;
}

export function createAnnouncer(clock: Clock, speak: (message: string) => void): Announcer {
  let spokenAtMs = -Infinity;
  let waitingMessage: { message: string; cancel: () => void } | null = null;

  function speakNow(message: string): void {
    spokenAtMs = clock.now();
    speak(message);
  }

  return {
    say(message) {
      waitingMessage?.cancel();
      waitingMessage = null;
      const waitMs = announcementGapMs - ageMs(clock, spokenAtMs);
      if (waitMs <= 0) {
        speakNow(message);
        return;
      }
      const cancel = clock.after(waitMs, () => {
        waitingMessage = null;
        speakNow(message);
      });
      waitingMessage = { message, cancel };
    },
    stop() {
      waitingMessage?.cancel();
      waitingMessage = null;
    },
  };
}
