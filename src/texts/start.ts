import { translated } from './translated.ts';

/** Texts for a start that fails because this device cannot store anything (docs/architecture.md, Local first). */
export const startTexts = translated('start', {
  noDatabaseTitle: 'This device can’t keep a copy',
  noDatabase: {
    unavailable:
      'The browser gives Stowaway no storage here. That happens in private windows, and when cookies and site data are blocked for this address. Use a normal window, or allow site data for this address.',
    full: 'There is no space left on this device. Free some, then try again. What is already kept is safe.',
    blocked: 'Another Stowaway tab or window is blocking the copy. Close the others, then try again. Your copy and your changes are safe.',
    newer:
      'A newer version of Stowaway has been used on this device. Close every Stowaway tab and window, then open it again. Your copy and your changes are safe.',
  },
  tryAgain: 'Try again',
} as const);
