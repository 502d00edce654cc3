// /healthz: returns `ok` or `failing` to anybody, with status 200 or 503, and the checks with their messages to callers who may see
// internals.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Health } from '../health/health.ts';

export interface HealthDeps {
  health: Health;
  /** `v` + package version. */
  version: string;
  maySeeAll(request: FastifyRequest): boolean;
}

export function addHealthRoutes(app: FastifyInstance, { health, version, maySeeAll }: HealthDeps): void {
  app.get('/healthz', async (request, reply) => {
    const { state, checks } = await health.report();
    reply.code(state === 'failing' ? 503 : 200).header('cache-control', 'no-store');
    if (!maySeeAll(request)) return { status: state === 'failing' ? 'failing' : 'ok' };
    return {
      status: state,
      version,
      checks: Object.fromEntries(Object.entries(checks).map(([name, { state: status, message, facts }]) => [name, { status, words: message, ...facts }])),
    };
  });
}
