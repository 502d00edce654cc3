import { useEffect, useState } from 'react';
import { withCopyDatabase } from '../mirror/lock-copies.ts';
import type { MutationKinds } from '../mirror/mutation-kinds.ts';
import type { AccountRow } from '../mirror/rows.ts';

/** How many changes wait in each of these copies, by account key; copies that do not open are omitted. */
export function useUnsentCounts(accounts: readonly AccountRow[], kinds: MutationKinds): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    let isUnmounted = false;
    async function read(): Promise<void> {
      const foundCounts = new Map<string, number>();
      for (const account of accounts) {
        const unsentCount = await withCopyDatabase(kinds, account, (db) => db.outbox.count());
        if (unsentCount !== null) foundCounts.set(account.accountKey, unsentCount);
      }
      if (!isUnmounted) setCounts(foundCounts);
    }
    void read(); // a copy that fails is omitted
    return () => void (isUnmounted = true);
  }, [accounts, kinds]);
  return counts;
}
