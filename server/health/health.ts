// How this server is: several checks, each with a state and words, and the worst of them as the whole. Asked by /healthz and by
// /metrics. Knows neither HTTP nor what is checked.

/** `failing`: what the server is for does not work. `warn`: it works, and somebody should look. */
export type HealthState = 'ok' | 'warn' | 'failing';

export interface Check {
  state: HealthState;
  /** A sentence for a person. */
  words: string;
  /** For programs: times as ISO 8601, sizes in bytes. */
  facts?: Record<string, string | number>;
}

export interface HealthReport {
  state: HealthState;
  checks: Record<string, Check>;
}

export interface Health {
  /** Never rejects. Calls at the same time share one look. */
  report(): Promise<HealthReport>;
}

/** A network share that hangs must not hang whoever asks; the container's own look waits 5 s. */
const usualPatienceMs = 3_000;

export function createHealth(checks: Record<string, () => Check | Promise<Check>>, patienceMs = usualPatienceMs): Health {
  let running: Promise<HealthReport> | null = null;

  async function look(): Promise<HealthReport> {
    const entries = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await checked(check, patienceMs)] as const));
    const states = entries.map(([, { state }]) => state);
    const state = states.includes('failing') ? 'failing' : states.includes('warn') ? 'warn' : 'ok';
    return { state, checks: Object.fromEntries(entries) };
  }

  return {
    report: () => (running ??= look().finally(() => (running = null))),
  };
}

async function checked(check: () => Check | Promise<Check>, patienceMs: number): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Check>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'failing', words: `No answer within ${patienceMs / 1000} s.` }), patienceMs);
  });
  try {
    return await Promise.race([check(), late]);
  } catch (error) {
    return { state: 'failing', words: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
