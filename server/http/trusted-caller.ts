// Who may see the inside of this server (/healthz in full, /metrics): this computer itself, whoever brings the token that was set for
// it, and for health the staff.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);
const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
/** What proxies add. Fastify reads only the first. */
const forwardedBy = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'];

/**
 * A request that somebody on this computer made themselves. What a proxy on this computer hands on comes from 127.0.0.1, too, so
 * every sign of a proxy makes it a stranger's; so does another host name, by which a page in this computer's own browser would come.
 */
export function isFromThisComputer(request: FastifyRequest): boolean {
  if (!isLoopback(request.socket.remoteAddress ?? '') || !isLoopback(request.ip)) return false;
  return !forwardedBy.some((header) => request.headers[header] !== undefined) && loopbackHost.test(request.headers.host ?? '');
}

/** `Authorization: Bearer TOKEN`, as Prometheus sends it. */
export function bringsToken(request: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === null || given === undefined) return false;
  // Of equal length, whatever was given.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
