// A proxy in front of the embedded server that answers as one of the two generations of TubeArchivist (docs/behaviour.md, Two generations).
// The proxy removes the keys and calls that the generation lacks (in the contract, `x-since` and `x-until`), and those that are not in the
// specification (`x-beyond-spec` without `x-since`).
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { parse } from 'yaml';

/** `older`: v0.5.7, which SPEC describes; `present`: v0.5.10 and later. */
export type Generation = 'older' | 'present';

export interface WriteCall {
  method: string;
  path: string;
  body: unknown;
}

export interface GenerationProxy {
  url: string;
  /** Each call of the API that is not a GET. */
  writes: WriteCall[];
  /** Settings that were written although this generation never sent them. */
  unexpectedKeys: string[];
  close(): Promise<void>;
}

interface AnnotatedNode {
  'x-since'?: string;
  'x-until'?: string;
  'x-beyond-spec'?: boolean;
}

const contract = parse(readFileSync(new URL('../../server/openapi.yaml', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, AnnotatedNode>>;
  components: { schemas: Record<string, unknown> };
};

/** Every `x-since` and `x-until` names a release between the two generations, so the value is not read. */
function isMissing(annotated: AnnotatedNode, generation: Generation): boolean {
  if (generation === 'older') return annotated['x-since'] !== undefined || annotated['x-beyond-spec'] === true;
  return annotated['x-until'] !== undefined || (annotated['x-beyond-spec'] === true && annotated['x-since'] === undefined);
}

function missingCalls(generation: Generation): Set<string> {
  const calls = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => (isMissing(operation, generation) ? [`${method.toUpperCase()} ${path}`] : [])),
  );
  return new Set(calls);
}

function missingKeys(generation: Generation): Set<string> {
  // The contract marks the schema of `downloader`, not the key.
  const keys = new Set<string>(['downloader']);
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const properties = (node as { properties?: Record<string, AnnotatedNode> }).properties;
    for (const [key, annotated] of Object.entries(properties ?? {})) if (isMissing(annotated, generation)) keys.add(key);
    for (const child of Object.values(node)) walk(child);
  };
  walk(contract.components.schemas);
  return keys;
}

const unknownTasks: Record<Generation, string[]> = {
  older: ['resync_metadata'],
  present: ['manual_import', 'rescan_filesystem', 'resync_thumbs'],
};

/** What v0.5.7 sends where our server sends null. */
const olderEmptyValues: Record<string, string> = {
  description: '',
  channel_description: '',
  playlist_description: 'False',
  channel_thumb_url: '/cache/channels/nothing_thumb.jpg',
  channel_banner_url: '/cache/channels/nothing_banner.jpg',
};

export async function startGenerationProxy(archive: { port: number }, generation: Generation): Promise<GenerationProxy> {
  const absentCalls = missingCalls(generation);
  const absentKeys = missingKeys(generation);
  const writes: WriteCall[] = [];
  const unexpectedKeys: string[] = [];

  /** Converts an answer of our server into the generation's form. */
  function inGenerationForm(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(inGenerationForm);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).flatMap(([key, inner]): [string, unknown][] => {
      if (absentKeys.has(key)) return [];
      if (generation === 'older' && inner === null && key in olderEmptyValues) return [[key, olderEmptyValues[key]]];
      return [[key, inGenerationForm(inner)]];
    });
    const convertedValue = Object.fromEntries(entries);
    if (generation === 'older' && 'channel_subs' in convertedValue) convertedValue['channel_views'] = 1_234_567;
    return convertedValue;
  }

  async function callServer(
    request: { method: string; path: string; headers: http.IncomingHttpHeaders },
    body: Buffer,
  ): Promise<[http.IncomingMessage, Buffer]> {
    // Neither generation knows idempotency keys. The other two headers would lead to an answer that is compressed or has no body.
    const { 'idempotency-key': _key, 'accept-encoding': _acceptEncoding, 'if-none-match': _ifNoneMatch, ...headers } = request.headers;
    const forwardedRequest = http.request({ host: '127.0.0.1', port: archive.port, method: request.method, path: request.path, headers });
    forwardedRequest.end(body);
    const [answer] = (await once(forwardedRequest, 'response')) as [http.IncomingMessage];
    return [answer, Buffer.concat(await answer.toArray())];
  }

  async function isStaff(headers: http.IncomingHttpHeaders): Promise<boolean> {
    const [, bytes] = await callServer({ method: 'GET', path: '/api/user/account/', headers: { cookie: headers.cookie ?? '' } }, Buffer.alloc(0));
    return (JSON.parse(bytes.toString()) as { is_staff?: boolean }).is_staff === true;
  }

  /** The generation's own answer, if it differs from our server's; null if our server is to answer. */
  async function generationAnswer(method: string, path: string, headers: http.IncomingHttpHeaders, body: unknown): Promise<[number, unknown] | null> {
    if (absentCalls.has(`${method} ${path}`)) return [404, '<h1>Not Found</h1>'];
    const task = /^\/api\/task\/by-name\/(\w+)\/$/.exec(path)?.[1];
    if (task !== undefined && unknownTasks[generation].includes(task)) return [404, { error: `can not start task: ${task}` }];
    // Both generations let only staff change playlists.
    if (method !== 'GET' && path.startsWith('/api/playlist/') && !(await isStaff(headers)))
      return [403, { detail: 'You do not have permission to perform this action.' }];
    if (method === 'POST' && /^\/api\/(appsettings\/config|user\/me)\/$/.test(path)) {
      const unknownKeys = keysIn(body).filter((key) => absentKeys.has(key));
      unexpectedKeys.push(...unknownKeys);
      if (unknownKeys.length > 0) return [400, { error: `unknown key: ${unknownKeys.join(', ')}` }];
    }
    return null;
  }

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const address = request.url ?? '/';
    const [path = '/'] = address.split('?');
    const method = request.method ?? 'GET';
    const bytes = Buffer.concat(await request.toArray());
    const body: unknown = bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
    if (method !== 'GET' && path.startsWith('/api/')) writes.push({ method, path, body });
    const replacement = await generationAnswer(method, path, request.headers, body);
    if (replacement !== null) {
      const [status, ownBody] = replacement;
      const isPage = typeof ownBody === 'string';
      return void response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json' }).end(isPage ? ownBody : JSON.stringify(ownBody));
    }
    const [serverAnswer, content] = await callServer({ method, path: address, headers: request.headers }, bytes);
    const { 'x-start-timestamp': _start, 'x-archive-id': _id, 'transfer-encoding': _transferEncoding, ...keptHeaders } = serverAnswer.headers;
    const isJson = path.startsWith('/api/') && (keptHeaders['content-type'] ?? '').startsWith('application/json');
    const sentBody = isJson ? Buffer.from(JSON.stringify(inGenerationForm(JSON.parse(content.toString())))) : content;
    response.writeHead(serverAnswer.statusCode ?? 502, isJson ? { ...keptHeaders, 'content-length': sentBody.length } : keptHeaders).end(sentBody);
  }

  const server = http.createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy()); // If the archive does not answer, neither does the proxy.
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writes,
    unexpectedKeys,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The keys on all levels. */
function keysIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([key, inner]) => [key, ...keysIn(inner)]);
}
