/** Texts of the account sheet, and of the color scheme and the logout dialog that open from it. */
import { count } from './formats.ts';
import { plural } from './plural.ts';
import { translated } from './translated.ts';

export const accountSheetTexts = translated('accountSheet', {
  colorScheme: 'Color scheme',
  schemes: { dark: 'Dark', light: 'Light', matrix: 'Matrix', midnight: 'Midnight', custom: 'Custom' },
  base: 'Background',
  bases: { ink: 'Ink', graphite: 'Graphite', cocoa: 'Cocoa', pine: 'Pine', paper: 'Paper', mist: 'Mist' },
  accent: 'Accent',
  accents: { lantern: 'Lantern', coral: 'Coral', rose: 'Rose', orchid: 'Orchid', iris: 'Iris', sky: 'Sky', seaglass: 'Sea-glass', moss: 'Moss' },
  settingsPages: 'Your archive, color scheme, this device',
  install: 'Add to home screen',
  logoutDialog: {
    question: (unsent: number, refused: number) =>
      unsent > 0
        ? `Log out? ${count(unsent)} ${plural(unsent, 'change has', 'changes have')} not been sent${refused > 0 ? `, ${count(refused)} of them refused` : ''}.`
        : 'Log out?',
    consequence: (unsent: number) =>
      unsent > 0
        ? 'If you keep your copy, “Open my copy” brings it back, with saved videos and unsent changes. If you clear it, all of it is gone.'
        : 'If you keep your copy, “Open my copy” brings it back, with saved videos. If you clear it, all of it is gone.',
    notRecorded: 'You are still signed in: this device could not store the logout. If it is full, free some space, then try again.',
    clearNotRecorded:
      'You are still signed in: this device could not store the logout. Pictures and saved videos are already deleted. If the device is full, free some space, then try again.',
    keep: 'Log out, keep my copy',
    clear: 'Log out and clear this device',
  },
} as const);
