// Runs the checks of the server's state. A check has a state and a message; the worst state is the overall one. Used by /healthz and
// /metrics. Knows neither HTTP nor the meaning of the checks.

/** `failing`: the server's main purpose does not work. `warn`: the server works, but needs attention. */
export type HealthState = 'ok' | 'warn' | 'failing';

export interface Check {
  state: HealthState;
  /** A sentence for a person. */
  message: string;
  /** Values for programs: times in ISO 8601, sizes in bytes. */
  facts?: Record<string, string | number>;
}

export interface HealthReport {
  state: HealthState;
  checks: Record<string, Check>;
}

export interface Health {
  /** Never rejects. Concurrent calls share one run. */
  report(): Promise<HealthReport>;
}

/** A network share that hangs must not delay the caller. The container's own check waits 5 s. */
const defaultTimeoutMs = 3_000;

export function createHealth(checks: Record<string, () => Check | Promise<Check>>, timeoutMs = defaultTimeoutMs): Health {
  let runningReport: Promise<HealthReport> | null = null;
  const pendingByName = new Map<string, Promise<Check>>();

  /**
   * If an earlier run of the check has not ended, waits for it instead of starting another. On a share whose server is gone, every access
   * hangs and blocks one of the few threads that access files. Within a few minutes, repeated checks would block all of these threads.
   */
  function start(name: string, check: () => Check | Promise<Check>): Promise<Check> {
    const pendingRun = pendingByName.get(name);
    if (pendingRun) return pendingRun;
    const run = (async () => check())().finally(() => pendingByName.delete(name));
    pendingByName.set(name, run);
    return run;
  }

  async function runChecks(): Promise<HealthReport> {
    const entries = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await runCheck(() => start(name, check), timeoutMs)] as const),
    );
    const states = entries.map(([, { state }]) => state);
    const state = states.includes('failing') ? 'failing' : states.includes('warn') ? 'warn' : 'ok';
    return { state, checks: Object.fromEntries(entries) };
  }

  return {
    report: () => (runningReport ??= runChecks().finally(() => (runningReport = null))),
  };
}

async function runCheck(check: () => Promise<Check>, timeoutMs: number): Promise<Check> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Check>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'failing', message: `No answer within ${timeoutMs / 1000} s.` }), timeoutMs);
  });
  try {
    return await Promise.race([check(), timeout]);
  } catch (error) {
    return { state: 'failing', message: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
  } finally {
    clearTimeout(timer);
  }
}
