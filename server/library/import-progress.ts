import { grouped } from './report-words.ts';

export interface ProgressInput {
  /** Files to read. */
  total: number;
  log: (line: string) => void;
  now: () => number;
  onProgress: ((done: number, total: number) => void) | undefined;
}

/** Logs the progress once a second. `step` counts one file. */
export function createProgress({ total, log, now, onProgress }: ProgressInput): { step(): void } {
  let done = 0;
  let saidAt = now();
  return {
    step() {
      done += 1;
      onProgress?.(done, total);
      if (now() - saidAt < 1000) return;
      saidAt = now();
      log(`Importing: ${grouped(done)} of ${grouped(total)} files …`);
    },
  };
}
