// Refuses requests that never reach a route because they are too large, truncated, or not HTTP. The caller gets an explanation. Such
// requests change nothing.
import type { Socket } from 'node:net';

const closeDelayMs = 2_000;

/** A message for a request that the framework refused before a handler; null if the framework's own message is good enough. */
export function refusalMessage({ code }: { code?: string }, maxBodyBytes: number): string | null {
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return `The body of a request can have at most ${inKibibytes(maxBodyBytes)} KiB. This one is larger; nothing was changed.`;
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return 'The length of the body does not match its Content-Length. Nothing was changed.';
    default:
      return null;
  }
}

/** Answers errors of Node's parser on the raw connection: headers that are too large, a request that took too long or is not HTTP. */
export function refuseBrokenRequest(error: Error & { code?: string }, socket: Socket, maxHeaderBytes: number): void {
  // The caller is gone, so there is nobody to answer.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy();
  const [status, detail] = statusAndDetail(error.code, maxHeaderBytes);
  const body = JSON.stringify({ detail });
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    'Cache-Control: no-store',
    'Connection: close',
  ];
  // The caller may still be sending, so it gets a moment to read the answer before the connection is closed.
  const closeTimer = setTimeout(() => socket.destroy(), closeDelayMs).unref();
  socket.once('close', () => clearTimeout(closeTimer)).end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

function statusAndDetail(code: string | undefined, maxHeaderBytes: number): [status: string, detail: string] {
  if (code === 'HPE_HEADER_OVERFLOW')
    return [
      '431 Request Header Fields Too Large',
      `The headers of a request can have at most ${inKibibytes(maxHeaderBytes)} KiB, cookies included. Clearing the cookies of this site helps.`,
    ];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'The request did not arrive completely in time. Nothing was changed.'];
  return ['400 Bad Request', 'This is not a valid HTTP request.'];
}

function inKibibytes(bytes: number): number {
  return Math.floor(bytes / 1024);
}
