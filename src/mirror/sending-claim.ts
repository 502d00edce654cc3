// A tab's claim to send from a copy (fence.ts). Called by flush and the senders. Separate from fence.ts because the first content does not
// need it.
import type { Mirror } from './database.ts';
import { putFence, readFence } from './fence.ts';
import type { Fence } from './rows.ts';

/** Longer than the longest request, 20 s. */
const claimTtlMs = 25_000;
/** A claim with less time left is renewed. */
const renewBelowMs = 22_000;

/** Thrown instead of writing, because another tab sends now or the copy was locked. */
export class FencedOff extends Error {
  override name = 'FencedOff';
}

/**
 * @param isAlone whether no other tab can be sending, because the browser's lock was free; an earlier claim is then ignored
 * @returns the epoch of the claim; `held`: another tab sends; `locked`: the copy is locked
 */
export function claimSending({ db, clock }: Mirror, { isAlone }: { isAlone: boolean }): Promise<number | 'held' | 'locked'> {
  return db.transaction('rw', db.documents, async () => {
    const fence = await readFence(db);
    if (fence.isLocked) return 'locked';
    if (!isAlone && isClaimActive(fence, clock.now())) return 'held';
    const epoch = fence.epoch + 1;
    await putFence(db, { isLocked: false, epoch, untilMs: clock.now() + claimTtlMs });
    return epoch;
  });
}

/** A claim that has more time left than a new claim would have was written before the clock was set back; it is ignored. */
function isClaimActive({ untilMs }: Fence, nowMs: number): boolean {
  return untilMs > nowMs && untilMs - nowMs <= claimTtlMs;
}

/** Renews the claim when little of its time is left. Call inside a transaction over `documents`. @throws {FencedOff} */
export async function renewClaim({ db, clock }: Mirror, epoch: number): Promise<void> {
  const fence = await readFence(db);
  if (fence.isLocked || fence.epoch !== epoch) throw new FencedOff();
  const leftMs = fence.untilMs - clock.now();
  if (leftMs < renewBelowMs || leftMs > claimTtlMs) await putFence(db, { ...fence, untilMs: clock.now() + claimTtlMs });
}

/** Like `renewClaim`, in a transaction of its own. @throws {FencedOff} */
export function keepClaim(mirror: Mirror, epoch: number): Promise<void> {
  return mirror.db.transaction('rw', mirror.db.documents, () => renewClaim(mirror, epoch));
}

/** Called at the end of a pass, when none of its requests is under way any more. */
export function endClaim({ db }: Mirror, epoch: number): Promise<void> {
  return db.transaction('rw', db.documents, async () => {
    const fence = await readFence(db);
    if (fence.epoch === epoch && fence.untilMs !== 0) await putFence(db, { ...fence, untilMs: 0 });
  });
}
