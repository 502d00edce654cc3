// Keeps details within their budget: checks at the start, and every hour while the page stays open. Called by app/eviction.ts, when idle.
// Pictures have their own limits (sw/images.ts).
import type { Mirror } from '../mirror/database.ts';
import { evictDetails } from '../mirror/evict.ts';

export interface EvictionOptions {
  mirror: Mirror;
  /** Videos that are saved or part of a trip. Rejects if they are unknown, so that nothing is evicted. */
  protectedVideos(): Promise<ReadonlySet<string>>;
  /** The space that the browser still grants this origin; null: unknown. */
  freeBytes(): Promise<number | null>;
}

/** About ten thousand opened videos, with their comments. */
export const detailsBudgetBytes = 128 * 1024 * 1024;
/** The budget on a device that is nearly full. */
const tightBudgetBytes = 16 * 1024 * 1024;
const nearlyFullBytes = 128 * 1024 * 1024;
const intervalMs = 60 * 60_000;

/** Returns the function that stops the checks. */
export function startEviction({ mirror, protectedVideos, freeBytes }: EvictionOptions): () => void {
  const { clock, db } = mirror;
  let isStopped = false;
  let cancel = (): void => {};

  async function check(): Promise<void> {
    const availableBytes = await freeBytes();
    const budgetBytes = availableBytes !== null && availableBytes < nearlyFullBytes ? tightBudgetBytes : detailsBudgetBytes;
    await evictDetails(db, { budgetBytes, protectedVideos, yieldNow });
  }

  function yieldNow(): Promise<void> {
    if (isStopped) throw new Error('The account has been closed');
    return new Promise((resolve) => clock.after(0, resolve));
  }

  function runCheck(): void {
    void check()
      .catch((reason: unknown) => console.warn('Old details could not be evicted', reason)) // retried in an hour
      .then(() => {
        if (!isStopped) cancel = clock.after(intervalMs, runCheck);
      });
  }

  runCheck();
  return () => {
    isStopped = true;
    cancel();
  };
}
