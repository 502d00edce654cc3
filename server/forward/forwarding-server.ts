// The HTTP server in front of another archive. Constructed by server/start and by tests. Bodies of any size are streamed in both
// directions, at the pace of the slower side.
import replyFrom from '@fastify/reply-from';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { send } from '../http/api-routes.ts';
import { requireIntendedTarget, requireSameOrigin } from '../http/caller.ts';
import { readClientFiles } from '../http/client-files.ts';
import { createHealth } from '../health/health.ts';
import { addClientRoutes } from '../http/client-routes.ts';
import { sendErrorPage } from '../http/error-pages.ts';
import { allowExtensionOrigins, isExtensionOrigin } from '../http/extension-origins.ts';
import { createHttpApp, type ServedTls } from '../http/http-app.ts';
import { addHealthRoutes } from '../http/health-routes.ts';
import { addMetricsRoutes } from '../http/metrics-routes.ts';
import { cameThroughProxy, hasToken, isFromThisComputer } from '../http/trusted-caller.ts';
import type { Log } from '../log/log.ts';
import { describeFailure, messageOf, type RemoteArchive } from './remote-archive.ts';
import { answerHeaders, createArchiveCookies, requestHeaders, withoutCookies, withoutCors, withoutProxySignIn } from './rewrite-headers.ts';

export interface ForwardingOptions {
  remote: RemoteArchive;
  /** All certificate authorities to trust, in PEM form, the usual ones included. Null for the usual ones alone. */
  archiveCa: string[] | null;
  clientFolder: string;
  tls: ServedTls | null;
  /** `v` + package version. */
  version: string;
  /** See ServerOptions. */
  metricsToken?: string | null;
  log: Log;
  logger?: FastifyBaseLogger;
  /** Maximum time until the archive's answer begins, and between two chunks of it, in milliseconds. */
  timeoutMs?: number;
}

const forwardedFolders = ['/api/', '/youtube/', '/media/', '/cache/'];
const connectMs = 10_000;
/** Some calls of the archive wait for the site that they query (docs/behaviour.md). */
const defaultTimeoutMs = 120_000;

export async function createForwardingServer({
  remote,
  archiveCa,
  clientFolder,
  tls,
  version,
  metricsToken = null,
  log,
  logger,
  timeoutMs = defaultTimeoutMs,
}: ForwardingOptions): Promise<FastifyInstance> {
  const client = readClientFiles(clientFolder);
  const app = createHttpApp({
    client,
    tls,
    onRequest(request, reply) {
      if (/^\/(api|cache)\//.test(request.url)) reply.header('x-archive-id', remote.archiveId);
    },
    log,
    logger,
  });
  allowExtensionOrigins(app);
  await app.register(replyFrom, {
    base: remote.origin,
    undici: {
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      // The package's default trusts every certificate.
      connect: { timeout: connectMs, rejectUnauthorized: true, ...(archiveCa ? { ca: archiveCa } : {}) },
    },
    // No retries here: the client decides when to retry, and informs the person.
    retryMethods: [],
    disableRequestLogging: true,
    destroyAgent: true,
  });

  const archiveCookies = createArchiveCookies();
  for (const folder of forwardedFolders) app.all(`${folder}*`, forward);
  const health = createHealth({
    async archive() {
      const { statusCode, payload } = await app.inject({ url: '/api/ping/', headers: { accept: 'application/json' } });
      if (statusCode < 500) return { state: 'ok', message: `${remote.host} answers.` };
      return { state: 'failing', message: messageOf(payload) ?? `${remote.host} answers with an error (${statusCode}).` };
    },
  });
  addHealthRoutes(app, { health, version, maySeeAll: (request) => isFromThisComputer(request) || hasToken(request, metricsToken) });
  addMetricsRoutes(app, { token: metricsToken, version, health });
  addClientRoutes(app, client, { isKnown: () => false });
  return app;

  function forward(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const isExtension = isExtensionOrigin(request.headers.origin);
    requireIntendedTarget(request, remote.archiveId, null); // null: only the archive knows whose session it is
    if (!isExtension && !['GET', 'HEAD', 'OPTIONS'].includes(request.method)) requireSameOrigin(request);
    const path = remote.basePath + (request.url.split('?')[0] ?? '');
    // An address with `..` or backslashes resolves to another path, perhaps one outside the archive.
    const { pathname } = new URL(path, remote.origin);
    if (!forwardedFolders.some((folder) => pathname.startsWith(remote.basePath + folder))) return sendErrorPage(reply, 'notFound');
    // The query is left out, because the package appends it itself, and would refuse a query that contains `../` or a stray `%`.
    return reply.from(path, {
      rewriteRequestHeaders(_request, headers) {
        const ownHeaders = cameThroughProxy(request) ? withoutProxySignIn(headers) : headers;
        return requestHeaders(remote, isExtension ? withoutCookies(ownHeaders) : archiveCookies.only(ownHeaders));
      },
      rewriteHeaders(headers) {
        archiveCookies.learn(headers);
        return answerHeaders(remote, isExtension ? withoutCors(headers) : headers, request.protocol === 'https');
      },
      onError(_reply, { error }) {
        const { status, message } = describeFailure(remote, error);
        send(reply, { status, body: { error: message } });
      },
    });
  }
}
