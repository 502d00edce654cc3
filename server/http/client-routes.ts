// Serves everything that is neither an API call nor media: the client's files, its document for navigations, and 404s.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiRoutes } from './api-routes.ts';
import type { ClientFile, ClientFiles } from './client-files.ts';
import { chooseLanguage } from '../texts/choose-language.ts';
import { sendErrorPage } from './error-pages.ts';

/** Addresses that are never a page of the client, so a navigation there must not get the client's document. */
const nonPagePaths = /^\/(api|admin|media|youtube|cache|_saved|assets|healthz|metrics)(\/|$)/;

const manifestPath = '/manifest.webmanifest';

export function addClientRoutes(app: FastifyInstance, client: ClientFiles, api: Pick<ApiRoutes, 'isKnown'>): void {
  app.setNotFoundHandler((request, reply) => serve(request, reply));

  function serve(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
    const [path = '/'] = request.url.split('?');
    if (path.startsWith('/api/') && api.isKnown(`${path}/`)) {
      return reply
        .code(301)
        .header('location', `${path}/${request.url.slice(path.length)}`)
        .send();
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return sendErrorPage(reply, 'notFound');
    const file = path === '/' ? null : client.find(path);
    if (file && path === manifestPath) return sendManifest(request, reply, file);
    if (file) return sendClientFile(request, reply, file);
    if (!isNavigation(request, path)) return sendErrorPage(reply, 'notFound');
    if (!client.document) return sendErrorPage(reply, 'notBuilt');
    return sendClientFile(request, reply, client.document);
  }

  /** Sends the manifest in the visitor's language, if the build has one in that language. */
  function sendManifest(request: FastifyRequest, reply: FastifyReply, englishManifest: ClientFile): Promise<FastifyReply> {
    const { language } = chooseLanguage(request.headers);
    return sendClientFile(request, reply, client.find(`/manifest.${language}.webmanifest`) ?? englishManifest, ['accept-language', 'cookie']);
  }
}

function isNavigation(request: FastifyRequest, path: string): boolean {
  if (nonPagePaths.test(decodePath(path))) return false;
  // A regular expression is not used here, because it would take time quadratic in the length of a path of dots.
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (request.headers.accept ?? '').includes('text/html') || !name.includes('.');
}

/** Decodes percent-encoded characters, and collapses slashes that a proxy doubled. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/\/{2,}/g, '/');
  } catch {
    return path; // Invalid encoding, so it is not a route of ours.
  }
}

/** @param varyBy request headers, besides Accept-Encoding, by which the file was chosen */
async function sendClientFile(request: FastifyRequest, reply: FastifyReply, file: ClientFile, varyBy: string[] = []): Promise<FastifyReply> {
  const vary = [...(file.isCompressible ? ['accept-encoding'] : []), ...varyBy];
  reply.code(200).headers({ etag: file.etag, 'cache-control': file.cacheControl, ...(vary.length > 0 ? { vary: vary.join(', ') } : {}) });
  if (request.headers['if-none-match']?.includes(file.etag)) return reply.code(304).send();
  const acceptEncoding = request.headers['accept-encoding'];
  const { bytes, encoding } = await file.encoded(typeof acceptEncoding === 'string' ? acceptEncoding : '');
  reply.type(file.type);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.send(bytes);
}
