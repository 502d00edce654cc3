// Recognizes callers that may see this server's internals (/metrics and the full /healthz): this computer itself, and callers with the
// metrics token. Staff may also see the full /healthz (create-server.ts).
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const isLoopback = (address: string): boolean => /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);
const loopbackHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;
/** Headers that proxies add. Fastify reads only `x-forwarded-for` to determine `request.ip`. */
const forwardedHeaders = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'x-forwarded-host'];

/**
 * Whether a request comes from this computer without any sign of a proxy. Requests from a proxy on this computer also come from 127.0.0.1,
 * so the answer is false for a request with a proxy's header. It is also false for a request with another host name, because a page in
 * this computer's own browser could send such a request (DNS rebinding). A proxy that adds no header and sends `Host: 127.0.0.1:8000`
 * (nginx with only proxy_pass) cannot be detected (docs/operating.md).
 */
export function isFromThisComputer(request: FastifyRequest): boolean {
  if (!isLoopback(request.socket.remoteAddress ?? '') || !isLoopback(request.ip)) return false;
  return !cameThroughProxy(request) && loopbackHost.test(request.headers.host ?? '');
}

/** Whether a request has a header that proxies add. */
export function cameThroughProxy({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return forwardedHeaders.some((header) => headers[header] !== undefined);
}

/** `Authorization: Bearer TOKEN`, as Prometheus sends it. */
export function hasToken(request: FastifyRequest, token: string | null): boolean {
  const bearerToken = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === null || bearerToken === undefined) return false;
  // Digests have equal lengths, as timingSafeEqual requires.
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(bearerToken), digest(token));
}
