// The outbox: changes that the archive does not know yet. Called by the mutations, the commands and src/sync. Each append is one
// transaction over the rows and their fold. The row is on disk when the promise of the append resolves, so it survives a crash of the tab,
// the browser or the machine. Rows are ordered by sequence, never by a clock. Knows nothing of HTTP.
import { isDeepEqual } from '../lib/keep-identity.ts';
import type { Mirror, MirrorDatabase } from './database.ts';
import {
  foldWatchState,
  foldTables,
  baseStateOf,
  isFolded,
  outboxRowsByVideo,
  refold,
  unwatchedState,
  findConcernedVideos,
  type StoredOutboxRow,
  type WatchStateChange,
} from './fold.ts';
import { refoldEntities } from './fold-entities.ts';
import { concernOf, isSameMergeKey, isWideMark, kindOf, videoOf, type MutationKinds } from './mutation-kinds.ts';
import type { Lane, Mutation, OutboxRow, OutboxState, UndoRow, WatchState } from './rows.ts';
import { retryWrite } from './retry-write.ts';

export interface Change<M extends Mutation = Mutation> {
  mutation: M;
  /** The title or name of the changed item, for the sync sheet. */
  subject: string;
  /** Delay before sending: the time in which the change can be undone. */
  dueInMs?: number;
  /** Whether the change is sent only when a later change waits behind it, or when no newer change has replaced it for `dueInMs`. */
  isDeferred?: boolean;
  /** Whether a request for the change has already left, so that the archive's state is read before the change is sent again. */
  isSent?: boolean;
}

/** The outcome of an append, as its undo needs it. */
export type AppendResult = Pick<UndoRow, 'row' | 'replaced' | 'states'>;

export function laneOf({ kinds }: MirrorDatabase, mutation: Mutation): Lane {
  return kindOf(kinds, mutation).lane(mutation);
}

/**
 * Whether the row may still be changed or removed. Once its request has left, it may not: the answer would be taken for the answer to the
 * new change.
 */
export function isReplaceable({ state }: OutboxRow): boolean {
  return state.name === 'held' || state.name === 'parked' || (state.name === 'waiting' && state.outcome === undefined);
}

/** Runs `work` in a transaction over everything that a change touches; durable when the promise resolves. */
export function withOutbox<Value>(db: MirrorDatabase, work: () => Promise<Value>): Promise<Value> {
  return retryWrite(() => db.transaction('rw', foldTables(db), work));
}

/** Like `withOutbox`, but only over the tables that changes of single videos touch, so that they do not wait for writes to the others. */
export function withVideoTables<Value>(db: MirrorDatabase, work: () => Promise<Value>): Promise<Value> {
  return retryWrite(() => db.transaction('rw', [db.outbox, db.watchStates, db.videoCards, db.playlists], work));
}

/** Appends a change of watch state; for all others see outbox-entities.ts. */
export function appendChange<M extends Mutation>(mirror: Mirror, change: Change<M>, rowChange: WatchStateChange = {}): Promise<AppendResult> {
  const { db } = mirror;
  const videoId = videoOf(db.kinds, change.mutation);
  return (videoId === null ? withOutbox : withVideoTables)(db, async () => {
    const videoIds = await findConcernedVideos(db, change);
    const statesBefore = await shownStates(db, videoIds);
    const appendResult = videoId === null ? await appendWide(mirror, change) : await appendForVideo(mirror, change, videoId);
    // The row change of a single video is written even when nothing is left to send.
    await refold(db, videoIds, () => (videoId === null ? {} : rowChange));
    if (videoId === null) await refoldEntities(db, [laneOf(db, change.mutation)]);
    const statesAfter = await shownStates(db, videoIds);
    const states = [...statesBefore].flatMap(([id, shown]) => (isDeepEqual(shown, statesAfter.get(id)) ? [] : [{ videoId: id, before: shown }]));
    return { ...appendResult, states };
  });
}

async function shownStates(db: MirrorDatabase, videoIds: string[]): Promise<Map<string, WatchState>> {
  const rows = await db.watchStates.bulkGet(videoIds);
  return new Map(videoIds.map((videoId, index) => [videoId, rows[index]?.shown ?? unwatchedState]));
}

async function appendWide(mirror: Mirror, change: Change): Promise<Omit<AppendResult, 'states'>> {
  const { db, clock } = mirror;
  const lane = laneOf(db, change.mutation);
  const rows = await db.outbox.orderBy(':id').toArray();
  const lastOf = (predicate: (row: StoredOutboxRow) => boolean) => rows.findLast(predicate)?.sequence ?? 0;
  // A mark made before a change of the playlist's members is not replaced, because it concerns the members that the playlist had then.
  const lastMembersChange = lastOf((row) => row.lane === lane && db.kinds.of(row.mutation)?.refolds !== undefined);
  // A mark is also kept if changes of watch state in other lanes follow it. Otherwise an undo could restore the mark after those were sent,
  // in the wrong order.
  const lastOtherMark = lastOf((row) => row.lane !== lane && concernOf(db.kinds, row.mutation) !== null);
  const sameKeyRows = rows.filter((row) => row.sequence > lastMembersChange && isReplaceable(row) && isSameMergeKey(db.kinds, row.mutation, change.mutation));
  const replaced = sameKeyRows.filter((row) => row.sequence > lastOtherMark || row.state.name === 'parked');
  await db.outbox.bulkDelete(replaced.map((row) => row.sequence));
  const row = newRow(mirror, change, null, clock.now() + (change.dueInMs ?? 0));
  return { row: { sequence: await db.outbox.add(row), idempotencyKey: row.idempotencyKey }, replaced };
}

async function appendForVideo(mirror: Mirror, change: Change, videoId: string): Promise<Omit<AppendResult, 'states'>> {
  const { db } = mirror;
  const rows = (await outboxRowsByVideo(db, [videoId])).get(videoId) ?? [];
  const existingRow = await db.watchStates.get(videoId);
  const baseState = existingRow ? baseStateOf(existingRow) : unwatchedState;
  // A change before a mark of its channel or playlist is not replaced. Otherwise an undo could restore the change after the mark was sent,
  // in the wrong order.
  const lastWideMark = rows.findLast((row) => isWideMark(db.kinds, row.mutation))?.sequence ?? 0;
  const replaceableRows = rows.filter((row) => isReplacedBy(db.kinds, row, change.mutation));
  const replaced = replaceableRows.filter((row) => row.sequence > lastWideMark || row.state.name === 'parked');
  const remainingRows = rows.filter((row) => !replaced.includes(row));
  const remainingState = foldWatchState(
    db.kinds,
    baseState,
    remainingRows.filter(isFolded).map(({ mutation }) => mutation),
  );
  await db.outbox.bulkDelete(replaced.map((row) => row.sequence));
  const isGone = replaced.some((row) => row.state.name === 'parked' && row.state.reason === 'gone');
  // The remaining rows give the same state, so the changes cancel out.
  if (!isGone && isSameWithinSecond(foldWatchState(db.kinds, remainingState, [change.mutation]), remainingState)) return { row: null, replaced };
  const firstReplacedRow = replaced.find(isFolded);
  const lastReplacedRow = replaced.at(-1);
  const areReplacedLast = firstReplacedRow !== undefined && remainingRows.every((row) => row.sequence < firstReplacedRow.sequence);
  const row = continuedRow(mirror, change, areReplacedLast ? firstReplacedRow.base : remainingState, lastReplacedRow);
  if (!areReplacedLast || !lastReplacedRow) return { row: { sequence: await db.outbox.add(row), idempotencyKey: row.idempotencyKey }, replaced };
  await db.outbox.put({ ...row, sequence: lastReplacedRow.sequence });
  return { row: { sequence: lastReplacedRow.sequence, idempotencyKey: row.idempotencyKey }, replaced };
}

function isReplacedBy(kinds: MutationKinds, row: OutboxRow, mutation: Mutation): boolean {
  const kind = kindOf(kinds, mutation);
  return isReplaceable(row) && row.lane === kind.lane(mutation) && kind.watch?.replaces?.(row.mutation) === true;
}

function isSameWithinSecond(left: WatchState, right: WatchState): boolean {
  if (left.isWatched !== right.isWatched || (left.positionSeconds === null) !== (right.positionSeconds === null)) return false;
  return Math.abs((left.positionSeconds ?? 0) - (right.positionSeconds ?? 0)) < 1;
}

function staysGone({ db }: Mirror, mutation: Mutation): boolean {
  return kindOf(db.kinds, mutation).watch?.staysGone === true;
}

/** The row of a change that replaces `replacedRow`: a new request with the age and the waiting time of the replaced row. */
function continuedRow(mirror: Mirror, change: Change, base: WatchState | null, replacedRow: StoredOutboxRow | undefined): OutboxRow {
  const now = mirror.clock.now();
  const row = newRow(mirror, change, base, now + (change.dueInMs ?? 0));
  if (!replacedRow) return row;
  row.revision = replacedRow.revision + 1;
  row.createdAtMs = replacedRow.createdAtMs;
  if (replacedRow.state.name === 'parked' && replacedRow.state.reason === 'gone' && staysGone(mirror, change.mutation))
    return { ...row, state: replacedRow.state };
  // The archive asked for a pause, or is unreachable, so a newer change is no reason to retry sooner.
  const waitingState: OutboxState = row.state.name === 'held' ? { name: 'waiting' } : row.state;
  if (replacedRow.state.name === 'waiting' && replacedRow.attempts > 0)
    return { ...row, state: waitingState, attempts: replacedRow.attempts, nextTryAtMs: replacedRow.nextTryAtMs };
  if (replacedRow.state.name === 'waiting' && change.isDeferred) return { ...row, state: waitingState, nextTryAtMs: replacedRow.nextTryAtMs };
  return row;
}

export function newRow(mirror: Mirror, change: Change, base: WatchState | null, nextTryAtMs: number): OutboxRow {
  return {
    idempotencyKey: mirror.newKey(),
    lane: laneOf(mirror.db, change.mutation),
    mutation: change.mutation,
    base,
    subject: change.subject,
    nextTryAtMs,
    attempts: 0,
    revision: 1,
    state: change.isSent ? { name: 'waiting', outcome: 'unknown' } : { name: change.isDeferred ? 'held' : 'waiting' },
    createdAtMs: mirror.clock.now(),
  };
}

/**
 * Ends the pause of every row that waits after a failure. Called when the archive is back or the user retries. Undo windows are kept.
 * Every waiting row is written, changed or not, to wake all watchers of the outbox.
 */
export async function makeWaitingDue({ db, clock }: Mirror): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const rows = await db.outbox.where('state.name').equals('waiting').toArray();
    await db.outbox.bulkPut(rows.map((row) => (row.attempts > 0 ? { ...row, nextTryAtMs: Math.min(row.nextTryAtMs, clock.now()) } : row)));
  });
}
