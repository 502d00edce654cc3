import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

/**
 * Destroys the stream of an answer when the connection closes. Node reports a closed connection only to the answer that is being sent, not
 * to those that a pipelining client has requested meanwhile. Their files would stay open.
 *
 * @param socket null if Node has already detached it from the request and from the answer, because the connection has closed
 */
export function endWithConnection(stream: Readable, socket: Socket | null): void {
  const destroy = (): void => void stream.destroy();
  // The caller needs a moment to start sending, because it would report a destroyed stream as its own error.
  if (socket === null || socket.destroyed) return void setImmediate(destroy);
  socket.setMaxListeners(0); // a pipelining client may request any number of answers
  socket.once('close', destroy);
  stream.once('close', () => socket.off('close', destroy));
}
