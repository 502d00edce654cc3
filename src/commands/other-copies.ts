// Copies of the same user on this device that belong to another archive id, because the archive has started to send an id or its id has
// changed (docs/decisions/217). Recognises the archive by a sample of the copy's ids, and moves the copy. Loaded when the page is idle.
import { failed, ok, type Result } from '../lib/result.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { dropRows } from '../mirror/drop-rows.ts';
import { lockSending, readFence, unlockSending } from '../mirror/fence.ts';
import type { StoredOutboxRow } from '../mirror/fold.ts';
import { separateCopiesKey, withCopyDatabase } from '../mirror/lock-copies.ts';
import { databaseFailureOf } from '../mirror/open-database.ts';
import { withOutbox } from '../mirror/outbox.ts';
import { incrementSessionCount } from '../mirror/registry.ts';
import type { AccountRow } from '../mirror/rows.ts';
import type { CallApi } from '../network/archive-api.ts';
import { createReadApi } from '../network/read-api.ts';

export interface OtherCopy {
  account: AccountRow;
  /** The copy's whole outbox, of which nothing is sent while the copy is locked. */
  changes: readonly StoredOutboxRow[];
  /** Whether the user has chosen to keep this copy separate from the open one. */
  isKeptSeparate: boolean;
}

/** How many ids of a copy exist in the archive. `isSame`: whether the sample shows that this archive is the copy's own. */
export interface SampleResult {
  sampledCount: number;
  foundCount: number;
  isSame: boolean;
}

/**
 * - `unsent`: the open copy has unsent changes, which must be sent first
 * - `saved`: the open copy has saved videos, policies or trips
 * - `full`: no space on the device
 * - `changed`: the copies have changed since the offer; the next start checks again
 */
export type MoveFailure = 'unsent' | 'saved' | 'full' | 'changed';

const sampleSize = 12;
/**
 * The share of the sample that must exist in the archive. Not all ids must exist, because a copy also contains videos that the archive has
 * deleted since. More than half must exist, because two archives that follow the same channels share many ids.
 */
const minMatchShare = 0.75;

/** Locked copies of the same user, identified by id and name, because a new archive may assign the same id to another user. */
export async function readOtherCopies({ db, registry, accountKey }: Mirror): Promise<OtherCopy[]> {
  const currentAccount = await registry.accounts.get(accountKey);
  if (!currentAccount) return [];
  const copies: OtherCopy[] = [];
  for (const account of await registry.accounts.toArray()) {
    const isSamePerson = account.userId === currentAccount.userId && account.name.toLowerCase() === currentAccount.name.toLowerCase();
    if (account.isLocked === 0 || !isSamePerson || account.accountKey === accountKey) continue;
    const changes = await withCopyDatabase(db.kinds, account, (copy) => copy.outbox.orderBy(':id').toArray());
    if (changes) copies.push({ account, changes, isKeptSeparate: (await registry.notes.get(separateCopiesKey(accountKey, account.accountKey))) !== undefined });
  }
  return copies;
}

/** Requests a sample of the copy's ids from the archive. Resolves to null if the copy did not open or an answer was missing. */
export async function compareSample({ db }: Mirror, api: CallApi, account: AccountRow): Promise<SampleResult | null> {
  const sampledIds = await withCopyDatabase(db.kinds, account, sampleIds);
  if (!sampledIds) return null;
  const sampledCount = sampledIds.videoIds.length + sampledIds.channelIds.length;
  const minMatches = Math.ceil(sampledCount * minMatchShare);
  const readApi = createReadApi(api);
  const calls = [...sampledIds.videoIds.map((id) => () => readApi.getVideo(id)), ...sampledIds.channelIds.map((id) => () => readApi.getChannel(id))];
  let foundCount = 0;
  for (const [requestedCount, call] of calls.entries()) {
    // Even if the archive has all remaining ids, the required number is out of reach.
    if (foundCount + sampledCount - requestedCount < minMatches) break;
    const answer = await call();
    if (answer.ok) foundCount += 1;
    else if (answer.error.kind !== 'not-found') return null;
  }
  return { sampledCount, foundCount, isSame: sampledCount > 0 && foundCount >= minMatches };
}

/**
 * Videos spread evenly over the copy's whole history, so that the result does not depend on one channel that both archives follow. If there
 * are too few videos, channels are added.
 */
async function sampleIds(db: MirrorDatabase): Promise<{ videoIds: string[]; channelIds: string[] }> {
  const allIds = await db.videoCards.orderBy('downloadedAt').reverse().primaryKeys();
  const count = Math.min(allIds.length, sampleSize);
  const videoIds = allIds.filter((_id, index) => Math.floor((index * count) / allIds.length) > Math.floor(((index - 1) * count) / allIds.length));
  const channelIds = await db.channels.limit(sampleSize - videoIds.length).primaryKeys();
  return { videoIds, channelIds };
}

export async function declineMove({ registry, accountKey }: Mirror, otherAccount: AccountRow): Promise<void> {
  await registry.notes.put({ key: separateCopiesKey(accountKey, otherAccount.accountKey) });
}

/** Drops all changes of a locked copy, which then shows the archive's last state. */
export async function discardChangesOf({ db }: Mirror, otherAccount: AccountRow): Promise<boolean> {
  const result = await withCopyDatabase(db.kinds, otherAccount, (copy) => withOutbox(copy, async () => dropRows(copy, await copy.outbox.toArray())));
  return result !== null;
}

/**
 * The other copy becomes the copy of the open account's archive, with its changes and everything saved under its key; the open copy is
 * deleted. The move is a single registry transaction: before it nothing has changed, and after it every start opens the moved copy. The
 * page has to be reloaded.
 *
 * @param hasSaved whether anything is saved under the open copy's key, which would be lost with it
 */
export async function moveCopy(mirror: Mirror, otherAccount: AccountRow, hasSaved: () => Promise<boolean>): Promise<Result<void, MoveFailure>> {
  const { db } = mirror;
  let isLockedHere = false;
  try {
    if (await hasSaved()) return failed('saved');
    // Anything written after this check is found before the database is deleted (finishClearing).
    const refusal = await db.transaction('rw', [db.outbox, db.documents], async (): Promise<MoveFailure | null> => {
      // Somebody is signing in, in another tab.
      if ((await readFence(db)).isLocked) return 'changed';
      if ((await db.outbox.count()) > 0) return 'unsent';
      await lockSending(db);
      return null;
    });
    if (refusal) return failed(refusal);
    isLockedHere = true;
    if (await replaceOpenCopy(mirror, otherAccount)) return ok(undefined);
    await resumeSending(mirror);
    return failed('changed');
  } catch (reason) {
    console.warn('The copy could not be moved', reason);
    // If sending cannot be unlocked now, the next start unlocks it.
    if (isLockedHere) await resumeSending(mirror).catch(() => undefined);
    return failed(databaseFailureOf(reason) === 'full' ? 'full' : 'changed');
  }
}

/** Does nothing if the account was locked meanwhile, because the session may be another user's. */
async function resumeSending({ db, registry, accountKey }: Mirror): Promise<void> {
  if ((await registry.accounts.get(accountKey))?.isLocked === 0) await unlockSending(db);
}

function replaceOpenCopy({ registry, accountKey, clock }: Mirror, otherAccount: AccountRow): Promise<boolean> {
  return registry.transaction('rw', [registry.accounts, registry.notes], async () => {
    const [currentAccount, copy] = await registry.accounts.bulkGet([accountKey, otherAccount.accountKey]);
    if (currentAccount?.isLocked !== 0 || copy?.isLocked !== 1 || copy.archiveId !== otherAccount.archiveId) return false;
    const { archiveId, name, isStaff } = currentAccount;
    const picturesOf = copy.picturesOf === undefined ? copy.archiveId : copy.picturesOf;
    await registry.accounts.put({ ...copy, archiveId, picturesOf, name, isStaff, isLocked: 0, lastUsedAtMs: clock.now() });
    await registry.accounts.delete(accountKey);
    const { databaseName } = currentAccount;
    await registry.notes.put({ key: `delete:${databaseName}`, databaseName, account: currentAccount, heir: copy.accountKey });
    // Without this increment, a tab whose ping is already under way would write back the copy's former row.
    await incrementSessionCount(registry);
    return true;
  });
}
