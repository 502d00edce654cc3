// Determines who may write the ledger: the latest claimant.
import type { SaverClaim } from './rows.ts';

interface ClaimStore {
  get(key: 'saver'): Promise<SaverClaim | undefined>;
  put(claim: SaverClaim, key: 'saver'): Promise<unknown>;
}

/** Claims the ledger with a higher epoch than the previous claim, so that writes under that claim are refused. */
export async function putClaim(store: ClaimStore, owner: string): Promise<SaverClaim> {
  const claim = { owner, epoch: ((await store.get('saver'))?.epoch ?? 0) + 1 };
  await store.put(claim, 'saver');
  return claim;
}
