// A proxy in front of an archive that imitates faults of networks and servers at chosen offsets of video files. Everything else passes.
// The proxy records the requests for video files, and how many bytes it has sent for each.
import http from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/** Offsets are counted from the start of the file. */
export type MediaFault =
  | { kind: 'none' }
  /** Accepts the request and never answers. */
  | { kind: 'hang' }
  /** Breaks the connection before the response headers. */
  | { kind: 'drop' }
  /** Sends the bytes before `offset`, then breaks the connection. */
  | { kind: 'cut'; offset: number }
  /** Answers in the archive's place. */
  | { kind: 'answer'; status: number; type: string; text: string }
  /** Ignores the requested range: sends 200 and the file from its start. */
  | { kind: 'whole' }
  /** Replaces response headers; the bytes stay the same. */
  | { kind: 'headers'; headers: Record<string, string> }
  /** Changes one byte. */
  | { kind: 'flip'; offset: number };

export interface MediaRequest {
  firstByte: number;
  /** The bytes passed to the system for sending so far. */
  sentBytes: number;
}

export interface MediaProxy {
  url: string;
  port: number;
  /** Each request for a video file takes the first fault; when none is left, requests pass. */
  faults: MediaFault[];
  /** Every request for a video file since the start, in order. */
  requests: MediaRequest[];
  /** The rate of each response with a video file; null: unlimited. */
  bytesPerSecond: number | null;
  /** Responses stop at the first chunk that reaches this offset, until the offset is set to null. */
  holdOffset: number | null;
  close(): Promise<void>;
}

const isMedia = (path: string): boolean => /^\/(youtube|media)\/[^?]*\.(mp4|webm)(\?|$)/.test(path);

export async function startMediaProxy(archive: { port: number }): Promise<MediaProxy> {
  const server = http.createServer((request, response) => {
    const path = request.url ?? '/';
    if (!isMedia(path)) return forward(request, response, { kind: 'none' }, null);
    const mediaRequest: MediaRequest = { firstByte: Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0), sentBytes: 0 };
    proxy.requests.push(mediaRequest);
    const fault = proxy.faults.shift() ?? { kind: 'none' };
    if (fault.kind === 'hang') return;
    if (fault.kind === 'drop') return void request.socket.destroy();
    if (fault.kind === 'answer') return void response.writeHead(fault.status, { 'content-type': fault.type }).end(fault.text);
    forward(request, response, fault, mediaRequest);
  });

  function forward(request: http.IncomingMessage, response: http.ServerResponse, fault: MediaFault, mediaRequest: MediaRequest | null): void {
    const { range, ...otherHeaders } = request.headers;
    const headers = fault.kind === 'whole' || range === undefined ? otherHeaders : { ...otherHeaders, range };
    const upstream = http.request({ host: '127.0.0.1', port: archive.port, method: request.method, path: request.url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, ...(fault.kind === 'headers' ? fault.headers : {}) });
      if (mediaRequest === null) return void answer.pipe(response);
      // Zero if the answer ignores the range or reports that the file has changed.
      const firstByte = answer.statusCode === 206 ? mediaRequest.firstByte : 0;
      void send(answer, response, { firstByte, fault, mediaRequest }).catch(() => response.destroy()); // the archive or the client has closed its connection
    });
    upstream.on('error', () => request.socket.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  }

  async function send(
    answer: http.IncomingMessage,
    response: http.ServerResponse,
    { firstByte, fault, mediaRequest }: { firstByte: number; fault: MediaFault; mediaRequest: MediaRequest },
  ): Promise<void> {
    const startedMs = performance.now();
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      const chunkOffset = firstByte + mediaRequest.sentBytes;
      const end = fault.kind === 'cut' ? Math.min(chunk.length, fault.offset - chunkOffset) : chunk.length;
      const bytes = chunk.subarray(0, Math.max(0, end));
      if (fault.kind === 'flip' && fault.offset >= chunkOffset && fault.offset < chunkOffset + bytes.length)
        bytes[fault.offset - chunkOffset] = (bytes[fault.offset - chunkOffset] ?? 0) ^ 1;
      const isWritten = response.write(bytes);
      mediaRequest.sentBytes += bytes.length;
      if (!isWritten) await once(response, 'drain');
      if (end < chunk.length || (fault.kind === 'cut' && fault.offset === firstByte + mediaRequest.sentBytes)) {
        // Ends the connection only after the written bytes are sent.
        return void response.write('', () => response.destroy());
      }
      const aheadMs = (): number => {
        const rate = proxy.bytesPerSecond;
        return rate === null ? 0 : (mediaRequest.sentBytes / rate) * 1000 - (performance.now() - startedMs);
      };
      // The rate may change during the wait.
      while (aheadMs() > 1) await new Promise((resolve) => setTimeout(resolve, Math.min(aheadMs(), 50)));
      const isHeld = (): boolean => proxy.holdOffset !== null && firstByte + mediaRequest.sentBytes >= proxy.holdOffset;
      while (isHeld() && !response.destroyed) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    response.end();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const proxy: MediaProxy = {
    url: `http://127.0.0.1:${port}`,
    port,
    faults: [],
    requests: [],
    bytesPerSecond: null,
    holdOffset: null,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
