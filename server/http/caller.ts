// Who calls, and whether a write was meant: session cookie, CSRF header, Origin. The only place that decides it.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../accounts/accounts.ts';
import { isStaffAccount } from '../accounts/accounts.ts';
import type { Archive } from '../archive/archive.ts';
import { detail } from './answer.ts';
import type { Role } from './contract.ts';

export interface Caller {
  account: Account | null;
  /** Null without a session, as for a program that calls with an API token. */
  sessionToken: string | null;
}

/** An Authorization header that is not ours to read (a proxy's own) does not count; a token that is nobody's is refused. */
export function callerOfRequest(request: FastifyRequest, archive: Archive): Caller {
  const apiToken = /^Token\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (apiToken !== undefined) {
    const owner = archive.apiTokens.accountOf(apiToken);
    const account = owner === null ? null : archive.accounts.get(owner);
    if (!account) throw detail(403, 'Invalid token.');
    return { account, sessionToken: null };
  }
  const token = request.cookies['sessionid'];
  const accountId = token ? archive.sessions.accountOf(token) : null;
  const account = accountId === null ? null : archive.accounts.get(accountId);
  return account && token ? { account, sessionToken: token } : { account: null, sessionToken: null };
}

/** Throws the contract's 403 for whoever may not call an operation of this role. */
export function demandRole(role: Role, account: Account | null): void {
  if (role === 'any') return;
  if (!account) throw detail(403, 'Authentication credentials were not provided.');
  if (role === 'staff' && !isStaffAccount(account)) throw detail(403, 'You do not have permission to perform this action.');
}

/** For writes: a page of another origin must not act with this browser's cookies. */
export function demandOwnOrigin(request: FastifyRequest): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeign = origin === undefined ? site === 'cross-site' : hostOf(origin) !== request.host.toLowerCase();
  if (isForeign) throw detail(403, 'CSRF Failed: Origin checking failed.');
}

/** For writes under the cookie: the header repeats the csrftoken cookie, which another origin cannot read. */
export function demandCsrfHeader(request: FastifyRequest): void {
  const cookie = request.cookies['csrftoken'];
  const header = request.headers['x-csrftoken'];
  if (!cookie) throw detail(403, 'CSRF Failed: CSRF cookie not set.');
  if (typeof header !== 'string' || header === '') throw detail(403, 'CSRF Failed: CSRF token missing.');
  const expected = Buffer.from(cookie);
  const given = Buffer.from(header);
  if (expected.length !== given.length || !timingSafeEqual(expected, given)) throw detail(403, 'CSRF Failed: CSRF token incorrect.');
}

/** The scheme is left out: behind a proxy that ends TLS the browser's is https and ours http. */
function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
