// Opens the session at startup. With a copy on this device, the first frame needs no network. Of the four calls of SPEC §2, the ping is then
// sent here, and the documents are requested by useSession. Without a copy, the ping decides.
import type { Mirror } from '../mirror/database.ts';
import { firstFrameOf } from '../mirror/first-frame.ts';
import { databaseFailureOf, openDatabase, type DatabaseFailure } from '../mirror/open-database.ts';
import { openMirror } from '../mirror/open-mirror.ts';
import { findCurrentAccount, lockAccount, readSessionCount } from '../mirror/registry.ts';
import type { AccountRow } from '../mirror/rows.ts';
import { dropEarlyAnswers } from '../network/early-answers.ts';
import { backendStatusOf, type BackendStatus } from './check-backend.ts';
import type { LoadedAccount, SessionPorts } from './load-account.ts';
import { serverDocument, unlockCopy } from './unlock-copy.ts';

/**
 * `other-account`: the session now belongs to somebody else. Nothing may be pulled or sent; call openSession again. `full`: the session
 * belongs to somebody else, but this copy could not be locked, as on a full device; openSession would therefore open it again.
 */
export type SessionCheck = BackendStatus | 'other-account' | 'full';

export type FreshSession = ({ kind: 'opened' } & LoadedAccount) | { kind: Exclude<BackendStatus, 'online'> } | { kind: 'no-database'; reason: DatabaseFailure };

export type OpenedSession =
  /** The first frame comes from the device. Start pull and flush after `check` has settled, but not after `other-account` or `full`. */
  | { kind: 'copy'; mirror: Mirror; account: AccountRow; check: Promise<SessionCheck> }
  /** Nothing to show yet: `next` is in progress. Every failed outcome leads to /login/, except `no-database`. */
  | { kind: 'no-copy'; next: Promise<FreshSession> }
  /** No database can be opened. The user must be informed of this. */
  | { kind: 'no-database'; reason: DatabaseFailure };

export async function openSession(ports: SessionPorts): Promise<OpenedSession> {
  const { registry } = ports;
  if (!registry.isOpen()) {
    const openResult = await openDatabase(registry, ports.onDatabaseLost);
    if (!openResult.ok) return { kind: 'no-database', reason: openResult.error };
  }
  try {
    // The count is read first, so that `unlockAccount` does not write back a row that another tab has replaced since.
    const [sessionCount, account] = await Promise.all([readSessionCount(registry), findCurrentAccount(registry)]);
    if (account || sessionCount) dropEarlyAnswers();
    if (!account) return startFresh(ports, sessionCount);
    const openResult = await openMirror(ports, account);
    if (!openResult.ok) return { kind: 'no-database', reason: openResult.error };
    const storedKeys = firstFrameOf(openResult.value)?.documents.map(({ key }) => key) ?? [];
    const hasDocuments = storedKeys.includes('user-config') && storedKeys.includes('account');
    if (hasDocuments) return { kind: 'copy', mirror: openResult.value, account, check: checkSession(ports, openResult.value, account, sessionCount) };
    // The system deleted the account's data but left the registry. The start continues as if there had been no copy.
    openResult.value.db.close();
    return startFresh(ports, sessionCount);
  } catch (reason) {
    return { kind: 'no-database', reason: databaseFailureOf(reason) };
  }
}

function startFresh(ports: SessionPorts, sessionCount: number): OpenedSession {
  const next = finishDeletions(ports).then(() => openFromArchive(ports, sessionCount));
  return { kind: 'no-copy', next: next.catch((reason: unknown) => ({ kind: 'no-database', reason: databaseFailureOf(reason) })) };
}

/** Deletes databases marked for deletion. If the chunk cannot be fetched, a later start deletes them. */
async function finishDeletions(ports: SessionPorts): Promise<void> {
  if (!(await ports.registry.notes.where('key').startsWith('delete:').count())) return;
  await import('./logout.ts').then((chunk) => chunk.finishClearing(ports)).catch(() => undefined);
}

async function openFromArchive(ports: SessionPorts, sessionCount: number): Promise<FreshSession> {
  // The chunk is fetched in parallel with the ping. A start with a copy does not need it.
  const chunkImport = import('./load-account.ts').catch(() => null);
  const ping = await ports.api.ping();
  if (!ping.ok) return { kind: backendStatusOf(ping.error) };
  const chunk = await chunkImport;
  if (!chunk) return { kind: 'unreachable' };
  const loadResult = await chunk.loadAccount(ports, ping.value, sessionCount, ports.firstQueries);
  if (loadResult.ok) return { kind: 'opened', ...loadResult.value };
  return loadResult.error.kind === 'database' ? { kind: 'no-database', reason: loadResult.error.reason } : { kind: backendStatusOf(loadResult.error.error) };
}

async function checkSession({ api, clock }: SessionPorts, mirror: Mirror, account: AccountRow, sessionCount: number): Promise<SessionCheck> {
  const ping = await api.ping();
  if (!ping.ok) return backendStatusOf(ping.error);
  // If neither the answer nor the account's row has an archive id, the address alone identifies the archive.
  if (ping.value.user !== account.userId || ping.value.archiveId !== account.archiveId) {
    return lockAccount(mirror).then(
      () => 'other-account' as const,
      () => 'full' as const,
    );
  }
  // If a write fails, as on a full disk, sync starts all the same, and checks before each pass whose session it is.
  await mirror.db.documents.put(serverDocument(ping.value, clock.now())).catch(() => {});
  const isOpen = await unlockCopy(mirror, { ...account, lastUsedAtMs: clock.now() }, sessionCount).catch(() => true);
  return isOpen ? 'online' : 'other-account';
}
