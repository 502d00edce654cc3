// Answers requests for a saved video: with committed bytes from the device, and the rest from the archive. The body is a Blob over files
// that are looked up again for each answer, because a kept Blob becomes unreadable once its file has changed.
import type { Revision } from '../ledger/rows.ts';
import { parseRange, maxOpenRange, rangeHeader } from './byte-range.ts';

export interface AnswerPorts {
  /** Rejects when a file is gone. */
  read(revision: Revision, first: number, end: number): Promise<Blob>;
  fetch: typeof fetch;
}

/** The bytes of `revision` that no longer change, counted from its start: complete parts, or all of it once it is complete. */
export function settledBytes({ committedBytes, totalBytes, partBytes }: Revision): number {
  return committedBytes >= totalBytes ? totalBytes : Math.floor(committedBytes / partBytes) * partBytes;
}

/** Answers the media element's request. A video that is complete on this device causes no request to the archive. */
export async function answerVideo(request: Request, revision: Revision, { read, fetch }: AnswerPorts): Promise<Response> {
  const { totalBytes, committedBytes } = revision;
  const requestedRange = parseRange(request.headers.get('range'), totalBytes);
  if (requestedRange.kind === 'outside') return new Response(null, { status: 416, headers: { 'content-range': `bytes */${totalBytes}` } });
  const [first, requestedEnd] = requestedRange.kind === 'whole' ? [0, totalBytes] : [requestedRange.first, requestedRange.end];
  if (first >= committedBytes) return fromArchive(request, revision, first, requestedEnd, fetch);
  // The answer may end before `requestedEnd`, at the last settled or the last committed byte. The player then requests the rest.
  const settledEnd = settledBytes(revision);
  const end = first < settledEnd ? Math.min(requestedEnd, settledEnd) : Math.min(requestedEnd, committedBytes, first + maxOpenRange);
  let body: Blob;
  try {
    body = await read(revision, first, end);
    // The saver may write to this file during the answer, and a Blob over a changing file becomes unreadable.
    if (end > settledEnd) body = new Blob([await body.arrayBuffer()]);
  } catch (reason) {
    if (settledEnd === totalBytes) throw reason;
    return fromArchive(request, revision, first, requestedEnd, fetch);
  }
  return requestedRange.kind === 'whole' && end === totalBytes
    ? new Response(body, { headers: headersOf(revision, totalBytes) })
    : partialResponse(revision, first, end, body);
}

function headersOf({ contentType }: Revision, bytes: number): Record<string, string> {
  return { 'content-type': contentType, 'content-length': String(bytes), 'accept-ranges': 'bytes', 'cache-control': 'no-store' };
}

function partialResponse(revision: Revision, first: number, end: number, body: BodyInit | null): Response {
  const range = { 'content-range': `bytes ${first}-${end - 1}/${revision.totalBytes}` };
  return new Response(body, { status: 206, headers: { ...headersOf(revision, end - first), ...range } });
}

/**
 * Answers whether the video can be played. The page asks this before it plays a complete video, and after playback failed. For a complete
 * video, rejects if files are gone. For other videos the archive decides, because it still has to send the rest: 404 means that it has a
 * different file now, or none.
 */
export async function answerHead(request: Request, revision: Revision, { read, fetch }: AnswerPorts): Promise<Response> {
  const { url, validator, totalBytes } = revision;
  if (settledBytes(revision) < totalBytes) {
    const answer = await fetch(url, { method: 'HEAD', credentials: 'same-origin', cache: 'no-store', signal: request.signal }).catch(() => Response.error());
    const { headers } = answer;
    const isSame =
      headers.get('content-length') === String(totalBytes) &&
      validator !== null &&
      (headers.get('etag') === validator || headers.get('last-modified') === validator);
    return !answer.ok || isSame ? answer : new Response(null, { status: 404 });
  }
  await read(revision, 0, 1);
  await read(revision, totalBytes - 1, totalBytes);
  return new Response(null, { headers: headersOf(revision, totalBytes) });
}

/** Requests only the same state of the file, because bytes of another state would corrupt the picture. */
async function fromArchive(request: Request, revision: Revision, first: number, end: number, fetch: AnswerPorts['fetch']): Promise<Response> {
  const { url, validator, totalBytes } = revision;
  if (validator === null) return Response.error(); // nothing would show whether it is the same file
  const headers = { range: rangeHeader(first, end), 'if-range': validator };
  const answer = await fetch(url, { headers, credentials: 'same-origin', cache: 'no-store', signal: request.signal }).catch(() => Response.error());
  const [, last] = new RegExp(`^bytes ${first}-(\\d+)/${totalBytes}$`).exec(answer.headers.get('content-range') ?? '') ?? [];
  // The answer is rebuilt, so that it has the requested address: Chromium gives up on a video whose parts come from two addresses. A 206 to
  // `If-Range` may omit Last-Modified.
  const answerValidator = answer.headers.get(validator.startsWith('"') ? 'etag' : 'last-modified') ?? validator;
  return answer.status === 206 && last !== undefined && answerValidator === validator
    ? partialResponse(revision, first, Number(last) + 1, answer.body)
    : Response.error();
}
