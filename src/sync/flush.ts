// One pass over the outbox: sends every due row to the archive, rows of two lanes at a time. Called by the engine, in one tab at a time.
// Keeps nothing in memory that a crash could lose: each row records its own progress.
import { claimSending, endClaim, FencedOff } from '../mirror/sending-claim.ts';
import type { Mirror } from '../mirror/database.ts';
import type { StoredOutboxRow } from '../mirror/fold.ts';
import { videoOf } from '../mirror/mutation-kinds.ts';
import type { Mutation } from '../mirror/rows.ts';
import type { KindName } from '../mutations/kinds/table.ts';
import { writeFailureOf } from '../mutations/write-failure.ts';
import { backoffMs } from '../lib/backoff.ts';
import type { Locks } from '../lib/locks.ts';
import type { SessionApi } from '../network/archive-api.ts';
import { createIdentity, WrongSession } from './identity.ts';
import { laneHeads, isRowDue } from './lane-plan.ts';
import { unlockIfStale } from './stale-lock.ts';
import { acceptedKeysOf, reportIfFull } from './flush-memory.ts';
import { readOutbox, type OutboxSnapshot } from './outbox-snapshot.ts';
import { readPositionsInBulk } from './read-positions.ts';
import { done, type RowOutcome, type SendApi, type SendPorts } from './row-outcome.ts';
import { withOwnerCheck } from './owner-checked-reads.ts';
import { assignMissedIds } from './real-ids.ts';
import type { Sender } from './senders/sender.ts';
import { senders } from './senders/table.ts';

export type FlushApi = SendApi & Pick<SessionApi, 'ping' | 'sessionMark' | 'namesUser'>;

export interface FlushPorts {
  mirror: Mirror;
  api: FlushApi;
  locks: Locks;
  /** While a video streams, rows are sent one at a time, because the video needs the bandwidth. */
  isStreaming(): boolean;
  /** Returns a number from 0 to 1, for the jitter. */
  random(): number;
  signal: AbortSignal;
  /** Whether no other tab can be sending, because the lock over all tabs was free. */
  isAlone: boolean;
}

export interface FlushResult {
  /**
   * - `server-error`: the server failed at several consecutive rows
   * - `full`: this device could not write the outcome of a row
   * - `held`: another tab sends, or has taken over this pass's claim
   */
  end: 'drained' | 'server-error' | (RowOutcome & { kind: 'stop' })['reason'];
  /** When the next row is due; null if no row waits for a time. */
  nextTryAtMs: number | null;
}

/** A browser opens six connections per host; the rest are left to the page. */
const maxParallelRows = 2;

/** One failure may be the row's fault; three consecutive failures are the server's. */
const maxFailedRows = 3;

/** A playing tab saves its position every 5 s (docs/decisions/403), so a deferred position older than this belongs to no living tab. */
const abandonedAfterMs = 6_000;

/** Called at startup. Releases positions deferred by a tab that died, unless another tab still updates them. */
export async function releaseDeferred({ db, clock }: Mirror): Promise<void> {
  const dueAtMs = clock.now() + abandonedAfterMs;
  await db.outbox
    .where('state.name')
    .equals('held')
    .modify((row) => {
      row.nextTryAtMs = Math.min(row.nextTryAtMs, dueAtMs);
    });
}

/** @throws when the database fails for any reason but lack of space; no request is under way then */
export async function flushOutbox(ports: FlushPorts): Promise<FlushResult> {
  const { mirror, locks } = ports;
  const result = await runPass(ports).catch((reason: unknown): FlushResult => ({ end: stopReasonOf(reason), nextTryAtMs: null }));
  reportIfFull(mirror.db, result.end);
  if (result.end === 'locked') void unlockIfStale(mirror, locks).catch(() => undefined); // the next pass checks again
  return result;
}

async function runPass(ports: FlushPorts): Promise<FlushResult> {
  await assignMissedIds(ports.mirror);
  const snapshot = await readOutbox(ports.mirror);
  if (snapshot.dueRows.length === 0) return { end: 'drained', nextTryAtMs: snapshot.nextTryAtMs };
  const identity = createIdentity(ports.mirror, ports.api);
  const sessionStatus = await identity.check();
  if (sessionStatus !== 'ours') return { end: sessionStatus, nextTryAtMs: snapshot.nextTryAtMs };
  const epoch = await claimSending(ports.mirror, ports);
  if (typeof epoch === 'string') return { end: epoch, nextTryAtMs: null };
  const acceptedKeys = acceptedKeysOf(ports.mirror.db);
  const api = withOwnerCheck(ports.api, identity);
  const sendPorts: SendPorts = { ...ports, api, epoch, identity, acceptedKeys, readPositions: new Map(), renewedKeys: new Set() };
  try {
    return await drain(ports, sendPorts, snapshot);
  } finally {
    // A claim that cannot be ended expires.
    await endClaim(ports.mirror, epoch).catch(() => undefined);
  }
}

async function drain(ports: FlushPorts, sendPorts: SendPorts, firstSnapshot: OutboxSnapshot): Promise<FlushResult> {
  let snapshot = firstSnapshot;
  while (snapshot.dueRows.length > 0) {
    if (ports.signal.aborted) return { end: 'aborted', nextTryAtMs: null };
    await readPositionsInBulk(sendPorts, snapshot.dueRows);
    const stop = await drainRound(ports, sendPorts, snapshot);
    snapshot = await readOutbox(ports.mirror);
    if (stop) return { end: stop.end, nextTryAtMs: stop.retryAtMs ?? snapshot.nextTryAtMs };
  }
  return { end: 'drained', nextTryAtMs: snapshot.nextTryAtMs };
}

interface StopReason {
  end: FlushResult['end'];
  retryAtMs?: number;
}

/** Sends the rows that are due now. Rows added during the round wait for the next one, when the outcomes of earlier rows are known. */
async function drainRound({ mirror, isStreaming, random }: FlushPorts, sendPorts: SendPorts, { rows, mayConcern }: OutboxSnapshot): Promise<StopReason | null> {
  const remainingRows = [...rows];
  const startedSequences = new Set<number>();
  let failedRows = 0;
  let stop: StopReason | null = null;
  const failures: unknown[] = [];

  function nextRow(): StoredOutboxRow | undefined {
    const { kinds } = mirror.db;
    return laneHeads(kinds, remainingRows, mayConcern).find(
      (row) => !startedSequences.has(row.sequence) && isRowDue(kinds, row, remainingRows, mirror.clock.now()),
    );
  }

  /** Sends one row after another. While a video streams, only the loop with index 0 continues. */
  async function runSendLoop(loopIndex: number): Promise<void> {
    while (!stop && failures.length === 0 && (loopIndex === 0 || !isStreaming())) {
      const row = nextRow();
      if (!row) return;
      startedSequences.add(row.sequence);
      const outcome = await sendRow(sendPorts, row);
      if (outcome.kind === 'stop') stop ??= { end: outcome.reason, ...(outcome.retryAtMs === undefined ? {} : { retryAtMs: outcome.retryAtMs }) };
      failedRows = outcome.kind === 'waits' && outcome.isServerFault ? failedRows + 1 : 0;
      if (failedRows >= maxFailedRows) stop ??= { end: 'server-error', retryAtMs: mirror.clock.now() + backoffMs(maxFailedRows, random) };
      if (outcome.kind === 'done') remainingRows.splice(remainingRows.indexOf(row), 1);
    }
  }

  // A loop that fails ends the other after its current row, because otherwise the next pass would send the same rows concurrently.
  await Promise.all(Array.from({ length: maxParallelRows }, (_, index) => runSendLoop(index).catch((reason: unknown) => failures.push(reason))));
  if (failures.length > 0) throw failures[0];
  return stop;
}

async function sendRow(ports: SendPorts, snapshot: StoredOutboxRow): Promise<RowOutcome> {
  const { db } = ports.mirror;
  // A row that has changed since the round began, for example because its playlist got the archive's id, is left to the next round. A row
  // may also have been parked, because the archive refused to create its playlist. The row of a single video's watch state is not read again
  // here, because `markSent` compares its revision.
  const row = videoOf(db.kinds, snapshot.mutation) === null ? await db.outbox.get(snapshot.sequence) : snapshot;
  if (row?.revision !== snapshot.revision || row.state.name === 'parked') return done;
  const send = senders[row.mutation.kind as KindName] as Sender<Mutation>;
  try {
    return await send(ports, row);
  } catch (reason) {
    return { kind: 'stop', reason: stopReasonOf(reason) };
  }
}

/** Why nothing more can be sent in this pass. @throws the reason if it is a fault of the database or of this code */
function stopReasonOf(reason: unknown): (RowOutcome & { kind: 'stop' })['reason'] {
  if (reason instanceof WrongSession) return reason.status;
  if (reason instanceof FencedOff) return 'held';
  if (writeFailureOf(reason) === 'full') return 'full';
  throw reason;
}
