// /metrics in Prometheus format, for this computer and for callers with the token. Most archives are never scraped, so the metrics package
// is loaded, and requests are counted, only from the first call on.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Metrics, MetricDeps } from '../metrics/metrics.ts';
import { detailRefusal } from './answer.ts';
import { hasToken, isFromThisComputer } from './trusted-caller.ts';

export function addMetricsRoutes(app: FastifyInstance, { token, ...sources }: MetricDeps & { token: string | null }): void {
  let metrics: Promise<Metrics> | null = null;
  let loadedMetrics: Metrics | null = null;

  app.addHook('onResponse', (request, reply, done) => {
    loadedMetrics?.count({ group: groupOf(request), method: request.method, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    done();
  });

  app.get('/metrics', async (request, reply) => {
    if (!isFromThisComputer(request) && !hasToken(request, token))
      throw detailRefusal(403, 'Metrics are available only on the server’s computer, or with their token.');
    metrics ??= import('../metrics/metrics.ts').then(({ createMetrics }) => createMetrics(sources));
    loadedMetrics = await metrics.catch((error: unknown) => {
      metrics = null; // the next call tries again
      throw error;
    });
    const { text, type } = await loadedMetrics.collect();
    return reply.header('cache-control', 'no-store').type(type).send(text);
  });

  app.addHook('onClose', (_app, done) => {
    loadedMetrics?.close();
    done();
  });
}

const ownGroups = new Set(['admin', 'healthz', 'metrics']);

/** Puts every address into one of a few groups: `api/video` and the like, `media`, `pictures`, `client`, or one of `ownGroups`. */
function groupOf(request: FastifyRequest): string {
  const [, firstPart = '', secondPart = ''] = (request.routeOptions.url ?? '').split('/');
  if (firstPart === 'api') return secondPart === '' || secondPart === '*' ? 'api' : `api/${secondPart}`;
  if (firstPart === 'youtube' || firstPart === 'media') return 'media';
  if (firstPart === 'cache') return 'pictures';
  return ownGroups.has(firstPart) ? firstPart : 'client';
}
