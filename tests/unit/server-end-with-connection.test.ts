import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { endWithConnection } from '../../server/http/end-with-connection.ts';
import { createHttpApp } from '../../server/http/http-app.ts';
import { logInto } from '../doubles/log.ts';

test('if a client disconnects, the streams of all its answers are destroyed, also of those requested while another was being sent', async () => {
  const logLines: string[] = [];
  const emitWarning = vi.spyOn(process, 'emitWarning');
  onTestFinished(() => emitWarning.mockRestore());
  const app = createHttpApp({ client: { inlineScriptHashes: [] }, tls: null, onRequest: () => undefined, log: logInto(logLines) });
  onTestFinished(() => app.close());
  const streams: Readable[] = [];
  app.get('/endless', (_request, reply) => {
    const stream = new Readable({ read: () => undefined });
    streams.push(stream);
    stream.push('the beginning');
    return reply.send(stream);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET /endless HTTP/1.1\r\nHost: archive\r\n\r\n'.repeat(12));
  await once(socket, 'readable');
  await expect.poll(() => streams.map(({ destroyed }) => destroyed)).toEqual(Array.from({ length: 12 }, () => false));
  socket.destroy();
  await expect.poll(() => streams.map(({ destroyed }) => destroyed)).toEqual(Array.from({ length: 12 }, () => true));
  expect(emitWarning).not.toHaveBeenCalled();
  expect(logLines).toEqual([]);
});

test('the stream of an answer whose connection is gone is destroyed', async () => {
  const stream = new Readable({ read: () => undefined });
  endWithConnection(stream, null);
  await expect.poll(() => stream.destroyed).toBe(true);
});
