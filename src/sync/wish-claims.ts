// Which tab's pull fetches a wish. A claim is in the row, so that a killed tab's claim is found; whether its owner still
// lives is told by a lock that the owner holds all its life. Called by pull.
import type { Locks } from '../lib/locks.ts';
import type { Mirror } from '../mirror/database.ts';
import type { WantedRow } from '../mirror/rows.ts';

/** Longer than the longest request (20 s): a claim that old is of a tab that was frozen. */
const claimLastsMs = 25_000;

export interface Claims {
  isOwn(row: WantedRow): boolean;
  /** Whether a row that is being fetched may be taken from its owner. */
  isAbandoned(row: WantedRow): Promise<boolean>;
  /** False when another tab was quicker, or the wish has gone. */
  claim(seen: WantedRow): Promise<boolean>;
  /** Gives the wish up with its reason, unless another tab has taken it over. */
  fail(key: string, failure: NonNullable<WantedRow['failure']>, message: string | null): Promise<void>;
  release(): void;
}

export function createClaims({ db, clock, newKey }: Mirror, locks: Locks): Claims {
  const self = newKey();
  let release: () => void = () => {};
  const end = new Promise<void>((resolve) => (release = resolve));
  // Not awaited: held for as long as this tab lives.
  void locks.run(lifeLock(self), () => end);

  return {
    isOwn: (row) => row.claimedBy === self,

    async isAbandoned(row) {
      const ageMs = clock.now() - (row.claimedAtMs ?? 0);
      // A clock that was set back makes ages negative; such a claim is judged by its owner's life alone.
      if (ageMs > claimLastsMs || row.claimedBy === undefined || row.claimedBy === self) return true;
      return (await locks.run(lifeLock(row.claimedBy), async () => true, { ifFree: true })) === true;
    },

    claim: (seen) =>
      db.transaction('rw', db.wanted, async () => {
        const row = await db.wanted.get(seen.key);
        if (!row || row.state === 'failed' || row.claimedBy !== seen.claimedBy || row.claimedAtMs !== seen.claimedAtMs) return false;
        if (row.untilMs < clock.now()) {
          await db.wanted.delete(row.key);
          return false;
        }
        await db.wanted.put({ ...row, state: 'fetching', claimedBy: self, claimedAtMs: clock.now() });
        return true;
      }),

    fail: (key, failure, message) =>
      db.transaction('rw', db.wanted, async () => {
        const row = await db.wanted.get(key);
        if (row?.claimedBy !== self) return;
        const { claimedBy: _claimedBy, claimedAtMs: _claimedAtMs, ...rest } = row;
        await db.wanted.put({ ...rest, state: 'failed', failure, ...(message === null ? {} : { message }) });
      }),

    release: () => release(),
  };
}

const lifeLock = (instance: string): string => `stowaway-pull|${instance}`;
