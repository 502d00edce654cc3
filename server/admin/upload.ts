// Reads a form with a file: first its fields, then the file, which is passed on as it arrives and never held completely in memory. Anything
// after the file is ignored. Knows nothing of the file's contents.
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';

export interface Upload {
  /** The fields before the file. */
  fields: URLSearchParams;
  /** The file's name as the browser sent it; empty if no file was chosen. */
  fileName: string;
  content: Readable;
  /** Aborted when the browser disconnects, or sends nothing for too long. */
  signal: AbortSignal;
}

/** Even a slow connection sends something in this time. */
const maxIdleMs = 60_000;
const limits = { fields: 20, fieldSize: 4096, files: 1, headerPairs: 50 };

/**
 * Passes the first file to `handle`. Returns null if there was no file or the form could not be read.
 * @param raw a request whose body has not been read
 */
export async function readUpload<Value>(raw: IncomingMessage, handle: (upload: Upload) => Promise<Value>): Promise<Value | null> {
  const type = raw.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) return null;
  const abortController = new AbortController();
  const fields = new URLSearchParams();
  raw.once('close', () => {
    if (!raw.complete) abortController.abort();
  });
  let idleTimer: NodeJS.Timeout | undefined;
  const resetIdleTimer = (): void => {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => raw.destroy(), maxIdleMs);
  };
  raw.on('data', resetIdleTimer);
  resetIdleTimer();
  try {
    return await new Promise<Value | null>((resolve, reject) => {
      const parser = createParser({ ...raw.headers, 'content-type': type });
      if (parser === null) return resolve(null);
      let hasFile = false;
      parser.on('field', (name, value) => fields.append(name, value));
      parser.on('file', (_name, content, fileName: string | undefined) => {
        hasFile = true;
        // The rest is read and discarded, because a browser reads the answer only after it has sent everything.
        const discardRest = (): void => void content.resume();
        content.once('error', () => abortController.abort());
        handle({ fields, fileName: fileName ?? '', content, signal: abortController.signal })
          .finally(discardRest)
          .then(resolve, reject);
      });
      parser.once('finish', () => {
        if (!hasFile) resolve(null);
      });
      parser.once('error', () => {
        abortController.abort();
        if (!hasFile) resolve(null); // The form could not be read.
      });
      abortController.signal.addEventListener('abort', () => {
        if (!hasFile) resolve(null);
      });
      raw.pipe(parser);
    });
  } finally {
    clearTimeout(idleTimer);
    raw.off('data', resetIdleTimer);
    raw.unpipe();
    raw.resume();
  }
}

function createParser(headers: IncomingHttpHeaders & { 'content-type': string }) {
  try {
    return new Busboy({ headers, limits });
  } catch {
    return null; // the header names no boundary
  }
}

/**
 * The server allows a request one minute to arrive, which is too short for a large file. The limit applies to the whole server, so it is
 * switched off for all requests while a permitted upload runs.
 */
export async function withoutRequestTimeout<Value>(server: Server, work: () => Promise<Value>): Promise<Value> {
  const entry = openUploads.get(server) ?? { uploadCount: 0, timeout: server.requestTimeout };
  openUploads.set(server, entry);
  entry.uploadCount += 1;
  server.requestTimeout = 0;
  try {
    return await work();
  } finally {
    entry.uploadCount -= 1;
    if (entry.uploadCount === 0) {
      server.requestTimeout = entry.timeout;
      openUploads.delete(server);
    }
  }
}

const openUploads = new WeakMap<Server, { uploadCount: number; timeout: number }>();
