// Runs in front of an archive and pretends that a new version was deployed: another worker, another document, and some of the older
// version's files gone.
import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface DeployProxy {
  url: string;
  /**
   * Serves the new version from now on. `lost` matches the files that are gone. With `lostFor: 'old'`, they are back once the new document
   * is fetched, as if they were files of the new version. With `both`, they stay gone.
   */
  deploy(options?: { lost: RegExp; lostFor: 'old' | 'both' }): void;
  close(): Promise<void>;
}

/** Part of the new version's document. */
export const newVersionMark = 'data-version="new"';

export async function startDeployProxy(archive: { port: number }): Promise<DeployProxy> {
  let isNew = false;
  let lostFiles: RegExp | null = null;
  let isLostForBoth = false;
  const server = http.createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy()); // the archive is gone: drop the answer as well
  });

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    if (lostFiles?.test(path)) return void response.writeHead(404, { 'content-type': 'text/html' }).end('<title>Not found</title>');
    const { 'accept-encoding': _acceptEncoding, 'if-none-match': _ifNoneMatch, ...headers } = request.headers;
    const forwardedRequest = http.request({ host: '127.0.0.1', port: archive.port, method: request.method, path, headers });
    request.pipe(forwardedRequest);
    const [upstreamAnswer] = (await once(forwardedRequest, 'response')) as [http.IncomingMessage];
    if (!isNew || !/^\/(sw\.js|index\.html)?(\?|$)/.test(path) || upstreamAnswer.statusCode !== 200) {
      response.writeHead(upstreamAnswer.statusCode ?? 502, upstreamAnswer.headers);
      upstreamAnswer.pipe(response);
      return;
    }
    if (!path.startsWith('/sw.js') && !isLostForBoth) lostFiles = null;
    const text = Buffer.concat(await upstreamAnswer.toArray()).toString('utf8');
    const { etag: _etag, 'content-length': _length, ...otherHeaders } = upstreamAnswer.headers;
    response.writeHead(200, otherHeaders).end(asNewVersion(path, text));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deploy(options) {
      isNew = true;
      lostFiles = options?.lost ?? null;
      isLostForBoth = options?.lostFor === 'both';
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function asNewVersion(path: string, text: string): string {
  if (path.startsWith('/sw.js')) return text.replace(/("revision":")[0-9a-f]{8}([^"]*","url":"index\.html")/, '$1ffffffff$2');
  return text.replace('<html', `<html ${newVersionMark}`);
}
