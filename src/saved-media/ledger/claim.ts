// Who may write the ledger: the last that claimed it.
import type { SaverClaim } from './rows.ts';

interface ClaimStore {
  get(key: 'saver'): Promise<SaverClaim | undefined>;
  put(claim: SaverClaim, key: 'saver'): Promise<unknown>;
}

/** A higher epoch than any before: what is written under those is refused. */
export async function putClaim(store: ClaimStore, owner: string): Promise<SaverClaim> {
  const claim = { owner, epoch: ((await store.get('saver'))?.epoch ?? 0) + 1 };
  await store.put(claim, 'saver');
  return claim;
}
