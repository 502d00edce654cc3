// The bytes of a file of the archive from a place on: only of the state of the file that was begun with. Called by the saver. Knows
// nothing of where they go.
import { failed, ok, type Result } from '../lib/result.ts';
import { retryAfterMsOf } from './error-message.ts';

/** The state of a file by which a later request can ask for the same one. */
export interface FileState {
  totalBytes: number;
  /** A strong ETag, else Last-Modified; null where the archive sends neither: nothing can be continued. */
  validator: string | null;
  contentType: string;
}

export interface OpenSource extends FileState {
  /** From the asked place to the end, unless the connection breaks before: then it ends early, or errors. */
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Of a stream of segments: what a player opens, as byte ranges of the film at `filmUrl`, each with the name by which it is asked for. */
  lists?(filmUrl: string): { name: string; text: string }[];
}

/**
 * Why no bytes came. `changed`: the file is another one now. `no-ranges`: the archive sends the whole file only. `cut`: an answer without a
 * length, which could not be told from one that broke off. `unplayable`: a stream whose segments need keys.
 */
export type SourceFailure =
  | { kind: 'unreachable' | 'captive' | 'forbidden' | 'not-found' | 'changed' | 'no-ranges' | 'no-length' | 'unplayable' | 'aborted' }
  | { kind: 'server-error'; retryAfterMs: number | null };

export type ByteSource = (url: string, from: { at: number; state: FileState | null }, signal: AbortSignal) => Promise<Result<OpenSource, SourceFailure>>;

export function createByteSource(fetch: typeof globalThis.fetch): ByteSource {
  return async (url, { at, state }, signal) => {
    const headers: Record<string, string> = { range: `bytes=${at}-` };
    if (at > 0 && state?.validator) headers['if-range'] = state.validator;
    let response: Response;
    try {
      response = await fetch(url, { headers, credentials: 'same-origin', cache: 'no-store', redirect: 'manual', signal });
    } catch {
      return failed({ kind: signal.aborted ? 'aborted' : 'unreachable' });
    }
    const answer = readAnswer(response, at, state);
    if (!answer.ok) await response.body?.cancel().catch(() => undefined); // what it sends is not wanted
    return answer;
  };
}

function readAnswer(response: Response, at: number, state: FileState | null): Result<OpenSource, SourceFailure> {
  const failure = failureOf(response);
  // No range fits a file without a byte: what is there is no film yet, or no more.
  if (at === 0 && response.status === 416) return failed({ kind: 'not-found' });
  if (failure) return failed(failure);
  const contentType = response.headers.get('content-type')?.trim() ?? '';
  if (!response.body) return failed({ kind: 'captive' });
  const validator = validatorOf(response.headers);
  if (response.status === 206) {
    const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '') ?? [];
    if (Number(first) !== at || total === undefined) return failed({ kind: 'no-ranges' });
    const totalBytes = Number(total);
    if (state && (totalBytes !== state.totalBytes || validator !== state.validator)) return failed({ kind: 'changed' });
    return ok({ totalBytes, validator, contentType, body: response.body as OpenSource['body'] });
  }
  // The whole file: right at its start, and else what `If-Range` answers for another file.
  if (at > 0) return failed({ kind: state?.validator && validator === state.validator ? 'no-ranges' : 'changed' });
  const length = response.headers.get('content-length');
  if (length === null || response.headers.has('content-encoding')) return failed({ kind: 'no-length' });
  if (length === '0') return failed({ kind: 'not-found' });
  if (state && (Number(length) !== state.totalBytes || validator !== state.validator)) return failed({ kind: 'changed' });
  return ok({ totalBytes: Number(length), validator, contentType, body: response.body as OpenSource['body'] });
}

/** Null: the answer is of the archive, and what was asked for. */
export function failureOf(response: Response): SourceFailure | null {
  const { status, type } = response;
  if (type === 'opaqueredirect' || (status >= 300 && status < 400) || status === 511) return { kind: 'captive' };
  if (status === 404 || status === 410) return { kind: 'not-found' };
  if (status === 401 || status === 403) return { kind: 'forbidden' };
  // The file is shorter than what is here of it.
  if (status === 416) return { kind: 'changed' };
  // A portal or a proxy answers with a page of its own.
  if (status === 200 || status === 206) return /^text\/html\b/i.test(response.headers.get('content-type') ?? '') ? { kind: 'captive' } : null;
  return { kind: 'server-error', retryAfterMs: retryAfterMsOf(response.headers.get('retry-after'), Date.now()) };
}

/** RFC 9110 §13.1.5: a weak ETag tells nothing about bytes. */
export function validatorOf(headers: Headers): string | null {
  const etag = headers.get('etag');
  return etag !== null && !etag.startsWith('W/') ? etag : headers.get('last-modified');
}
