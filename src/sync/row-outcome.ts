// The outcomes of a row (sent, parked or postponed), and how they are recorded in it. Called by flush and the senders.
import { backoffMs, maxBackoffMs } from '../lib/backoff.ts';
import { isDeepEqual } from '../lib/keep-identity.ts';
import { keepClaim, renewClaim } from '../mirror/sending-claim.ts';
import { recordRefusal } from '../mirror/custom-playlist-refusal.ts';
import type { Mirror, MirrorDatabase } from '../mirror/database.ts';
import { countConfirmation } from '../mirror/request-order.ts';
import { applyServerWatchStates, refoldAfter, type StoredOutboxRow } from '../mirror/fold.ts';
import { withDependents } from '../mirror/drop-rows.ts';
import { withOutbox } from '../mirror/outbox.ts';
import type { Mutation, OutboxRow, OutboxState, WatchState } from '../mirror/rows.ts';
import { broadcastEvent, type SettledChange } from '../mirror/sync-events.ts';
import type { ApiError } from '../network/api-error.ts';
import type { AccountApi, ReadApi, SessionApi, WriteApi } from '../network/archive-api.ts';
import { WrongSession, type Identity, type SessionStatus } from './identity.ts';

/** The archive's state of a video, and when it was read. */
export interface ReadPosition {
  state: WatchState;
  atMs: number;
}

export type RowOutcome =
  /** The row left the outbox or was parked, or it was changed meanwhile and the next round reads it again. */
  | { kind: 'done' }
  /** The row is sent later. `isServerFault`: other rows may fail for the same reason. */
  | { kind: 'waits'; isServerFault: boolean }
  /** Nothing more can be sent in this pass. */
  | {
      kind: 'stop';
      reason: 'unreachable' | 'captive' | 'proxy-login' | 'signed-out' | 'other-account' | 'locked' | 'held' | 'too-many' | 'full' | 'aborted';
      retryAtMs?: number;
    };

export type SendApi = Pick<ReadApi, 'getVideo' | 'listVideos' | 'getChannel' | 'getPlaylist' | 'listPlaylists'> &
  Pick<AccountApi, 'getUserConfig'> &
  Pick<SessionApi, 'namesUser'> &
  WriteApi;

export interface SendPorts {
  mirror: Mirror;
  /** The epoch of this pass's claim: once another tab has taken over, or the copy was locked, every change of an outbox row throws FencedOff. */
  epoch: number;
  api: SendApi;
  identity: Identity;
  random(): number;
  signal: AbortSignal;
  /** Positions from the continue list, read for many rows together, by video id. `atMs`: when the list was requested. */
  readPositions: Map<string, ReadPosition>;
  /** Rows that got a new key in this pass, by sequence: if the new key is refused too, the archive refuses the call itself. */
  renewedKeys: Set<number>;
  acceptedKeys: AcceptedKeys;
}

/**
 * Idempotency-Keys of calls that the archive has accepted but whose rows could not be deleted because the device was full. They are kept in
 * memory for the page's lifetime, so that a call that cannot be read back is not sent again.
 */
export type AcceptedKeys = Set<string>;

export const done: RowOutcome = { kind: 'done' };

/**
 * Counts a confirmation and returns the fields for the row whose contents the archive has just confirmed. `confirmedAtMs` is absent for the
 * embedded server, whose lists do not lag behind. Call inside a transaction over `documents`.
 */
export async function recordConfirmation({ mirror: { db, clock }, api }: SendPorts): Promise<{ asOf: number; confirmedAtMs?: number }> {
  return { asOf: await countConfirmation(db), ...(api.namesUser() ? {} : { confirmedAtMs: clock.now() }) };
}

/** Whether a request may already have taken effect, so that the archive's state is read before anything is sent. */
export function isOutcomeUnknown({ state }: StoredOutboxRow): boolean {
  return state.name === 'sent' || (state.name === 'waiting' && state.outcome === 'unknown');
}

/** The embedded server remembers a key for a day (docs/decisions/102). */
const keyTtlMs = 24 * 3_600_000;

/** Whether the server still recognises the row's call by its key, so that the call may be sent again even if it already took effect. */
export function isCallRemembered({ api, mirror }: SendPorts, { createdAtMs }: StoredOutboxRow): boolean {
  const sinceMs = mirror.clock.now() - createdAtMs;
  return api.namesUser() && sinceMs >= 0 && sinceMs < keyTtlMs;
}

interface MarkSentOptions {
  /** Stored in place of the row's own mutation. */
  mutation?: Mutation;
  /** The archive's present state of a video, just read: stored in the same transaction. */
  present?: { videoId: string; server: WatchState };
}

/**
 * Called before a request leaves: durably marks its row as sent. Resolves to false when the row has been changed, discarded or taken back
 * meanwhile.
 *
 * @throws {WrongSession} or {FencedOff}: nothing may be sent
 */
export async function markSent(ports: SendPorts, row: StoredOutboxRow, { mutation = row.mutation, present }: MarkSentOptions = {}): Promise<boolean> {
  const { mirror, epoch, identity } = ports;
  const { db } = mirror;
  const sessionStatus = await identity.beforeWrite();
  if (sessionStatus !== 'ours') throw new WrongSession(sessionStatus);
  const isMarked = await withOutbox(db, async () => {
    const [storedRow, watch] = await Promise.all([
      db.outbox.get(row.sequence),
      present ? db.watchStates.get(present.videoId) : undefined,
      renewClaim(mirror, epoch),
    ]);
    if (storedRow?.revision !== row.revision || storedRow.state.name === 'parked') return false;
    const write = () => db.outbox.put({ ...storedRow, mutation, state: { name: 'sent' } });
    // A deferred position counts as waiting from now on, so what is shown must be folded again. A row that was waiting is shown as before.
    if (storedRow.state.name === 'held') await refoldAfter(db, [storedRow], write);
    else await write();
    if (present && !isDeepEqual(watch?.server, present.server)) await applyServerWatchStates(db, [present]);
    return true;
  });
  const laterStatus = await statusAfterStoring(ports);
  if (laterStatus === 'ours') return isMarked;
  // The request has not left.
  if (isMarked) await updateRow(ports, row, { state: row.state });
  throw new WrongSession(laterStatus);
}

/** The tab may have been frozen while it stored something, so somebody else may have signed in since the last check. */
async function statusAfterStoring({ identity }: SendPorts): Promise<SessionStatus> {
  return identity.hasNewSession() ? identity.check() : 'ours';
}

/**
 * Called before a further request for a row already marked as sent.
 *
 * @throws {WrongSession} or {FencedOff}: nothing may be sent
 */
export async function assertMaySend(ports: SendPorts): Promise<void> {
  const { mirror, epoch, identity } = ports;
  const sessionStatus = await identity.beforeWrite();
  if (sessionStatus !== 'ours') throw new WrongSession(sessionStatus);
  await keepClaim(mirror, epoch);
  const laterStatus = await statusAfterStoring(ports);
  if (laterStatus !== 'ours') throw new WrongSession(laterStatus);
}

export async function park(ports: SendPorts, row: StoredOutboxRow, state: OutboxState & { name: 'parked' }): Promise<RowOutcome> {
  const { db, clock } = ports.mirror;
  const parkedRows = await withOutbox(db, async () => {
    await renewClaim(ports.mirror, ports.epoch);
    const storedRow = await db.outbox.get(row.sequence);
    if (storedRow?.revision !== row.revision) return [];
    const rows = await withDependents(db, storedRow, 'changed');
    await refoldAfter(db, rows, () => db.outbox.bulkPut(rows.map((parkedRow) => ({ ...parkedRow, state }))));
    if (state.reason === 'forbidden' && db.kinds.of(row.mutation)?.isOfCustomPlaylists === true) await recordRefusal(db, clock.now());
    return rows;
  });
  for (const parkedRow of parkedRows) broadcastSettled(db, parkedRow, state);
  return done;
}

/** @param row the row as it was before it was settled */
export function broadcastSettled(db: MirrorDatabase, { mutation, createdAtMs, state }: OutboxRow, outcome: SettledChange['outcome']): void {
  broadcastEvent(db, { kind: 'settled', mutation, createdAtMs, wasHeld: state.name === 'held', outcome });
}

/** Changes a row and refolds, unless the row has a newer revision. */
export function updateRow(
  { mirror, epoch }: SendPorts,
  row: StoredOutboxRow,
  fields: Partial<Pick<StoredOutboxRow, 'mutation' | 'idempotencyKey' | 'state' | 'attempts' | 'nextTryAtMs' | 'serverFailures'>>,
): Promise<void> {
  const { db } = mirror;
  return withOutbox(db, async () => {
    await renewClaim(mirror, epoch);
    const storedRow = await db.outbox.get(row.sequence);
    if (storedRow?.revision !== row.revision) return;
    await refoldAfter(db, [row], () => db.outbox.put({ ...storedRow, ...fields }));
  });
}

export async function handleFailedRead(ports: SendPorts, row: StoredOutboxRow, error: ApiError): Promise<RowOutcome> {
  // A read has no effect, so a known outcome stays known, and an unknown outcome stays unknown.
  const state: OutboxState = row.state.name === 'sent' ? { name: 'waiting', outcome: 'unknown' } : row.state;
  return handleFailure(ports, row, error, state, state);
}

export async function handleFailedWrite(ports: SendPorts, row: StoredOutboxRow, error: ApiError): Promise<RowOutcome> {
  if (error.kind === 'refused' && error.status === keyConflictStatus && !ports.renewedKeys.has(row.sequence)) return renewKey(ports, row);
  return handleFailure(ports, row, error, { name: 'waiting', outcome: 'unknown' }, refusedState(row));
}

/** The next state of a row whose request had no effect. An earlier request, whose outcome is unknown, may have had an effect. */
function refusedState(row: StoredOutboxRow): OutboxState {
  return isOutcomeUnknown(row) ? { name: 'waiting', outcome: 'unknown' } : { name: 'waiting' };
}

/** The archive has seen the row's Idempotency-Key with a different call, and did nothing (docs/decisions/102). */
const keyConflictStatus = 422;

/** Gives the row a new key. The refused request had no effect. */
async function renewKey(ports: SendPorts, row: StoredOutboxRow): Promise<RowOutcome> {
  ports.renewedKeys.add(row.sequence);
  await updateRow(ports, row, { idempotencyKey: ports.mirror.newKey(), state: refusedState(row), nextTryAtMs: ports.mirror.clock.now() });
  return { kind: 'waits', isServerFault: false };
}

/**
 * Handles each failure as docs/architecture.md says (Mutations and conflicts, Answers).
 *
 * @param stateIfUnknown the row's next state if the request may have taken effect
 * @param stateIfRefused the row's next state if the request had no effect
 */
async function handleFailure(
  ports: SendPorts,
  row: StoredOutboxRow,
  error: ApiError,
  stateIfUnknown: OutboxState,
  stateIfRefused: OutboxState,
): Promise<RowOutcome> {
  switch (error.kind) {
    case 'aborted':
      return { kind: 'stop', reason: 'aborted' };
    case 'other-account':
      // The archive has not judged the row, so no attempt is counted. If the request took effect after all, the archive's state will show it.
      await updateRow(ports, row, { state: stateIfUnknown });
      return { kind: 'stop', reason: 'other-account' };
    case 'unreachable':
      await retryLater(ports, row, stateIfUnknown, null);
      return { kind: 'stop', reason: 'unreachable' };
    case 'server-error':
      await retryLater({ ...ports, isServerFailing: true }, row, stateIfUnknown, error.retryAfterMs);
      return { kind: 'waits', isServerFault: true };
    case 'bad-shape':
      await retryLater(ports, row, stateIfUnknown, null);
      return { kind: 'waits', isServerFault: false };
    case 'too-many': {
      const retryAtMs = await retryLater(ports, row, stateIfRefused, error.retryAfterMs);
      return { kind: 'stop', reason: 'too-many', retryAtMs };
    }
    case 'not-found':
      return park(ports, row, { name: 'parked', reason: 'gone', message: error.message ?? '' });
    case 'refused':
      return park(ports, row, { name: 'parked', reason: 'refused', message: error.message ?? '' });
    case 'captive':
    case 'proxy-login':
    case 'forbidden':
    case 'no-such-call':
      return handleAmbiguousAnswer(ports, row, error, stateIfUnknown, stateIfRefused);
  }
}

/** Handles answers whose meaning only a ping can determine. */
async function handleAmbiguousAnswer(
  ports: SendPorts,
  row: StoredOutboxRow,
  error: ApiError,
  stateIfUnknown: OutboxState,
  stateIfRefused: OutboxState,
): Promise<RowOutcome> {
  const markBefore = ports.identity.lastMark();
  const sessionStatus = await ports.identity.check();
  const isIntercepted = error.kind === 'captive' || error.kind === 'proxy-login';
  const state = isIntercepted ? stateIfUnknown : stateIfRefused;
  if (sessionStatus !== 'ours') {
    // The archive has not judged the row, so no attempt is counted.
    await updateRow(ports, row, { state });
    return { kind: 'stop', reason: sessionStatus };
  }
  if (isIntercepted) {
    // The archive can be reached, but something in between answered this call, so only this row waits.
    await retryLater(ports, row, stateIfUnknown, null);
    return { kind: 'waits', isServerFault: false };
  }
  if (error.kind === 'forbidden' && markBefore !== ports.identity.lastMark()) {
    // The session under which the row was refused has ended, and the same user has signed in since, so the refusal says nothing about the
    // row.
    await updateRow(ports, row, { state, nextTryAtMs: ports.mirror.clock.now() });
    return { kind: 'waits', isServerFault: false };
  }
  const message = error.kind === 'forbidden' ? (error.message ?? '') : '';
  return park(ports, row, { name: 'parked', reason: error.kind === 'forbidden' ? 'forbidden' : 'refused', message });
}

export async function retryLater(
  ports: SendPorts & { isServerFailing?: boolean },
  row: StoredOutboxRow,
  state: OutboxState,
  retryAfterMs: number | null,
): Promise<number> {
  const nextTryAtMs = ports.mirror.clock.now() + Math.min(maxBackoffMs, backoffMs(row.attempts, ports.random, retryAfterMs));
  await updateRow(ports, row, {
    state: state.name === 'held' ? { name: 'waiting' } : state,
    attempts: row.attempts + 1,
    nextTryAtMs,
    // The sync sheet shows that the archive itself fails, and at which change.
    ...(ports.isServerFailing ? { serverFailures: (row.serverFailures ?? 0) + 1 } : {}),
  });
  return nextTryAtMs;
}
