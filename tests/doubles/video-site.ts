// A video site on loopback: descriptions, media with ranges, subtitles, pictures. A test decides how media is served: in full, held back in
// the middle, cut off, or not at all.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { aJpeg, anMp4, aVtt } from '../builders/library-media.ts';

export type MediaMode = 'whole' | 'held' | 'cut' | 'gone' | 'forbidden';

export interface VideoSite {
  /** `127.0.0.1:PORT` */
  host: string;
  /** Sets what yt-dlp's extractors return for this name: a video, a list (with `entries`) or an error (with `error`). */
  describe(name: string, description: Record<string, unknown>): void;
  /** Describes a video that has all metadata, and the addresses of its media, picture and subtitles. */
  addVideo(name: string, overrides?: Record<string, unknown>): void;
  /**
   * Sets the content of a file; without it, a small generated one is served.
   * @param file `NAME.mp4`, `NAME.jpg` or `NAME.LANGUAGE.vtt`
   */
  file(file: string, bytes: Buffer): void;
  /**
   * Sets how a video's media is served from now on. `held`: half of it, and the rest once another mode is set; `cut`: half of what is
   * requested, then the connection breaks.
   */
  serveMedia(name: string, mode: MediaMode): void;
  /** From now on every request is answered with this status; 0: its connection breaks; null: requests are answered as usual. */
  refuse(status: number | null): void;
  /** Cuts or restores the network: when it is cut, every connection breaks and none can be made. */
  network(mode: 'cut' | 'up'): void;
  /** Paths that no client should request again, because the whole answer was sent at least `inFlightMs` before the next cut. */
  deliveredPaths(): string[];
  /** Bytes of media, by video. An answer counts when it begins: a held one counts in full, although its second half is not sent yet. */
  sentBytes: Map<string, number>;
  /** Resolves when a request waits for the second half of the video. */
  untilHeld(name: string): Promise<void>;
  /** How many requests wait for the second half of the video. */
  heldCount(name: string): number;
  /** Requested paths, each with its range if the request had one. */
  requests: string[];
  stop(): Promise<void>;
}

const mediaBytes = 400_000;
/** Bytes that were sent less than this long before a cut may not have arrived. */
const inFlightMs = 1_000;

export async function startVideoSite(): Promise<VideoSite> {
  const descriptions = new Map<string, Record<string, unknown>>();
  const modes = new Map<string, MediaMode>();
  const sentBytes = new Map<string, number>();
  let refusal: number | null = null;
  const sentAnswers: { path: string; atMs: number }[] = [];
  const cutsAtMs: number[] = [];
  const restSenders = new Map<string, Set<() => void>>();
  const heldListeners = new Map<string, (() => void)[]>();
  const files = new Map<string, Buffer>();
  const requests: string[] = [];

  function sendMedia(name: string, range: string | undefined, response: ServerResponse): void {
    const bytes = files.get(`${name}.mp4`) ?? anMp4({ mediaBytes, durationSeconds: 60 });
    const from = Number(/bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0);
    const isPart = range !== undefined;
    response.writeHead(isPart ? 206 : 200, {
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'content-length': bytes.length - from,
      ...(isPart ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
    });
    const middleOffset = Math.floor(bytes.length / 2);
    const addSentBytes = (byteCount: number): void => void sentBytes.set(name, (sentBytes.get(name) ?? 0) + byteCount);
    if (modes.get(name) === 'cut') {
      const endOffset = from + Math.ceil((bytes.length - from) / 2);
      addSentBytes(endOffset - from);
      return void response.write(bytes.subarray(from, endOffset), () => setImmediate(() => response.destroy()));
    }
    addSentBytes(bytes.length - from);
    if (modes.get(name) !== 'held') return void response.end(bytes.subarray(from));
    if (from < middleOffset) response.write(bytes.subarray(from, middleOffset));
    const sendRest = (): void => void response.end(bytes.subarray(Math.max(from, middleOffset)));
    restSenders.set(name, (restSenders.get(name) ?? new Set()).add(sendRest));
    response.on('close', () => restSenders.get(name)?.delete(sendRest));
    heldListeners.get(name)?.forEach((listener) => listener());
    heldListeners.delete(name);
  }

  const server = createServer((request, response) => {
    const address = decodeURIComponent(request.url ?? '/');
    requests.push(`${address} ${request.headers.range ?? ''}`.trim());
    response.on('finish', () => {
      if (response.statusCode < 300) sentAnswers.push({ path: address, atMs: Date.now() });
    });
    if (refusal === 0) return void request.socket.destroy();
    if (refusal !== null) return void response.writeHead(refusal).end();
    const name = /^\/(?:describe\/)?([\w-]+)/.exec(address)?.[1] ?? '';
    const send = (type: string, body: string | Buffer): void =>
      void response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
    if (address.startsWith('/describe/')) {
      const description = descriptions.get(name);
      if (description) send('application/json', JSON.stringify(description));
      else response.writeHead(404).end();
    } else if (address.endsWith('.mp4')) {
      if (modes.get(name) === 'gone') response.writeHead(404).end();
      else if (modes.get(name) === 'forbidden') response.writeHead(403).end();
      else sendMedia(name, request.headers.range, response);
    } else if (address.endsWith('.jpg')) send('image/jpeg', files.get(`${name}.jpg`) ?? aJpeg(name));
    else if (files.has(address.slice(1))) send('application/octet-stream', files.get(address.slice(1)) ?? '');
    else if (address.endsWith('.vtt')) send('text/vtt', files.get(address.slice(1)) ?? aVtt());
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const describe = (name: string, description: Record<string, unknown>): void => void descriptions.set(name, description);
  return {
    host,
    requests,
    sentBytes,
    refuse: (status) => void (refusal = status),
    network(mode) {
      refusal = mode === 'cut' ? 0 : null;
      if (mode === 'up') return;
      cutsAtMs.push(Date.now());
      server.closeAllConnections();
    },
    deliveredPaths: () => sentAnswers.filter(({ atMs }) => !cutsAtMs.some((cutAtMs) => cutAtMs >= atMs && cutAtMs - atMs < inFlightMs)).map(({ path }) => path),
    heldCount: (name) => restSenders.get(name)?.size ?? 0,
    describe,
    addVideo: (name, overrides = {}) =>
      describe(name, {
        id: name,
        title: `Pier ${name}`,
        url: `http://${host}/${name}.mp4`,
        ext: 'mp4',
        format_id: 'plain',
        description: 'A walk before sunrise.',
        channel: 'Quay Notes',
        channel_id: 'quay-notes',
        channel_url: `http://${host}/channel`,
        timestamp: 1_710_054_000,
        duration: 60,
        view_count: 12,
        tags: ['sea'],
        webpage_url: `http://${host}/watch/${name}`,
        thumbnail: `http://${host}/${name}.jpg`,
        chapters: [
          { start_time: 0, end_time: 20, title: 'Sand' },
          { start_time: 20, end_time: 60, title: 'Rocks' },
        ],
        subtitles: { en: [{ url: `http://${host}/${name}.en.vtt`, ext: 'vtt', name: 'English' }] },
        automatic_captions: { de: [{ url: `http://${host}/${name}.de.vtt`, ext: 'vtt', name: 'German' }] },
        comments: [{ id: `${name}-1`, parent: 'root', text: 'Lovely', author: 'ana', timestamp: 1_710_054_100 }],
        ...overrides,
      }),
    file: (name, bytes) => void files.set(name, bytes),
    serveMedia(name, mode) {
      modes.set(name, mode);
      if (mode !== 'held') restSenders.get(name)?.forEach((sendRest) => sendRest());
    },
    async untilHeld(name) {
      if ((restSenders.get(name)?.size ?? 0) > 0) return;
      await new Promise<void>((resolve) => heldListeners.set(name, [...(heldListeners.get(name) ?? []), resolve]));
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
