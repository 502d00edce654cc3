// Rewrites headers that must differ on the two sides, because each side expects to talk to the other directly. Pure.
import type { IncomingHttpHeaders } from 'node:http';
import type { RemoteArchive } from './remote-archive.ts';

/**
 * Most of these headers describe this connection or an earlier proxy, so the archive would draw wrong conclusions from them. `x-archive-id`
 * is dropped because the archive's own id differs from the id here. `expect` is dropped because this server has already answered it, and
 * undici refuses it.
 */
const droppedRequestHeaders = new Set([
  'x-archive-id',
  'expect',
  'forwarded',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-forwarded-prefix',
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
  const forwardedHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !droppedRequestHeaders.has(name)));
  if (forwardedHeaders['origin'] !== undefined) forwardedHeaders['origin'] = remote.origin;
  if (forwardedHeaders['referer'] !== undefined)
    forwardedHeaders['referer'] = `${remote.origin}${remote.basePath}${pathOf(String(forwardedHeaders['referer']))}`;
  return { ...forwardedHeaders, host: remote.host };
}

/** Used for requests of a browser extension, because an extension acts with its own token, not with this browser's session. */
export function withoutCookies({ cookie: _cookie, ...rest }: IncomingHttpHeaders): IncomingHttpHeaders {
  return rest;
}

/**
 * Removes the archive's CORS headers from the answer to a browser extension. These headers allow the archive's own origin, because
 * `requestHeaders` put that origin in place of the extension's. This server adds headers that allow the extension (extension-origins.ts).
 */
export function withoutCors(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('access-control-')));
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
