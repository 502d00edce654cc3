// Creates an account on this device from a session that the archive confirmed: stores the documents in the account's own database, unlocks
// its row and locks every other account. Called after login and at a first start; a start with a copy does not load this chunk. A crash
// before the row is written leaves no account.
import type { WireAccount, WireAppSettings, WireUserConfig } from '../contract/names.ts';
import type { Locks } from '../lib/locks.ts';
import { failed, ok, type Result } from '../lib/result.ts';
import { databaseNameOf } from '../mirror/account-key.ts';
import type { FirstList, Mirror } from '../mirror/database.ts';
import { setFirstFrame, readFirstFrame } from '../mirror/first-frame.ts';
import { databaseFailureOf, type DatabaseFailure } from '../mirror/open-database.ts';
import { openMirror, type MirrorPorts } from '../mirror/open-mirror.ts';
import { findCopy } from '../mirror/find-copy.ts';
import { refoldPending } from '../mirror/fold-entities.ts';
import { settingsLane } from '../mirror/lanes.ts';
import { listKey, listQueryString, videoListFilters, type ListKeyParts, type VideoListFilters } from '../mirror/list-keys.ts';
import type { AccountDocument, AccountRow } from '../mirror/rows.ts';
import type { ApiError } from '../network/api-error.ts';
import type { Answer, ArchiveApi, Owner, PingAnswer } from '../network/archive-api.ts';
import { serverDocument, unlockCopy } from './unlock-copy.ts';

/** Storing the first lists delays the first frame at most this long. */
const maxStoreMs = 1_000;

export interface LoadedAccount {
  mirror: Mirror;
  account: AccountRow;
}

export interface SessionPorts extends MirrorPorts {
  api: ArchiveApi;
  locks: Locks;
  /** Makes a client that sends its requests for this account. */
  apiOf: (owner: Owner) => ArchiveApi;
  /** Called at a first start. Returns the lists of videos that the page shows first, so that they are requested before there is a database. */
  firstQueries?: FirstQueries;
  /** Imports src/sync/store-first-lists.ts, which stores the lists that are answered before the new account is shown. */
  importFirstLists?: () => Promise<{ storeFirstLists: (mirror: Mirror, api: ArchiveApi) => Promise<void> }>;
  /** The archive's origin as this page reaches it: location.origin. */
  origin: string;
  /** Called with the videos that a command has deleted from the archive, so that their saved copies are deleted too. */
  onDeleted?: (videoIds: readonly string[]) => void;
}

export type FirstQueries = (config: WireUserConfig) => (VideoListFilters & { page: number })[];

export type LoadFailure = { kind: 'api'; error: ApiError } | { kind: 'database'; reason: DatabaseFailure };

/**
 * Loads config, account and application settings with three parallel calls (SPEC §2). The account's database is opened meanwhile, because
 * on a slow device creating it takes as long as a call.
 *
 * @param sessionCount the registry's count before the ping; if somebody has signed in or out since, loading fails as signed out
 * @param firstQueries the lists of videos to request as soon as the config is known; their answers wait in the mirror
 */
export async function loadAccount(
  ports: SessionPorts,
  ping: PingAnswer,
  sessionCount: number,
  firstQueries?: FirstQueries,
): Promise<Result<LoadedAccount, LoadFailure>> {
  const { api, origin } = ports;
  const answers: DocumentAnswers = { config: api.getUserConfig(), user: api.getAccount(), settings: api.getAppSettings() };
  const { key, existing } = await findCopy(ports, { origin, archiveId: ping.archiveId, userId: ping.user });
  // Later requests get no early answer. The early requests are not aborted, because those of the documents above may be among them.
  if (existing) globalThis.earlyAnswers = undefined;
  // Lists are not requested early for an existing copy, because it may contain changes that are newer than the answers.
  const listRequests =
    firstQueries && !existing ? answers.config.then((config) => (config.ok ? requestLists(ports, ping, config.value, firstQueries) : null)) : null;
  const listsChunk = listRequests && ports.importFirstLists?.().catch(() => null); // fetched while the database is opened
  const copy = { ...existing, accountKey: key, databaseName: databaseNameOf(key) };
  const openResult = await openMirror(ports, copy);
  if (!openResult.ok) return failed({ kind: 'database', reason: openResult.error });
  const mirror = openResult.value;
  const result = await fillCopy(ports, ping, sessionCount, mirror, copy, answers).catch((reason: unknown) =>
    failed({ kind: 'database' as const, reason: databaseFailureOf(reason) }),
  );
  if (!result.ok) {
    mirror.db.close();
    return result;
  }
  const firstLists = await listRequests;
  if (!firstLists) return result;
  mirror.firstLists = firstLists;
  const whenStored = listsChunk?.then((chunk) => chunk?.storeFirstLists(mirror, ports.apiOf(result.value.account)));
  const timeout = new Promise<void>((resolve) => ports.clock.after(maxStoreMs, resolve));
  // Lists that cannot be stored now are stored or requested later by pull.
  await Promise.race([whenStored, timeout]).catch(console.warn);
  return result;
}

interface DocumentAnswers {
  config: Answer<WireUserConfig>;
  user: Answer<WireAccount>;
  settings: Answer<WireAppSettings>;
}

/** Stores the documents in the account's database, and unlocks the account. */
async function fillCopy(
  { clock }: SessionPorts,
  ping: PingAnswer,
  sessionCount: number,
  mirror: Mirror,
  copy: Pick<AccountRow, 'accountKey' | 'databaseName'>,
  answers: DocumentAnswers,
): Promise<Result<LoadedAccount, LoadFailure>> {
  const [config, user, settings] = await Promise.all([answers.config, answers.user, answers.settings]);
  if (!config.ok) return failed({ kind: 'api', error: config.error });
  if (!user.ok) return failed({ kind: 'api', error: user.error });
  if (user.value.id !== ping.user) return failed({ kind: 'api', error: signedOut });
  const nowMs = clock.now();
  const account: AccountRow = {
    ...copy,
    archiveId: ping.archiveId,
    userId: user.value.id,
    name: user.value.name,
    isStaff: user.value.is_staff || user.value.is_superuser,
    isLocked: 0,
    lastUsedAtMs: nowMs,
  };
  const documents: AccountDocument[] = [
    { key: 'user-config', value: config.value, fetchedAtMs: nowMs },
    { key: 'account', value: user.value, fetchedAtMs: nowMs },
    serverDocument(ping, nowMs),
    // Few application settings matter to non-staff users, so the app works without them.
    ...(settings.ok ? [{ key: 'app-settings', value: settings.value, fetchedAtMs: nowMs } as const] : []),
  ];
  await clearLeftovers(mirror, account);
  const { db } = mirror;
  await db.transaction('rw', [db.documents, db.outbox, db.folded], async () => {
    await db.documents.bulkPut(documents);
    await refoldPending(db, [settingsLane]); // a kept copy may contain unsent settings
  });
  setFirstFrame(mirror, await readFirstFrame(mirror));
  return (await unlockCopy(mirror, account, sessionCount)) ? ok({ mirror, account }) : failed({ kind: 'api', error: signedOut });
}

/** Requests lists of videos for a copy that is being created. Null stands for an answer that cannot be used; pull then requests the list. */
function requestLists({ apiOf, clock }: SessionPorts, ping: PingAnswer, config: WireUserConfig, firstQueries: FirstQueries): NonNullable<Mirror['firstLists']> {
  const api = apiOf({ userId: ping.user, archiveId: ping.archiveId });
  // No change has been confirmed in the new copy yet, so every change that is confirmed from now on is newer than these answers.
  const requestTime = { atMs: clock.now(), asOf: 0 };
  const requestList = async (list: ListKeyParts): Promise<FirstList | null> => {
    const answer = await api.call(`/api/video/?${listQueryString(list)}`, (body) => body);
    return answer.ok ? { key: listKey(list), body: answer.value, requestTime } : null;
  };
  return new Map(
    firstQueries(config).map(({ page, ...filters }) => {
      const list: ListKeyParts = { endpoint: 'videos', filters: videoListFilters(filters), pageSize: config.page_size, page };
      return [listQueryString(list), requestList(list)];
    }),
  );
}

/** The session that the ping reported has ended. */
const signedOut: ApiError = { kind: 'forbidden', message: null };

/** Empties a database that is still marked for deletion ("Clear this device"), so that the same user signing in again finds nothing. */
async function clearLeftovers({ db, registry, clock }: Mirror, { accountKey, databaseName }: AccountRow): Promise<void> {
  const note = await registry.notes.get(`delete:${databaseName}`);
  if (!note) return;
  // Imported only when needed, because every first visit waits for the chunk of this file. Saved videos that cannot be deleted now are not
  // deleted later either, because the note is removed below.
  const chunk = await import('./clear-saved.ts').catch(() => null);
  await chunk?.clearSaved(accountKey, clock, async () => true);
  await db.transaction('rw', db.tables, async () => {
    for (const table of db.tables) await table.clear();
  });
  await registry.notes.delete(note.key);
}
