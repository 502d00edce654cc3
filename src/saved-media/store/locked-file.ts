// Files that another context holds open for writing. A worker that was ended lets go of them within a moment.
import type { Clock } from '../../lib/clock.ts';

/** Another holds the file open and did not let go of it, or the browser gives nobody a handle of a film's first file. */
export class LockedFile extends Error {}

/** Whoever holds one for longer is taken for stuck. */
const lockedForMs = 5_000;
const lookAgainMs = 250;

/** Does `work` as soon as no file that it needs is locked. @throws LockedFile, and what else `work` throws */
export async function onceUnlocked<Value>(clock: Clock, work: () => Promise<Value>): Promise<Value> {
  for (let waitedMs = 0; ; waitedMs += lookAgainMs) {
    try {
      return await work();
    } catch (reason) {
      if (!(reason instanceof DOMException && reason.name === 'NoModificationAllowedError')) throw reason;
      if (waitedMs >= lockedForMs) throw new LockedFile();
      await new Promise<void>((resolve) => clock.after(lookAgainMs, resolve));
    }
  }
}
