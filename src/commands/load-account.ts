// A session the archive has confirmed → an account on this device: its documents in its own database, its row unlocked,
// every other locked. Called after login and at a first start. A crash before the row leaves no account.
import type { Locks } from '../lib/locks.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import { accountKeyOf, databaseNameOf } from '../mirror/account-key.ts';
import type { Mirror } from '../mirror/database.ts';
import { unlockSending } from '../mirror/fence.ts';
import { keepFirstFrame, readFirstFrame } from '../mirror/first-frame.ts';
import { databaseFailureOf, type DatabaseFailure } from '../mirror/open-database.ts';
import { openMirror, type MirrorPorts } from '../mirror/open-mirror.ts';
import { lockOtherCopies, unlockAccount } from '../mirror/registry.ts';
import type { AccountDocument, AccountRow } from '../mirror/rows.ts';
import type { ApiError } from '../network/api-error.ts';
import type { ArchiveApi, PingAnswer } from '../network/archive-api.ts';

export interface LoadedAccount {
  mirror: Mirror;
  account: AccountRow;
}

export interface SessionPorts extends MirrorPorts {
  api: ArchiveApi;
  locks: Locks;
  /** Of the archive as this page reaches it: location.origin. */
  origin: string;
  /** Videos that a person here deleted at the archive: what this device keeps of them goes, too. */
  onDeleted?: (videoIds: readonly string[]) => void;
}

export type LoadFailure = { kind: 'api'; error: ApiError } | { kind: 'database'; reason: DatabaseFailure };

/**
 * Three calls at once: config, account and application settings (SPEC §2).
 *
 * @param session the registry's count before the ping; where somebody has signed in or out since, it fails as signed out
 */
export async function loadAccount(ports: SessionPorts, ping: PingAnswer, session: number): Promise<Result<LoadedAccount, LoadFailure>> {
  const { api, clock, origin } = ports;
  const [config, user, settings] = await Promise.all([api.getUserConfig(), api.getAccount(), api.getAppSettings()]);
  if (!config.ok) return failed({ kind: 'api', error: config.error });
  if (!user.ok) return failed({ kind: 'api', error: user.error });
  if (user.value.id !== ping.user) return failed({ kind: 'api', error: signedOut });
  const now = clock.now();
  const accountKey = accountKeyOf({ origin, archiveId: ping.archiveId, userId: user.value.id });
  const account: AccountRow = {
    accountKey,
    databaseName: databaseNameOf(accountKey),
    archiveId: ping.archiveId,
    userId: user.value.id,
    name: user.value.name,
    isStaff: user.value.is_staff || user.value.is_superuser,
    isLocked: 0,
    lastUsedAtMs: now,
  };
  const opened = await openMirror(ports, account);
  if (!opened.ok) return failed({ kind: 'database', reason: opened.error });
  const mirror = opened.value;
  const { db } = mirror;
  const documents: AccountDocument[] = [
    { key: 'user-config', value: config.value, fetchedAtMs: now },
    { key: 'account', value: user.value, fetchedAtMs: now },
    serverDocument(ping, now),
    // Only a few of these matter to someone who is not staff: without them the app goes on.
    ...(settings.ok ? [{ key: 'app-settings', value: settings.value, fetchedAtMs: now } as const] : []),
  ];
  try {
    await finishClearing(mirror, account);
    await db.documents.bulkPut(documents);
    keepFirstFrame(mirror, await readFirstFrame(mirror));
    if (await unlockFor(mirror, account, session)) return ok({ mirror, account });
    db.close();
    return failed({ kind: 'api', error: signedOut });
  } catch (reason) {
    db.close();
    return failed({ kind: 'database', reason: databaseFailureOf(reason) });
  }
}

/** The session that the ping told of is over. */
const signedOut: ApiError = { kind: 'forbidden', message: null };

/** Every other copy is locked first. False: somebody has signed in or out since the archive was asked. */
export async function unlockFor(mirror: Mirror, account: AccountRow, session: number): Promise<boolean> {
  const { registry, db } = mirror;
  await lockOtherCopies(registry, db.kinds, account.accountKey);
  if (!(await unlockAccount(registry, account, session))) return false;
  await unlockSending(db);
  return true;
}

/** The embedded server's `version` names the TubeArchivist that it speaks like; its own, as the footer shows it, is a key beside it. */
export function serverDocument(ping: PingAnswer, nowMs: number): Extract<AccountDocument, { key: 'server' }> {
  const update = ping.ta_update ? { version: ping.ta_update.version, isBreaking: ping.ta_update.is_breaking } : null;
  return { key: 'server', value: { version: ping.stowaway_version ?? ping.version, update, startTimestamp: ping.startTimestamp }, fetchedAtMs: nowMs };
}

/** "Clear this device" that another tab had blocked: the same person signs in again, and must find nothing. */
async function finishClearing({ db, registry }: Mirror, { databaseName }: AccountRow): Promise<void> {
  const note = await registry.notes.get(`delete:${databaseName}`);
  if (!note) return;
  await db.transaction('rw', db.tables, async () => {
    for (const table of db.tables) await table.clear();
  });
  await registry.notes.delete(note.key);
}
