// Finds the copy on this device that belongs to a user of an archive. Called by the commands that open a copy.
import { accountKeyOf, type AccountIdentity } from './account-key.ts';
import type { Mirror } from './database.ts';
import type { AccountRow } from './rows.ts';

/**
 * `existing`: the copy; the most recently used one if there are several, undefined if there is none. `key`: the key of that copy, or the
 * key for a new one. A copy that was moved to another archive id is found by that id, but keeps its former key.
 */
export async function findCopy(
  { registry, newKey }: Pick<Mirror, 'registry' | 'newKey'>,
  identity: AccountIdentity,
): Promise<{ key: string; existing: AccountRow | undefined }> {
  // The origin is not compared, because a browser keeps separate databases for each origin.
  const rows = (await registry.accounts.toArray()).sort((left, right) => right.lastUsedAtMs - left.lastUsedAtMs);
  const existing = rows.find(({ archiveId, userId }) => archiveId === identity.archiveId && userId === identity.userId);
  const key = accountKeyOf(identity);
  return { existing, key: existing?.accountKey ?? (rows.some((row) => row.accountKey === key) ? `${key}|${newKey()}` : key) };
}
