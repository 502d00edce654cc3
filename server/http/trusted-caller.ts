// Who may see this server's internals (/healthz in full, /metrics): this computer itself, callers with the token set for it, and, for health, staff.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);
const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
/** Headers that proxies add. Fastify itself evaluates only the first. */
const forwardedHeaders = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'];

/**
 * A request from this computer without any sign of a proxy. What a proxy on this computer forwards also comes from 127.0.0.1: its headers make the
 * caller a stranger, and so does another host name, as used by a page in this computer's own browser. A proxy that adds no header and sends
 * `Host: 127.0.0.1:8000` (nginx with nothing but proxy_pass) cannot be detected: docs/operating.md.
 */
export function isFromThisComputer(request: FastifyRequest): boolean {
  if (!isLoopback(request.socket.remoteAddress ?? '') || !isLoopback(request.ip)) return false;
  return !forwardedHeaders.some((header) => request.headers[header] !== undefined) && loopbackHost.test(request.headers.host ?? '');
}

/** `Authorization: Bearer TOKEN`, as Prometheus sends it. */
export function hasToken(request: FastifyRequest, token: string | null): boolean {
  const given = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === null || given === undefined) return false;
  // Digests have equal lengths, as timingSafeEqual requires.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
