// Keeps details within their budget: checks at the start, and every hour while the page stays open. Called by app/eviction.ts, when idle. Pictures
// have their own limits (sw/images.ts).
import type { Mirror } from '../mirror/database.ts';
import { evictDetails } from '../mirror/evict.ts';

export interface EvictRunOptions {
  mirror: Mirror;
  /** Saved, or part of a trip. Rejects if that is unknown: then nothing is evicted. */
  keptVideos(): Promise<ReadonlySet<string>>;
  /** The space that the browser leaves to this origin; null: unknown. */
  freeBytes(): Promise<number | null>;
}

/** About ten thousand opened videos, with their comments. */
export const detailsBudgetBytes = 128 * 1024 * 1024;
/** For a device that is nearly full. */
const tightBudgetBytes = 16 * 1024 * 1024;
const nearlyFullBytes = 128 * 1024 * 1024;
const everyMs = 60 * 60_000;

/** Returns the function that ends it. */
export function startEviction({ mirror, keptVideos, freeBytes }: EvictRunOptions): () => void {
  const { clock, db } = mirror;
  let isStopped = false;
  let cancel = (): void => {};

  async function look(): Promise<void> {
    const free = await freeBytes();
    const budgetBytes = free !== null && free < nearlyFullBytes ? tightBudgetBytes : detailsBudgetBytes;
    await evictDetails(db, { budgetBytes, keptVideos, breathe });
  }

  function breathe(): Promise<void> {
    if (isStopped) throw new Error('The account has been closed');
    return new Promise((resolve) => clock.after(0, resolve));
  }

  function begin(): void {
    void look()
      .catch((reason: unknown) => console.warn('Old details were not taken off', reason)) // retried in an hour
      .then(() => {
        if (!isStopped) cancel = clock.after(everyMs, begin);
      });
  }

  begin();
  return () => {
    isStopped = true;
    cancel();
  };
}
