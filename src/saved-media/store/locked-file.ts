// Waits for files that another context has open for writing. A terminated worker releases its files within a moment.
import type { Clock } from '../../lib/clock.ts';

/**
 * The file cannot be written: another context has it open and does not release it, or the browser grants no sync access handle before the
 * first byte of a revision is written.
 */
export class LockedFile extends Error {}

/** A context that keeps a file open longer counts as stuck. */
const lockTimeoutMs = 5_000;
const retryMs = 250;

/** Runs `work` as soon as no file that it needs is locked. @throws LockedFile, and whatever else `work` throws */
export async function retryWhileLocked<Value>(clock: Clock, work: () => Promise<Value>): Promise<Value> {
  for (let waitedMs = 0; ; waitedMs += retryMs) {
    try {
      return await work();
    } catch (reason) {
      if (!(reason instanceof DOMException && reason.name === 'NoModificationAllowedError')) throw reason;
      if (waitedMs >= lockTimeoutMs) throw new LockedFile();
      await new Promise<void>((resolve) => clock.after(retryMs, resolve));
    }
  }
}
