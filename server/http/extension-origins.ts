// Browser extensions call the API with a token from an origin of their own. What a browser asks and needs for that (CORS) is
// answered here for both HTTP servers; that their cookies count for nothing is decided in caller.ts and in the forwarding server.
import type { FastifyInstance } from 'fastify';

const extensionOrigin = /^(?:moz|chrome|safari-web)-extension:\/\/[A-Za-z0-9-]{1,64}$/;

/**
 * What an extension may send. `mode` is no header of HTTP: the companion of TubeArchivist sends it all the same, and a browser asks
 * for every header that is not on its own short list.
 */
const headers = 'accept, authorization, content-type, idempotency-key, mode';
const methods = 'GET, POST, PUT, PATCH, DELETE';
const rememberedSeconds = 3600;

export function isExtensionOrigin(origin: string | undefined): origin is string {
  return origin !== undefined && extensionOrigin.test(origin);
}

/** Never `Access-Control-Allow-Credentials`: a browser then hides the answer to a call that was sent with cookies. */
export function addExtensionOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (!request.url.startsWith('/api/') || !isExtensionOrigin(origin)) return;
    reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    await reply
      .code(204)
      .headers({ 'access-control-allow-methods': methods, 'access-control-allow-headers': headers, 'access-control-max-age': String(rememberedSeconds) })
      .send();
  });
}
