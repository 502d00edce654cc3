// Simulates a connection with low bandwidth and high latency for everything that a browser requests, including the service worker.
import { once } from 'node:events';
import net from 'node:net';

const maxQueuedBytes = 16 * 1024;

/**
 * Relays connections to `port` of this machine. All connections share `bytesPerSecond` in each direction. `latencyMs` is a round trip; a
 * new connection costs one more round trip.
 */
export async function startSlowLine({ port, latencyMs, bytesPerSecond }) {
  const directions = { up: { freeAtMs: 0 }, down: { freeAtMs: 0 } };
  const sockets = new Set();

  function relay(from, to, direction) {
    let queuedBytes = 0;
    from.on('data', (bytes) => {
      const startMs = Math.max(performance.now(), direction.freeAtMs);
      direction.freeAtMs = startMs + (bytes.length / bytesPerSecond) * 1000;
      queuedBytes += bytes.length;
      if (queuedBytes > maxQueuedBytes) from.pause();
      setTimeout(
        () => {
          queuedBytes -= bytes.length;
          if (queuedBytes <= maxQueuedBytes) from.resume();
          if (!to.destroyed) to.write(bytes);
        },
        direction.freeAtMs + latencyMs / 2 - performance.now(),
      );
    });
    from.on('close', () => setTimeout(() => to.destroy(), Math.max(0, direction.freeAtMs - performance.now()) + latencyMs));
    from.on('error', () => to.destroy());
  }

  const server = net.createServer({ pauseOnConnect: true, highWaterMark: 4096 }, (client) => {
    const upstream = net.connect({ port, host: '127.0.0.1', highWaterMark: 4096 });
    for (const socket of [client, upstream]) sockets.add(socket.on('close', () => sockets.delete(socket)));
    relay(upstream, client, directions.down);
    relay(client, upstream, directions.up);
    setTimeout(() => client.resume(), latencyMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
