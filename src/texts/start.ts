/** Texts for a start that is impossible: this device stores nothing (docs/architecture.md, Local first). */
export const startTexts = {
  noDatabaseTitle: 'This device can’t keep a copy',
  noDatabase: {
    unavailable:
      'The browser gives Stowaway no storage here. That happens in private windows, and when cookies and site data are blocked for this address. Open it in an ordinary window, or allow site data for it.',
    full: 'There is no space left on this device. Free some, then try again. What is already kept is safe.',
    blocked: 'Another tab or window of Stowaway holds the copy and does not let go. Close the others, then try again. Your copy and your changes are safe.',
    newer:
      'A newer version of Stowaway has been used on this device. Close every tab and window of it, then open it again. Your copy and your changes are safe.',
  },
  tryAgain: 'Try again',
} as const;
