// All changes that have not reached the archive, read once, for a file that the user can keep before they are discarded.
import type { Mirror } from '../mirror/database.ts';
import type { AccountRow, OutboxRow } from '../mirror/rows.ts';
import type { MutationKinds } from '../mirror/mutation-kinds.ts';

export interface UnsentChange extends Pick<OutboxRow, 'mutation' | 'subject' | 'createdAtMs'> {
  isOfOtherVersion: boolean;
}

export interface Unsent {
  account: Pick<AccountRow, 'name' | 'archiveId'>;
  changes: UnsentChange[];
}

export function unsentOf(account: Unsent['account'], rows: readonly OutboxRow[], kinds: MutationKinds): Unsent {
  const changes = rows.map(({ mutation, subject, createdAtMs }) => ({ mutation, subject, createdAtMs, isOfOtherVersion: kinds.of(mutation) === null }));
  return { account, changes };
}

/** The unsent changes of the open account, including deferred positions. */
export async function readUnsent({ db, registry, accountKey }: Mirror): Promise<Unsent> {
  const [account, rows] = await Promise.all([registry.accounts.get(accountKey), db.outbox.orderBy(':id').toArray()]);
  return unsentOf(account ?? { name: '', archiveId: null }, rows, db.kinds);
}
