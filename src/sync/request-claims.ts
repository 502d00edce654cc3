// Decides which tab's pull fetches a refresh request. The claim is stored in the row, so that it is found even after its tab was killed.
// Each tab holds a lock while it lives; if the lock is free, the tab's claims are abandoned. Called by pull.
import { ageMs } from '../lib/clock.ts';
import type { Locks } from '../lib/locks.ts';
import type { Mirror } from '../mirror/database.ts';
import { liveKeysOf } from '../mirror/live-keys.ts';
import { readRequestTime } from '../mirror/request-order.ts';
import type { RequestTime, RefreshRequest } from '../mirror/rows.ts';

/** Longer than the time limit of nearly all requests (20 s), so an older claim most likely belongs to a frozen tab. */
const claimTtlMs = 25_000;
/**
 * Without locks across tabs (plain http), a dead tab cannot be told from a living one, so a claim older than this counts as abandoned.
 * Most requests end sooner.
 */
const ttlWithoutLocksMs = 6_000;

export interface Claims {
  isOwn(row: RefreshRequest): boolean;
  /** Whether a row that is being fetched may be taken from its owner. */
  isAbandoned(row: RefreshRequest): Promise<boolean>;
  /** Claims the request; resolves to its request time, or to null if another tab was quicker or the request is gone. */
  claim(seenRow: RefreshRequest): Promise<RequestTime | null>;
  /**
   * Records the request as failed, with the reason. Resolves to false if the request is not claimed here, because another tab has
   * taken over or no claim could be written.
   */
  fail(key: string, failure: NonNullable<RefreshRequest['failure']>, message: string | null): Promise<boolean>;
  /** Frees this tab's lock, so that other tabs can take its claims. */
  release(): void;
}

export function createClaims(mirror: Mirror, locks: Locks): Claims {
  const { db, clock, newKey } = mirror;
  const tabId = newKey();
  let release: () => void = () => {};
  const whenReleased = new Promise<void>((resolve) => (release = resolve));
  // Fire and forget: the lock is held until `release` is called or the tab ends.
  void locks.run(tabLockName(tabId), () => whenReleased);

  return {
    isOwn: (row) => row.claimedBy === tabId,

    async isAbandoned(row) {
      // A claim dated in the future counts as old, because the clock was set back. If its tab is alive, fetching twice does no harm.
      const age = ageMs(clock, row.claimedAtMs ?? 0);
      if (age > claimTtlMs || row.claimedBy === undefined || row.claimedBy === tabId) return true;
      if (!locks.isCrossTab) return age > ttlWithoutLocksMs;
      return (await locks.run(tabLockName(row.claimedBy), async () => true, { ifFree: true })) === true;
    },

    claim: (seenRow) =>
      db.transaction('rw', db.wanted, db.documents, async () => {
        const row = await db.wanted.get(seenRow.key);
        if (!row || row.state === 'failed' || row.claimedBy !== seenRow.claimedBy || row.claimedAtMs !== seenRow.claimedAtMs) return null;
        // A request whose screen is still mounted remains valid even if the clock jumped ahead or the lid was closed overnight.
        if (row.untilMs < clock.now() && !liveKeysOf(db).some((liveKey) => liveKey.key() === row.key)) {
          await db.wanted.delete(row.key);
          return null;
        }
        await db.wanted.put({ ...row, state: 'fetching', claimedBy: tabId, claimedAtMs: clock.now() });
        return readRequestTime(mirror);
      }),

    fail: (key, failure, message) =>
      db.transaction('rw', db.wanted, async () => {
        const row = await db.wanted.get(key);
        if (row?.claimedBy !== tabId) return false;
        const { claimedBy: _claimedBy, claimedAtMs: _claimedAtMs, ...rest } = row;
        await db.wanted.put({ ...rest, state: 'failed', failure, ...(message === null ? {} : { message }) });
        return true;
      }),

    release: () => release(),
  };
}

const tabLockName = (tabId: string): string => `stowaway-pull|${tabId}`;
