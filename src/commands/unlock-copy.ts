// The last steps of every start, with a copy or without, once the archive has confirmed the session.
import type { Mirror } from '../mirror/database.ts';
import { unlockSending } from '../mirror/fence.ts';
import { lockOtherCopies, unlockAccount } from '../mirror/registry.ts';
import type { AccountDocument, AccountRow } from '../mirror/rows.ts';
import type { PingAnswer } from '../network/archive-api.ts';

/**
 * Unlocks the account, after locking every other copy. Resolves to false if somebody has signed in or out meanwhile.
 *
 * @param sessionCount the registry's count before the ping
 */
export async function unlockCopy(mirror: Mirror, account: AccountRow, sessionCount: number): Promise<boolean> {
  const { registry, db } = mirror;
  await lockOtherCopies(registry, db.kinds, account.accountKey);
  if (!(await unlockAccount(registry, account, sessionCount))) return false;
  await unlockSending(db);
  return true;
}

/**
 * The embedded server sends as `version` the version of TubeArchivist that it is compatible with. The server's own version, which the
 * footer shows, is `stowaway_version`.
 */
export function serverDocument(ping: PingAnswer, nowMs: number): Extract<AccountDocument, { key: 'server' }> {
  const update = ping.ta_update ? { version: ping.ta_update.version, isBreaking: ping.ta_update.is_breaking } : null;
  return { key: 'server', value: { version: ping.stowaway_version ?? ping.version, update, startTimestamp: ping.startTimestamp }, fetchedAtMs: nowMs };
}
