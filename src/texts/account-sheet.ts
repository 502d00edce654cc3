/** Words of the account sheet, and of the color scheme and the logout dialog that open from it. */
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
    question: (unsent: number) => (unsent > 0 ? `Log out? ${count(unsent)} ${plural(unsent, 'change has', 'changes have')} not been sent.` : 'Log out?'),
    consequence: (unsent: number) =>
      unsent > 0
        ? 'Kept, “Open my copy” brings back your copy, saved videos and unsent changes. Cleared, they are gone.'
        : 'Kept, “Open my copy” brings back your copy and saved videos. Cleared, they are gone.',
    keep: 'Log out, keep my copy',
    clear: 'Log out and clear this device',
  },
} as const);
