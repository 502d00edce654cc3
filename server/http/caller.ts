// Determines who calls (session cookie, token, a proxy's header), and whether a write was intended (CSRF header, Origin). No other file
// decides this.
import { timingSafeEqual } from 'node:crypto';
import { isIPv6, type BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../accounts/accounts.ts';
import { isStaffAccount } from '../accounts/accounts.ts';
import type { Archive } from '../archive/archive.ts';
import { detailRefusal, Refusal } from './answer.ts';
import type { Role } from './contract.ts';
import { isExtensionOrigin } from './extension-origins.ts';

export interface Caller {
  account: Account | null;
  /** The session's token; null if there is no session, as for a program with an API token. */
  sessionToken: string | null;
  /** What identifies the caller. */
  authMethod: 'nothing' | 'session' | 'token' | 'proxy';
}

/** Proxies that are trusted to report the client's address and host and, if `header` is set, who signed in. */
export interface TrustedProxy {
  /** Addresses and networks, as text and as a checker. */
  ranges: string[];
  addresses: BlockList;
  /** The name, in lower case, of the header in which a proxy reports who signed in; null if no proxy may report that. */
  header: string | null;
}

export type FindCaller = (request: FastifyRequest) => Caller;

/** @param proxy null if none is trusted */
export function createFindCaller(archive: Archive, proxy: TrustedProxy | null): FindCaller {
  return (request) => {
    // A browser extension has only the rights of its token; the browser's session and a proxy's header are ignored.
    if (isExtensionOrigin(request.headers.origin)) return callerOfToken(request, archive) ?? anonymous;
    // The token is checked first, because a program sends it deliberately and its writes have no CSRF cookie. A page of another origin
    // cannot add this header.
    return callerOfToken(request, archive) ?? (proxy === null ? null : callerOfProxy(request, archive, proxy)) ?? callerOfSession(request, archive);
  };
}

const anonymous: Caller = { account: null, sessionToken: null, authMethod: 'nothing' };

/** The person whom a trusted proxy named; null if none did. An unknown name makes the caller anonymous, even with a session. */
function callerOfProxy(request: FastifyRequest, archive: Archive, { header, addresses }: TrustedProxy): Caller | null {
  if (header === null) return null;
  const name = request.headers[header];
  if (typeof name !== 'string' || name === '') return null;
  // The connection's own address; headers about the address are ignored here.
  const address = (request.socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.)/, '');
  if (!addresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')) return null;
  // Node reads header bytes as Latin-1; names are UTF-8.
  const account = archive.accounts.find(Buffer.from(name, 'latin1').toString('utf8'));
  return { account, sessionToken: null, authMethod: account === null ? 'nothing' : 'proxy' };
}

/**
 * The token's owner; null without a token. An Authorization header of another kind, such as a proxy's, is ignored; an unknown token is
 * refused.
 */
function callerOfToken(request: FastifyRequest, archive: Archive): Caller | null {
  const apiToken = /^Token\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (apiToken === undefined) return null;
  const ownerId = archive.apiTokens.accountOf(apiToken);
  const account = ownerId === null ? null : archive.accounts.get(ownerId);
  if (!account) throw detailRefusal(403, 'Invalid token.');
  return { account, sessionToken: null, authMethod: 'token' };
}

function callerOfSession(request: FastifyRequest, archive: Archive): Caller {
  const token = request.cookies['sessionid'];
  const accountId = token ? archive.sessions.accountOf(token) : null;
  const account = accountId === null ? null : archive.accounts.get(accountId);
  return account && token ? { account, sessionToken: token, authMethod: 'session' } : anonymous;
}

/** Throws the contract's 403 for callers without this role. */
export function requireRole(role: Role, account: Account | null): void {
  if (role === 'any') return;
  if (!account) throw detailRefusal(403, 'Authentication credentials were not provided.');
  if (role === 'staff' && !isStaffAccount(account)) throw detailRefusal(403, 'You do not have permission to perform this action.');
}

/**
 * A client sends the user and archive that it expects. The browser's session may belong to another person by now, or another archive may be
 * served at this address. The call is then refused, so that nothing is done or disclosed.
 */
export function requireIntendedTarget(request: FastifyRequest, archiveId: string, account: Account | null): void {
  const { 'x-stowaway-user': user, 'x-archive-id': archive } = request.headers;
  const isAnotherUser = user !== undefined && account !== null && user !== String(account.id);
  const isAnotherArchive = archive !== undefined && archive !== archiveId;
  if (isAnotherUser || isAnotherArchive) throw new Refusal({ status: 409, body: { error: 'Somebody else is signed in.' } });
}

/** Refuses a write from a page of another origin, which must not act with this browser's cookies. */
export function requireSameOrigin(request: FastifyRequest): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isForeign = origin === undefined ? site === 'cross-site' : hostOf(origin) !== request.host.toLowerCase();
  if (isForeign) throw detailRefusal(403, 'CSRF Failed: Origin checking failed.');
}

/** Refuses a write unless its `x-csrftoken` header repeats the csrftoken cookie, which a page of another origin cannot read. */
export function requireCsrfHeader(request: FastifyRequest): void {
  const cookie = request.cookies['csrftoken'];
  const header = request.headers['x-csrftoken'];
  if (!cookie) throw detailRefusal(403, 'CSRF Failed: CSRF cookie not set.');
  if (typeof header !== 'string' || header === '') throw detailRefusal(403, 'CSRF Failed: CSRF token missing.');
  const expectedToken = Buffer.from(cookie);
  const headerToken = Buffer.from(header);
  if (expectedToken.length !== headerToken.length || !timingSafeEqual(expectedToken, headerToken))
    throw detailRefusal(403, 'CSRF Failed: CSRF token incorrect.');
}

/** The origin's host. The scheme is ignored, because behind a proxy that terminates TLS the browser uses https and this server http. */
function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null; // not an address, so not ours
  }
}
