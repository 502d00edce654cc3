import { translated } from './translated.ts';

/** Texts about errors of single pages and of commands; those in the initial bundle are in errors.ts. */
export const pageErrorTexts = translated('pageError', {
  unauthorized: 'Unauthorized: Redirecting to login.',
  needsServer: 'This needs the server. It stays here for when you’re back.',
  needsLogin: 'You’ve been signed out. Log in, then try again.',
  noLongerInArchive: 'This is no longer in the archive.',
  pageNotFound: 'That page does not exist',
  pageNotFoundText: 'The address is mistyped, or what was there has moved.',
} as const);
