import { formatCount } from '../texts/format-count.ts';

export interface ProgressInput {
  /** Files to read. */
  total: number;
  log: (line: string) => void;
  now: () => number;
  onProgress: ((done: number, total: number) => void) | undefined;
}

/** Logs the progress at most once a second. `step` counts one file. */
export function createProgress({ total, log, now, onProgress }: ProgressInput): { step(): void } {
  let done = 0;
  let loggedAt = now();
  return {
    step() {
      done += 1;
      onProgress?.(done, total);
      if (now() - loggedAt < 1000) return;
      loggedAt = now();
      log(`Importing: ${formatCount(done)} of ${formatCount(total)} files …`);
    },
  };
}
