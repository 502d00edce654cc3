// A proxy on loopback between the browser and the archive that imitates bad networks: it can delay, cut, hang, truncate or reset the
// traffic. It can also answer in the archive's place, like a captive portal, a proxy that wants a sign-in, or a broken gateway.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type Fault =
  | { kind: 'none' }
  /** Every request waits this long before it reaches the archive. */
  | { kind: 'delay'; ms: number }
  /** A portal: 200 and a page of HTML for everything. */
  | { kind: 'portal' }
  /**
   * A proxy with its own sign-in, at this same address. Until a person has signed in, it answers 401 for the API and its sign-in page for
   * everything else. After the sign-in, it redirects to the page that the person came from.
   */
  | { kind: 'sign-in' }
  /** A gateway whose backend is away: 502 and a page of HTML. */
  | { kind: 'bad-gateway' }
  /** Redirects to another host's page. */
  | { kind: 'redirect' }
  /** Accepts the request and never answers. */
  | { kind: 'hang' }
  /** Sends the head and half of the first chunk of the body, then ends the connection. */
  | { kind: 'truncate' }
  /** Sends the head and this many bytes of the body, and then nothing. */
  | { kind: 'hang-after'; bytes: number }
  /** Closes the connection immediately, without an answer. */
  | { kind: 'reset' }
  /** Lets this many bytes of a body through per second. */
  | { kind: 'slow'; bytesPerSecond: number }
  /** Lets the request through to the archive, then discards the answer, so the outcome is unknown. */
  | { kind: 'lose-answer' }
  /** Answers in the archive's place, with this status and this text. */
  | { kind: 'answer'; status: number; text: string; type?: string }
  /** Answers 403 in the archive's shape. */
  | { kind: 'forbidden'; detail: string };

export interface SeenRequest {
  method: string;
  path: string;
  /** Null: the request has none. */
  idempotencyKey: string | null;
  /** The request was let through to the archive. */
  isForwarded: boolean;
}

export interface FaultProxy {
  url: string;
  port: number;
  /** Applies this fault from now on; `onlyIf` limits it to some requests. */
  set(fault: Fault, onlyIf?: (request: SeenRequest) => boolean): void;
  /** Every request that reached the proxy since the last call of `forget`. */
  seenRequests: SeenRequest[];
  forget(): void;
  /** Breaks all connections, as when a server dies. */
  cut(): void;
  close(): Promise<void>;
}

/** Limits a fault to the API: the client's files and the pictures still arrive, so that a test needs no service worker. */
export const isApi = ({ path }: SeenRequest): boolean => path.startsWith('/api/');

const portalPage = '<!doctype html><title>Welcome</title><p>Sign in to use this Wi-Fi.</p>';

export async function startFaultProxy(target: { port: number }, port = 0): Promise<FaultProxy> {
  let fault: Fault = { kind: 'none' };
  let isFaulty: (request: SeenRequest) => boolean = () => true;
  const seenRequests: SeenRequest[] = [];

  const server = http.createServer((request, response) => {
    const key = request.headers['idempotency-key'];
    const entry: SeenRequest = {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      idempotencyKey: typeof key === 'string' ? key : null,
      isForwarded: false,
    };
    seenRequests.push(entry);
    const activeFault: Fault = isFaulty(entry) ? fault : { kind: 'none' };
    switch (activeFault.kind) {
      case 'portal':
        response.writeHead(200, { 'content-type': 'text/html' }).end(portalPage);
        return;
      case 'sign-in':
        if (request.headers.cookie?.includes('proxy-session=')) return forward(entry, request, response, activeFault);
        return showSignIn(entry.path, response);
      case 'bad-gateway':
        response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
        return;
      case 'answer':
        response.writeHead(activeFault.status, { 'content-type': activeFault.type ?? 'application/json' }).end(activeFault.text);
        return;
      case 'forbidden':
        response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ detail: activeFault.detail }));
        return;
      case 'redirect':
        response.writeHead(302, { location: 'https://wifi.example/' }).end();
        return;
      case 'hang':
        return;
      case 'reset':
        request.socket.destroy();
        return;
      case 'delay':
        setTimeout(() => forward(entry, request, response, activeFault), activeFault.ms);
        return;
      case 'none':
      case 'slow':
      case 'truncate':
      case 'hang-after':
      case 'lose-answer':
        forward(entry, request, response, activeFault);
    }
  });

  function forward(entry: SeenRequest, request: http.IncomingMessage, response: http.ServerResponse, activeFault: Fault): void {
    entry.isForwarded = true;
    const upstream = http.request({ host: '127.0.0.1', port: target.port, method: request.method, path: request.url, headers: request.headers }, (answer) => {
      if (activeFault.kind === 'lose-answer') {
        answer.resume();
        answer.on('end', () => request.socket.destroy());
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      if (activeFault.kind === 'truncate') {
        answer.once('data', (chunk: Buffer) => {
          response.write(chunk.subarray(0, Math.floor(chunk.length / 2)));
          setImmediate(() => request.socket.destroy());
        });
        answer.once('end', () => request.socket.destroy());
        return;
      }
      if (activeFault.kind === 'hang-after') return hangAfter(answer, response, activeFault.bytes);
      if (activeFault.kind === 'slow') return pace(answer, response, activeFault.bytesPerSecond);
      answer.pipe(response);
    });
    // The archive is stopped. Without the proxy, the browser's connection would be refused, so the proxy breaks the connection.
    upstream.on('error', () => request.socket.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const boundPort = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${boundPort}`,
    port: boundPort,
    seenRequests,
    forget: () => void (seenRequests.length = 0),
    set(newFault, onlyIf = () => true) {
      fault = newFault;
      isFaulty = onlyIf;
    },
    cut: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function showSignIn(path: string, response: http.ServerResponse): void {
  const { pathname, searchParams } = new URL(path, 'http://proxy');
  const returnTo = searchParams.get('rd') ?? '/';
  if (pathname.startsWith('/api/')) response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
  else if (pathname === '/oauth2/callback') response.writeHead(302, { location: returnTo, 'set-cookie': 'proxy-session=1; Path=/' }).end();
  else if (pathname === '/oauth2/start') {
    const callbackPath = `/oauth2/callback?rd=${encodeURIComponent(returnTo)}`;
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Proxy</title><a href="${callbackPath}">Enter</a>`);
  } else response.writeHead(302, { location: `/oauth2/start?rd=${encodeURIComponent(path)}` }).end();
}

function hangAfter(answer: http.IncomingMessage, response: http.ServerResponse, bytes: number): void {
  let remainingBytes = bytes;
  answer.on('data', (chunk: Buffer) => {
    if (remainingBytes > 0) response.write(chunk.subarray(0, remainingBytes));
    remainingBytes -= chunk.length;
  });
  answer.on('end', () => remainingBytes > 0 && response.end());
}

/** Sends the body in twenty slices a second. */
function pace(answer: http.IncomingMessage, response: http.ServerResponse, bytesPerSecond: number): void {
  const sliceBytes = Math.max(1, Math.round(bytesPerSecond / 20));
  answer.on('data', (chunk: Buffer) => {
    answer.pause();
    let sentBytes = 0;
    const timer = setInterval(() => {
      response.write(chunk.subarray(sentBytes, sentBytes + sliceBytes));
      sentBytes += sliceBytes;
      if (sentBytes < chunk.length && !response.destroyed) return;
      clearInterval(timer);
      answer.resume();
    }, 50);
  });
  answer.on('end', () => response.end());
}
