/** Words of what is saved on this device (UX 4.1, 8). */
import type { FailReason, PauseReason } from '../lib/save-reasons.ts';

export const savedTexts = {
  saveOffline: 'Save offline',
  queued: 'Queued',
  saving: (percent: number) => `Saving, ${percent} percent`,
  pausedAt: (percent: number) => `Paused at ${percent} percent`,
  waitingForWifi: 'Waiting for Wi-Fi',
  saved: 'Saved on this device',
  updateAvailable: 'Update available',
  pause: 'Pause',
  resume: 'Resume',
  tryAgain: 'Try again',
  update: 'Update',
  remove: 'Remove from device',
  removed: 'Removed from this device.',
  savingNow: (title: string) => `Saving ${title}`,
  playsFromDevice: 'Plays from this device',
  whyPaused: {
    user: 'Paused.',
    background: 'Paused.',
    offline: 'Waiting for the server.',
    'signed-out': 'Log in to go on.',
    'storage-full': 'Not enough space.',
  } satisfies Record<PauseReason, string>,
  whyFailed: {
    'not-found': 'The server doesn’t have the file.',
    unverified: 'The copy was damaged five times.',
    unplayable: 'This device can’t play this format.',
  } satisfies Record<FailReason, string>,
} as const;
