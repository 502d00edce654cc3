/** Words for what went wrong, each with what to do next (SPEC §8; docs/look-and-feel.md, Words). */
export const errorTexts = {
  badRequest: 'An error occurred while processing the request.',
  forbidden: 'Forbidden: Access denied.',
  notJson: (what: string) => `error fetching data: ${what}`,
  badAnswer: 'the answer was not one of an archive',
  unreachable: 'Your server isn’t answering, and this is not on this device yet.',
  captive: 'This Wi-Fi wants you to sign in first, and this is not on this device yet.',
  signedOut: 'You’ve been signed out, and this is not on this device yet.',
  serverError: 'The server tripped over this.',
  missingTitle: 'Not on this device',
  tryAgain: 'Try again',
  logIn: 'Log in',
  goHome: 'Go Home',
  oops: 'Oops',
  partMissing: 'This part of the app is not on this device yet. It needs the server once.',
  oopsSafe: 'Your copy and your changes are safe.',
  fromDevice: 'From this device, may be incomplete.',
} as const;
