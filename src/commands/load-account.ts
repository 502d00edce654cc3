// Creates an account on this device from a session that the archive confirmed: stores the documents in the account's own database, unlocks
// its row and locks every other account. Called after login and at a first start; a start with a copy does not load this chunk. A crash
// before the row is written leaves no account.
import type { Locks } from '../lib/locks.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import { databaseNameOf } from '../mirror/account-key.ts';
import type { Mirror } from '../mirror/database.ts';
import { setFirstFrame, readFirstFrame } from '../mirror/first-frame.ts';
import { databaseFailureOf, type DatabaseFailure } from '../mirror/open-database.ts';
import { openMirror, type MirrorPorts } from '../mirror/open-mirror.ts';
import { findCopy } from '../mirror/find-copy.ts';
import type { AccountDocument, AccountRow } from '../mirror/rows.ts';
import type { ApiError } from '../network/api-error.ts';
import type { ArchiveApi, PingAnswer } from '../network/archive-api.ts';
import { serverDocument, unlockCopy } from './unlock-copy.ts';

export interface LoadedAccount {
  mirror: Mirror;
  account: AccountRow;
}

export interface SessionPorts extends MirrorPorts {
  api: ArchiveApi;
  locks: Locks;
  /** The archive's origin as this page reaches it: location.origin. */
  origin: string;
  /** Called with the videos that a command has deleted from the archive, so that their saved copies are deleted too. */
  onDeleted?: (videoIds: readonly string[]) => void;
}

export type LoadFailure = { kind: 'api'; error: ApiError } | { kind: 'database'; reason: DatabaseFailure };

/**
 * Loads config, account and application settings with three parallel calls (SPEC §2).
 *
 * @param sessionCount the registry's count before the ping; if somebody has signed in or out since, loading fails as signed out
 */
export async function loadAccount(ports: SessionPorts, ping: PingAnswer, sessionCount: number): Promise<Result<LoadedAccount, LoadFailure>> {
  const { api, clock, origin } = ports;
  const [config, user, settings] = await Promise.all([api.getUserConfig(), api.getAccount(), api.getAppSettings()]);
  if (!config.ok) return failed({ kind: 'api', error: config.error });
  if (!user.ok) return failed({ kind: 'api', error: user.error });
  if (user.value.id !== ping.user) return failed({ kind: 'api', error: signedOut });
  const nowMs = clock.now();
  const { key, existing } = await findCopy(ports, { origin, archiveId: ping.archiveId, userId: user.value.id });
  const account: AccountRow = {
    ...existing,
    accountKey: key,
    databaseName: databaseNameOf(key),
    archiveId: ping.archiveId,
    userId: user.value.id,
    name: user.value.name,
    isStaff: user.value.is_staff || user.value.is_superuser,
    isLocked: 0,
    lastUsedAtMs: nowMs,
  };
  const openResult = await openMirror(ports, account);
  if (!openResult.ok) return failed({ kind: 'database', reason: openResult.error });
  const mirror = openResult.value;
  const { db } = mirror;
  const documents: AccountDocument[] = [
    { key: 'user-config', value: config.value, fetchedAtMs: nowMs },
    { key: 'account', value: user.value, fetchedAtMs: nowMs },
    serverDocument(ping, nowMs),
    // Few application settings matter to non-staff users, so the app works without them.
    ...(settings.ok ? [{ key: 'app-settings', value: settings.value, fetchedAtMs: nowMs } as const] : []),
  ];
  try {
    await clearLeftovers(mirror, account);
    await db.documents.bulkPut(documents);
    setFirstFrame(mirror, await readFirstFrame(mirror));
    if (await unlockCopy(mirror, account, sessionCount)) return ok({ mirror, account });
    db.close();
    return failed({ kind: 'api', error: signedOut });
  } catch (reason) {
    db.close();
    return failed({ kind: 'database', reason: databaseFailureOf(reason) });
  }
}

/** The session that the ping reported has ended. */
const signedOut: ApiError = { kind: 'forbidden', message: null };

/** Empties a database that is still marked for deletion ("Clear this device"), so that the same user signing in again finds nothing. */
async function clearLeftovers({ db, registry }: Mirror, { databaseName }: AccountRow): Promise<void> {
  const note = await registry.notes.get(`delete:${databaseName}`);
  if (!note) return;
  await db.transaction('rw', db.tables, async () => {
    for (const table of db.tables) await table.clear();
  });
  await registry.notes.delete(note.key);
}
