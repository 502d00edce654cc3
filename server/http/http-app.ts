// The parts that the two HTTP servers share (the archive's, and the one in front of another archive): headers, errors, reading of bodies
// and addresses. The caller adds the routes, those of the client's files last.
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import { maxHeaderSize } from 'node:http';
import { Readable } from 'node:stream';
import { isDiskFull } from '../database/disk-full.ts';
import type { Log } from '../log/log.ts';
import { NotRemovable } from '../trash/move-files.ts';
import { badRequest, diskFullAnswer, Refusal } from './answer.ts';
import { send } from './api-routes.ts';
import { refusalMessage, refuseBrokenRequest } from './broken-requests.ts';
import type { ClientFiles } from './client-files.ts';
import { endWithConnection } from './end-with-connection.ts';
import { sendErrorPage } from './error-pages.ts';
import { securityHeaders } from './security-headers.ts';

export interface ServedTls {
  cert: Buffer;
  key: Buffer;
  /** Whether to tell browsers to use https only (HSTS). */
  isHttpsOnly?: boolean;
}

export interface HttpAppOptions {
  client: Pick<ClientFiles, 'inlineScriptHashes'>;
  tls: ServedTls | null;
  /**
   * Proxies on other machines that may report the client's address and host. Proxies on this machine may always report them. Reports from
   * all other machines are ignored.
   */
  trustedRanges?: readonly string[];
  /** Bodies are read into memory, within these limits. Default: they are passed on as they arrive. */
  bodyLimits?: Required<Pick<FastifyServerOptions, 'bodyLimit' | 'requestTimeout'>>;
  /** Adds headers to the answer. */
  onRequest(request: FastifyRequest, reply: FastifyReply): void;
  log: Log;
  /** The logger of Fastify's own warnings, which are not logged by default. */
  logger?: FastifyBaseLogger | undefined;
}

export function createHttpApp({ client, tls, trustedRanges = [], bodyLimits, onRequest, log, logger }: HttpAppOptions): FastifyInstance {
  const headers = securityHeaders(client.inlineScriptHashes, { isHttpsOnly: tls?.isHttpsOnly === true });
  const app = fastify({
    ...(tls ? { https: { cert: tls.cert, key: tls.key } } : {}),
    ...bodyLimits,
    ...(logger ? { loggerInstance: logger } : {}),
    trustProxy: ['loopback', ...trustedRanges],
    rewriteUrl: ({ url = '/' }) => pathOfTarget(url),
    // Shutdown does not wait for players, which keep connections open for hours.
    forceCloseConnections: true,
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, maxHeaderSize),
    // A malformed address is answered with 404.
    frameworkErrors: (_error, _request, reply) => void sendErrorPage((reply as unknown as FastifyReply).headers(headers), 'notFound'),
  }) as unknown as FastifyInstance;

  app.removeAllContentTypeParsers();
  if (bodyLimits) app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  else app.addContentTypeParser('*', (_request, body, done) => done(null, body));

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    onRequest(request, reply);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    // An answer that is not being sent yet has no socket. A request whose body was forwarded no longer has one.
    if (payload instanceof Readable) endWithConnection(payload, reply.raw.socket ?? request.raw.socket);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    log.debug(`${request.method} ${request.url.split('?')[0]} ${reply.statusCode} in ${Math.round(reply.elapsedTime)} ms, for ${request.ip}`);
    done();
  });
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    if (error instanceof Refusal) return send(reply, error.answer);
    if (error instanceof NotRemovable) return send(reply, badRequest(error.message).answer);
    if (error.statusCode !== undefined && error.statusCode < 500)
      return send(reply, { status: error.statusCode, body: { detail: refusalMessage(error, bodyLimits?.bodyLimit ?? 0) ?? error.message } });
    log.error(`${request.method} ${request.url.split('?')[0]} failed: ${isDiskFull(error) ? 'the disk is full.' : (error.stack ?? error.message)}`);
    if (isDiskFull(error) && request.url.startsWith('/api/')) return send(reply, diskFullAnswer);
    if (isDiskFull(error)) return sendErrorPage(reply, 'diskFull');
    return sendErrorPage(reply, 'serverError');
  });
  return app;
}

/** Returns the target's path. A client may send a complete address, as to a proxy (RFC 9112 §3.2.2), but all routes expect a path. */
function pathOfTarget(target: string): string {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return path === target || path.startsWith('/') ? path : `/${path}`;
}
