// Sets and removes the cookies of a signed-in browser, for the API's login and for the admin pages.
import { randomBytes } from 'node:crypto';
import type { Account } from '../accounts/accounts.ts';
import type { Archive } from '../archive/archive.ts';
import type { CookieChange } from './answer.ts';

/** The CSRF cookie's lifetime, from the contract: 364 days. */
const csrfSeconds = 31_449_600;

/**
 * Starts a new session and ends the one that the browser sent, if any.
 * @param account as it was when its password was checked
 * @returns null if the account was deleted, or its password changed, after the check
 */
export function startSession(
  archive: Archive,
  account: Account,
  browser: { sessionToken: string | null; userAgent: string; isRemembered: boolean },
): CookieChange[] | null {
  if (archive.accounts.get(account.id)?.passwordHash !== account.passwordHash) return null;
  archive.accounts.recordLogin(account.id);
  if (browser.sessionToken !== null) archive.sessions.end(browser.sessionToken);
  const session = archive.sessions.start(account.id, browser.isRemembered, browser.userAgent);
  return [{ name: 'sessionid', value: session.token, maxAgeSeconds: session.maxAgeSeconds, isReadableByScripts: false }, newCsrfCookie()];
}

export function newCsrfCookie(): CookieChange {
  return { name: 'csrftoken', value: randomBytes(32).toString('base64url'), maxAgeSeconds: csrfSeconds, isReadableByScripts: true };
}

export const endedSessionCookies: CookieChange[] = [{ name: 'sessionid', value: '', maxAgeSeconds: 0, isReadableByScripts: false }];
