// Sees to it that details do not grow without end: looks at the start, and each hour of a page that stays open. Called by app/eviction.ts, when idle.
// Pictures have limits of their own (sw/images.ts).
import type { Mirror } from '../mirror/database.ts';
import { evictDetails } from '../mirror/evict.ts';

export interface EvictRunOptions {
  mirror: Mirror;
  /** Saved, or of a trip. Rejects where that cannot be told: nothing is evicted then. */
  keptVideos(): Promise<ReadonlySet<string>>;
  /** What the browser leaves to this origin; null: it does not tell. */
  freeBytes(): Promise<number | null>;
}

/** Some ten thousand videos that were opened, with their comments. */
export const detailsBudgetBytes = 128 * 1024 * 1024;
/** On a device that is nearly full. */
const tightBudgetBytes = 16 * 1024 * 1024;
const nearlyFullBytes = 128 * 1024 * 1024;
const everyMs = 60 * 60_000;

/** Ends it. */
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
      .catch((reason: unknown) => console.warn('Old details were not taken off', reason)) // the next look is in an hour
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
