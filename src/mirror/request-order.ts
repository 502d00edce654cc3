// Recognizes answers that were requested before a change was confirmed or an item was deleted, because such an answer would undo the change
// or restore the item. Uses a counter stored in the copy, because clocks jump and the tabs of a browser share one copy.
import type { Clock } from '../lib/clock.ts';
import type { MirrorDatabase } from './database.ts';
import type { ListEndpoint } from './list-keys.ts';
import type { RequestTime, Deletion } from './rows.ts';

export type DeletionKey = `${ListEndpoint}:${string}`;

/** Present servers refresh their search index once a second, so a list requested this soon after a change may still show the old state. */
const listsLagMs = 1_500;

/** How many deleted keys are remembered. During one request, more are deleted only with a large channel or playlist. */
const maxDeletions = 1_000;

/** To be called before the request leaves. */
export async function readRequestTime({ db, clock }: { db: MirrorDatabase; clock: Clock }): Promise<RequestTime> {
  return { atMs: clock.now(), asOf: await readCount(db) };
}

async function readCount({ documents }: MirrorDatabase): Promise<number> {
  const document = await documents.get('confirmations');
  return document?.key === 'confirmations' ? document.value.count : 0;
}

/**
 * Counts a confirmation and returns its number. Requests made before the confirmation count as older. Call inside a transaction over
 * `documents`.
 */
export async function countConfirmation(db: MirrorDatabase): Promise<number> {
  const count = (await readCount(db)) + 1;
  await db.documents.put({ key: 'confirmations', value: { count }, fetchedAtMs: 0 });
  return count;
}

/** Counts a deletion, and records the deleted keys. Call inside a transaction over `documents`. */
export async function recordDeletion(db: MirrorDatabase, atMs: number, keys: readonly DeletionKey[]): Promise<void> {
  const asOf = await countConfirmation(db);
  const deletions = new Map(Object.entries(await readDeletions(db)));
  for (const key of keys) {
    // The key moves to the end, because the newest deletions are kept.
    deletions.delete(key);
    deletions.set(key, { asOf, atMs });
  }
  // A deletion is kept as a whole while one of its items is among the newest, because a channel may have more videos than the limit.
  const allDeletions = [...deletions];
  const oldestAsOf = allDeletions.at(-maxDeletions)?.[1].asOf ?? 0;
  const newestDeletions = allDeletions.filter(([, deletion]) => deletion.asOf >= oldestAsOf);
  await db.documents.put({ key: 'deletions', value: Object.fromEntries(newestDeletions), fetchedAtMs: 0 });
}

async function readDeletions({ documents }: MirrorDatabase): Promise<Record<string, Deletion>> {
  const document = await documents.get('deletions');
  return document?.key === 'deletions' ? document.value : {};
}

/**
 * Returns a function that tells whether an item was deleted after the answer was requested, or so shortly before that a list may still have
 * contained it.
 */
export async function readDeletionTest(db: MirrorDatabase, requestTime: RequestTime): Promise<(key: DeletionKey) => boolean> {
  const deletions = await readDeletions(db);
  return (key) => {
    const deletion = deletions[key];
    return deletion !== undefined && (requestTime.asOf < deletion.asOf || isWithinLag(deletion.atMs, requestTime.atMs));
  };
}

/** Leaves out deleted items of an answer (see `readDeletionTest`). `keysOf`: an item counts as deleted if any of these keys was deleted. */
export async function withoutDeleted<Item>(
  db: MirrorDatabase,
  requestTime: RequestTime,
  items: Item[],
  keysOf: (item: Item) => readonly DeletionKey[],
): Promise<Item[]> {
  const isDeleted = await readDeletionTest(db, requestTime);
  return items.filter((item) => !keysOf(item).some(isDeleted));
}

/** Whether the stored row is newer than an answer requested at `requestTime`. */
export function isNewer(row: { asOf?: number } | undefined, requestTime: RequestTime): boolean {
  return (row?.asOf ?? 0) > requestTime.asOf;
}

/** Whether a list requested at `requestTime` may replace the stored row. */
export function mayReplace(row: { asOf?: number; confirmedAtMs?: number } | undefined, requestTime: RequestTime): boolean {
  return !isNewer(row, requestTime) && !isWithinLag(row?.confirmedAtMs, requestTime.atMs);
}

/** Whether a list requested at `requestedAtMs` may lack the confirmed change, because lists lag. */
function isWithinLag(confirmedAtMs: number | undefined, requestedAtMs: number): boolean {
  if (confirmedAtMs === undefined) return false;
  const sinceConfirmationMs = requestedAtMs - confirmedAtMs;
  return sinceConfirmationMs >= 0 && sinceConfirmationMs < listsLagMs;
}
