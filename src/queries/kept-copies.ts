import { useEffect, useState } from 'react';
import { inCopy } from '../mirror/lock-copies.ts';
import type { MutationKinds } from '../mirror/mutation-kinds.ts';
import type { AccountRow } from '../mirror/rows.ts';

/** How many changes wait in each of these copies, by account key; copies that do not open are omitted. */
export function useWaitingIn(accounts: readonly AccountRow[], kinds: MutationKinds): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    let isLeft = false;
    async function read(): Promise<void> {
      const read = new Map<string, number>();
      for (const account of accounts) {
        const waiting = await inCopy(kinds, account, (db) => db.outbox.count());
        if (waiting !== null) read.set(account.accountKey, waiting);
      }
      if (!isLeft) setCounts(read);
    }
    void read(); // a copy that fails is omitted
    return () => void (isLeft = true);
  }, [accounts, kinds]);
  return counts;
}
