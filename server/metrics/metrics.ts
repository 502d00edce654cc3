// Collects metrics for Prometheus: about this process and its answers, and about an archive's library, queue, tasks, disks and health.
// Names begin with `stowaway_`, except those of the process, which are prom-client's. Totals are read on request.
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Health, HealthState } from '../health/health.ts';
import { addArchiveMetrics, type ArchiveMetricsDeps } from './archive-metrics.ts';

export interface MetricDeps {
  /** `v` + package version. */
  version: string;
  health: Health;
  /** Absent if this server forwards to another archive. */
  archive?: ArchiveMetricsDeps;
}

export interface ServedRequest {
  group: string;
  method: string;
  status: number;
  seconds: number;
}

export interface Metrics {
  count(request: ServedRequest): void;
  collect(): Promise<{ text: string; type: string }>;
  close(): void;
}

/** The histogram's upper bounds in seconds, from a short lookup to sending a whole video file. */
const durationBuckets = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const stateValues: Record<HealthState, number> = { ok: 0, warn: 1, failing: 2 };

export function createMetrics({ version, health, archive }: MetricDeps): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'stowaway_build_info', help: 'Version of the server.', labelNames: ['version'], registers }).set({ version }, 1);
  const durations = new Histogram({
    name: 'stowaway_http_request_duration_seconds',
    help: 'From a request to the end of its answer.',
    labelNames: ['group', 'method', 'status'],
    buckets: durationBuckets,
    registers,
  });
  const states = new Gauge({ name: 'stowaway_health', help: '0 ok, 1 warn, 2 failing.', labelNames: ['check'], registers });
  const archiveMetrics = archive ? addArchiveMetrics(registers, archive) : null;

  return {
    count({ group, method, status, seconds }) {
      durations.observe({ group, method: methods.has(method) ? method : 'other', status: `${Math.floor(status / 100)}xx` }, seconds);
    },
    async collect() {
      const { checks } = await health.report();
      for (const [check, { state }] of Object.entries(checks)) states.set({ check }, stateValues[state]);
      await archiveMetrics?.update();
      return { text: await registry.metrics(), type: registry.contentType };
    },
    close: () => registry.clear(),
  };
}
