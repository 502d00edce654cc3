// Rewrites headers that must differ on the two sides, because each side expects to talk to the other directly. Pure.
import type { IncomingHttpHeaders } from 'node:http';
import type { RemoteArchive } from './remote-archive.ts';

/**
 * The request headers that calls, media and companions use. Others are dropped, because an archive that trusts this server's address as a
 * proxy would sign in whoever sends `Remote-User` or a header like it, and because headers such as `X-Forwarded-For` describe this connection
 * or an earlier proxy. `x-archive-id` is dropped because the archive's own id differs from the id here, and `expect` because this server has
 * already answered it, and undici refuses it.
 */
const passedRequestHeaders = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'cache-control',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'mode',
  'origin',
  'pragma',
  'range',
  'referer',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'transfer-encoding',
  'user-agent',
  'x-csrftoken',
  'x-requested-with',
  'x-stowaway-user',
]);

/** Headers of the connection to the archive, and headers that this server sets on every answer. */
const droppedAnswerHeaders = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'alt-svc',
  'server',
  'x-archive-id',
  'strict-transport-security',
  'content-security-policy',
  'content-security-policy-report-only',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
]);

/**
 * The archive accepts writes only from its own pages, so the origin is rewritten. The caller has checked that a write comes from one of our
 * pages or from a browser extension.
 */
export function requestHeaders(remote: RemoteArchive, headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const forwardedHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => passedRequestHeaders.has(name)));
  if (forwardedHeaders['origin'] !== undefined) forwardedHeaders['origin'] = remote.origin;
  if (forwardedHeaders['referer'] !== undefined)
    forwardedHeaders['referer'] = `${remote.origin}${remote.basePath}${pathOf(String(forwardedHeaders['referer']))}`;
  return { ...forwardedHeaders, host: remote.host };
}

/** Used for requests that came through a proxy: a password or another sign-in than an API token is meant for that proxy. */
export function withoutProxySignIn({ authorization, ...rest }: IncomingHttpHeaders): IncomingHttpHeaders {
  return authorization !== undefined && /^Token\s/i.test(authorization) ? { ...rest, authorization } : rest;
}

/** Used for requests of a browser extension, because an extension acts with its own token, not with this browser's session. */
export function withoutCookies({ cookie: _cookie, ...rest }: IncomingHttpHeaders): IncomingHttpHeaders {
  return rest;
}

/**
 * Removes the archive's CORS headers from the answer to a browser extension. These headers allow the archive's own origin, because
 * `requestHeaders` put that origin in place of the extension's. This server adds headers that allow the extension (extension-origins.ts), so
 * the answer depends on the origin, whatever the archive's `vary` says.
 */
export function withoutCors({ vary, ...headers }: IncomingHttpHeaders): IncomingHttpHeaders {
  const otherHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')));
  return { ...otherHeaders, vary: vary === undefined ? 'origin' : `${vary}, origin` };
}

interface ArchiveCookies {
  /** Records the names of the cookies in an answer of the archive. */
  learn(headers: IncomingHttpHeaders): void;
  /** Removes all cookies but the archive's. */
  only(headers: IncomingHttpHeaders): IncomingHttpHeaders;
}

/** Browsers send the cookies of a host to each of its ports, so a request may contain the sessions of other services. */
export function createArchiveCookies(): ArchiveCookies {
  // The names in the contract and of the language. An archive may have set them before this server started.
  const names = new Set(['sessionid', 'csrftoken', 'stowaway_language']);
  const nameOf = (cookie: string): string => cookie.split('=', 1)[0]?.trim() ?? '';
  return {
    learn(headers) {
      for (const cookie of [headers['set-cookie'] ?? []].flat()) names.add(nameOf(cookie));
    },
    only({ cookie, ...rest }) {
      const archiveCookies = (cookie ?? '').split(';').filter((pair) => names.has(nameOf(pair)));
      return archiveCookies.length === 0 ? rest : { ...rest, cookie: archiveCookies.map((pair) => pair.trim()).join('; ') };
    },
  };
}

/** @param isSecure whether the browser's connection to this server uses https */
export function answerHeaders(remote: RemoteArchive, headers: IncomingHttpHeaders, isSecure: boolean): IncomingHttpHeaders {
  const rewrittenHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !droppedAnswerHeaders.has(name)));
  if (rewrittenHeaders['location'] !== undefined) rewrittenHeaders['location'] = localAddress(remote, String(rewrittenHeaders['location']));
  const cookies = headers['set-cookie'];
  if (cookies !== undefined) rewrittenHeaders['set-cookie'] = [cookies].flat().map((cookie) => localCookie(remote, cookie, isSecure));
  return rewrittenHeaders;
}

/** Maps an address of the archive to one of ours. Any other address stays, but a path outside the archive gets the archive's host. */
function localAddress({ origin, basePath }: RemoteArchive, address: string): string {
  const fullAddress = /^\/(?!\/)/.test(address) ? origin + address : address;
  return localPath(origin + basePath, fullAddress) ?? fullAddress;
}

/** Adapts a cookie, because here a browser would refuse a cookie for the archive's domain and, over plain http, a Secure cookie. */
function localCookie({ basePath }: RemoteArchive, cookie: string, isSecure: boolean): string {
  const [pair = '', ...attributes] = cookie.split(/; */);
  const localAttributes = attributes.flatMap((attribute) => {
    const [name = '', value = ''] = attribute.split('=');
    switch (name.toLowerCase()) {
      case 'domain':
        return [];
      case 'secure':
        return isSecure ? [attribute] : [];
      case 'samesite':
        // Browsers accept SameSite=None only over https.
        return [value.toLowerCase() === 'none' && !isSecure ? 'SameSite=Lax' : attribute];
      case 'path':
        return [`Path=${basePath === '' ? value : (localPath(basePath, value) ?? value)}`];
      default:
        return [attribute];
    }
  });
  return [pair, ...localAttributes].join('; ');
}

/** The part of the address after the prefix, as a path; null if the address is not below the prefix. */
function localPath(prefix: string, address: string): string | null {
  const remainder = address.startsWith(prefix) ? address.slice(prefix.length) : null;
  // Two slashes would begin the name of another host. Browsers read a backslash as a slash, and skip tabs.
  if (remainder === null || !/^(?:\/(?!\t*[/\\])|[?#]|$)/.test(remainder)) return null;
  return remainder.startsWith('/') ? remainder : `/${remainder}`;
}

function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : '/';
}
