import { formatCount } from '../texts/format-count.ts';

export interface ProgressInput {
  /** Files to read. */
  total: number;
  log: (line: string) => void;
  now: () => number;
  onProgress: ((readCount: number, total: number) => void) | undefined;
}

/** Logs the progress at most once a second. `step` counts one file. */
export function createProgress({ total, log, now, onProgress }: ProgressInput): { step(): void } {
  let readCount = 0;
  let loggedAtMs = now();
  return {
    step() {
      readCount += 1;
      onProgress?.(readCount, total);
      if (now() - loggedAtMs < 1000) return;
      loggedAtMs = now();
      log(`Importing: ${formatCount(readCount)} of ${formatCount(total)} files …`);
    },
  };
}
