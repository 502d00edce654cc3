import { translated } from './translated.ts';

const notHere = (why: string) => `${why}, and this is not on this device yet.`;

/** Texts about errors and missing data. Some are quoted from SPEC §8 (docs/look-and-feel.md, Words). */
export const errorTexts = translated('error', {
  badRequest: 'An error occurred while processing the request.',
  forbidden: 'Forbidden: Access denied.',
  notJson: (what: string) => `error fetching data: ${what}`,
  badAnswer: 'the answer is not from an archive',
  unreachable: notHere('Your server isn’t answering'),
  proxyLogin: notHere('Your server is behind a sign-in page'),
  captive: notHere('This Wi-Fi wants you to sign in first'),
  signedOut: notHere('You’ve been signed out'),
  serverError: 'The server had an error.',
  missingTitle: 'Not on this device',
  tryAgain: 'Try again',
  goHome: 'Go Home',
  oops: 'Oops',
  chunkMissing: 'This part of the app did not load. Try again later.',
  oopsSafe: 'Your copy and your changes are safe.',
  fromDevice: 'From this device, may be incomplete.',
} as const);
