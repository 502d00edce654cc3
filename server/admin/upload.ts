// A form with a file: its fields are read, then the file goes on as it arrives, never into memory whole. What follows the
// file is passed over. Knows nothing of what the file is.
import type { IncomingMessage, Server } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';

export interface Upload {
  /** Those that stand before the file. */
  fields: URLSearchParams;
  /** As the browser tells; empty when no file was chosen. */
  fileName: string;
  content: Readable;
  /** Aborted when the browser goes away, or is silent for too long. */
  signal: AbortSignal;
}

/** A slow line sends something in this time. */
const longestSilenceMs = 60_000;
const limits = { fields: 20, fieldSize: 4096, files: 1, headerPairs: 50 };

/**
 * Hands the first file to `take`. Null: there was none, or the form could not be read.
 * @param raw its body was read by nobody
 */
export async function readUpload<Value>(raw: IncomingMessage, take: (upload: Upload) => Promise<Value>): Promise<Value | null> {
  const type = raw.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) return null;
  const gone = new AbortController();
  const fields = new URLSearchParams();
  raw.once('close', () => {
    if (!raw.complete) gone.abort();
  });
  let silence: NodeJS.Timeout | undefined;
  const heard = (): void => {
    clearTimeout(silence);
    silence = setTimeout(() => raw.destroy(), longestSilenceMs);
  };
  raw.on('data', heard);
  heard();
  try {
    return await new Promise<Value | null>((resolve, reject) => {
      const parser = new Busboy({ headers: { ...raw.headers, 'content-type': type }, limits });
      let isTaken = false;
      parser.on('field', (name, value) => fields.append(name, value));
      parser.on('file', (_name, content, fileName: string | undefined) => {
        isTaken = true;
        // Whatever was not taken is passed over: a browser hears no answer before it has sent everything.
        const pass = (): void => void content.resume();
        content.once('error', () => gone.abort());
        take({ fields, fileName: fileName ?? '', content, signal: gone.signal })
          .finally(pass)
          .then(resolve, reject);
      });
      parser.once('finish', () => {
        if (!isTaken) resolve(null);
      });
      parser.once('error', () => {
        gone.abort();
        if (!isTaken) resolve(null); // No form that can be read.
      });
      gone.signal.addEventListener('abort', () => {
        if (!isTaken) resolve(null);
      });
      raw.pipe(parser);
    });
  } finally {
    clearTimeout(silence);
    raw.off('data', heard);
    raw.unpipe();
    raw.resume();
  }
}

/**
 * The server gives a request a minute to arrive whole, which a large file does not. The limit is one for all requests: while a
 * file comes, that of whoever may send one, it is off for the others, too.
 */
export async function withoutRequestTimeout<Value>(server: Server, work: () => Promise<Value>): Promise<Value> {
  const held = waiting.get(server) ?? { uploads: 0, timeout: server.requestTimeout };
  waiting.set(server, held);
  held.uploads += 1;
  server.requestTimeout = 0;
  try {
    return await work();
  } finally {
    held.uploads -= 1;
    if (held.uploads === 0) {
      server.requestTimeout = held.timeout;
      waiting.delete(server);
    }
  }
}

const waiting = new WeakMap<Server, { uploads: number; timeout: number }>();
