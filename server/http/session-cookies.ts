// The two cookies of a signed-in browser, for the API's login and for the page of accounts.
import { randomBytes } from 'node:crypto';
import type { Account } from '../accounts/accounts.ts';
import type { Archive } from '../archive/archive.ts';
import type { CookieChange } from './answer.ts';

/** Of the CSRF cookie (contract): 364 days. */
const csrfSeconds = 31_449_600;

/** A new session, never one that the browser brought: that one ends. */
export function startedSession(
  archive: Archive,
  account: Account,
  browser: { sessionToken: string | null; userAgent: string; isRemembered: boolean },
): CookieChange[] {
  archive.accounts.rememberLogin(account.id);
  if (browser.sessionToken !== null) archive.sessions.end(browser.sessionToken);
  const session = archive.sessions.start(account.id, browser.isRemembered, browser.userAgent);
  return [{ name: 'sessionid', value: session.token, maxAgeSeconds: session.maxAgeSeconds, isReadableByScripts: false }, newCsrfCookie()];
}

export function newCsrfCookie(): CookieChange {
  return { name: 'csrftoken', value: randomBytes(32).toString('base64url'), maxAgeSeconds: csrfSeconds, isReadableByScripts: true };
}

export const endedSession: CookieChange[] = [{ name: 'sessionid', value: '', maxAgeSeconds: 0, isReadableByScripts: false }];
