// Reads the bytes of an archive file from an offset on. Fails if the file has changed since the download began. Called by the saver. Does
// not know where the bytes are written.
import { failed, ok, type Result } from '../lib/result.ts';
import { retryAfterMsOf } from './error-message.ts';

/** Identifies a state of a file, so that a later request can ask for bytes of the same state. */
export interface FileState {
  totalBytes: number;
  /** A strong ETag, else Last-Modified; null if the archive sends neither, so that nothing can be resumed. */
  validator: string | null;
  contentType: string;
}

export interface OpenedFile extends FileState {
  /** The bytes from the requested offset to the end. If the connection breaks, the body ends early or errors. */
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Only for a stream: the playlists for a player, each with its file name. They refer to byte ranges of the saved file at `savedUrl`. */
  createPlaylists?(savedUrl: string): { name: string; text: string }[];
}

/**
 * Why no bytes arrived. `changed`: the file is a different one now. `no-ranges`: the archive sends only the whole file. `no-length`: the
 * answer has no length, so its truncation could not be detected. `unplayable`: a stream whose segments need keys.
 */
export type SourceFailure =
  | { kind: 'unreachable' | 'captive' | 'forbidden' | 'not-found' | 'changed' | 'no-ranges' | 'no-length' | 'unplayable' | 'aborted' }
  | { kind: 'server-error'; retryAfterMs: number | null };

export type ByteSource = (url: string, from: { offset: number; state: FileState | null }, signal: AbortSignal) => Promise<Result<OpenedFile, SourceFailure>>;

export function createByteSource(fetch: typeof globalThis.fetch): ByteSource {
  return async (url, { offset, state }, signal) => {
    const headers: Record<string, string> = { range: `bytes=${offset}-` };
    if (offset > 0 && state?.validator) headers['if-range'] = state.validator;
    let response: Response;
    try {
      response = await fetch(url, { headers, credentials: 'same-origin', cache: 'no-store', redirect: 'manual', signal });
    } catch {
      return failed({ kind: signal.aborted ? 'aborted' : 'unreachable' });
    }
    const answer = readAnswer(response, offset, state);
    if (!answer.ok) await response.body?.cancel().catch(() => undefined); // the body is not needed
    return answer;
  };
}

function readAnswer(response: Response, offset: number, state: FileState | null): Result<OpenedFile, SourceFailure> {
  const failure = sourceFailureOf(response);
  // A 416 at offset 0 means that the file is empty: the video does not exist yet, or no longer exists.
  if (offset === 0 && response.status === 416) return failed({ kind: 'not-found' });
  if (failure) return failed(failure);
  const contentType = response.headers.get('content-type')?.trim() ?? '';
  if (!response.body) return failed({ kind: 'captive' });
  const validator = validatorOf(response.headers);
  if (response.status === 206) {
    const [, firstByte, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    if (Number(firstByte) !== offset || total === undefined) return failed({ kind: 'no-ranges' });
    const totalBytes = Number(total);
    if (state && (totalBytes !== state.totalBytes || validator !== state.validator)) return failed({ kind: 'changed' });
    return ok({ totalBytes, validator, contentType, body: response.body as OpenedFile['body'] });
  }
  // The answer is the whole file, as expected at offset 0. At any other offset, the file has changed (`If-Range`), or the archive ignores
  // ranges.
  if (offset > 0) return failed({ kind: state?.validator && validator === state.validator ? 'no-ranges' : 'changed' });
  const length = response.headers.get('content-length');
  if (length === null || response.headers.has('content-encoding')) return failed({ kind: 'no-length' });
  if (length === '0') return failed({ kind: 'not-found' });
  if (state && (Number(length) !== state.totalBytes || validator !== state.validator)) return failed({ kind: 'changed' });
  return ok({ totalBytes: Number(length), validator, contentType, body: response.body as OpenedFile['body'] });
}

/** Null if the answer is the archive's and has the requested bytes. */
export function sourceFailureOf(response: Response): SourceFailure | null {
  const { status, type } = response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400) || status === 511) return { kind: 'captive' };
  if (status === 404 || status === 410) return { kind: 'not-found' };
  if (status === 401 || status === 403) return { kind: 'forbidden' };
  // The file is shorter than the part already fetched.
  if (status === 416) return { kind: 'changed' };
  // A portal or a proxy answers with its own page.
  if (status === 200 || status === 206) return /^text\/html\b/i.test(response.headers.get('content-type') ?? '') ? { kind: 'captive' } : null;
  return { kind: 'server-error', retryAfterMs: retryAfterMsOf(response.headers.get('retry-after'), Date.now()) };
}

/** RFC 9110 §13.1.5: a weak ETag says nothing about bytes. */
export function validatorOf(headers: Headers): string | null {
  const etag = headers.get('etag');
  return etag !== null && !etag.startsWith('W/') ? etag : headers.get('last-modified');
}
