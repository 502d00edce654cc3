// Browser extensions call the API from their own origin, with a token. This module sends the headers that browsers require for that (CORS),
// for both HTTP servers, the archive's and the forwarding one. Both ignore the cookies of requests from extensions (caller.ts,
// forwarding-server.ts).
import type { FastifyInstance } from 'fastify';

const extensionOrigin = /^(?:moz|chrome|safari-web)-extension:\/\/[A-Za-z0-9-]{1,64}$/;

/**
 * Headers that an extension may send. `mode` is not an HTTP header, but TubeArchivist's companion extension sends it, and a browser asks
 * for permission for every header outside its safelist.
 */
const allowedHeaders = 'accept, authorization, content-type, idempotency-key, mode';
const allowedMethods = 'GET, POST, PUT, PATCH, DELETE';
const preflightMaxAgeSeconds = 3600;

export function isExtensionOrigin(origin: string | undefined): origin is string {
  return origin !== undefined && extensionOrigin.test(origin);
}

/** Never sends `Access-Control-Allow-Credentials`, so that a browser hides the answer to a request with cookies. */
export function allowExtensionOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!request.url.startsWith('/api/') || !isExtensionOrigin(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    await reply
      .code(204)
      .headers({
        'access-control-allow-methods': allowedMethods,
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': String(preflightMaxAgeSeconds),
      })
      .send();
  });
}
