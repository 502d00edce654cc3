// One row of the outbox on its way: look at what is there, decide, mark it sent, send, record the answer. Called by flush,
// one row of a lane at a time. A crash leaves the row as sent: its outcome is unknown, so the next pass looks first.
import { backoffMs, longestBackoffMs } from '../lib/backoff.ts';
import type { Mirror } from '../mirror/database.ts';
import { applyServerWatchStates, refold, untouched, videosConcerned, type StoredOutboxRow, type WatchStateChange } from '../mirror/fold.ts';
import { toWatchState } from '../mirror/from-wire.ts';
import { withOutbox } from '../mirror/outbox.ts';
import type { OutboxState, WatchState } from '../mirror/rows.ts';
import type { ApiError } from '../network/api-error.ts';
import type { ReadApi, WriteApi } from '../network/archive-api.ts';
import { decideMark, decideProgress, type Decision } from './conflict.ts';
import type { Identity } from './identity.ts';

export type RowOutcome =
  /** It has left the outbox, or was parked. */
  | { kind: 'done' }
  /** It goes out later; `isServerIll`: for a reason that other rows may meet as well. */
  | { kind: 'waits'; isServerIll: boolean }
  /** Nothing more can be sent now. */
  | { kind: 'stop'; reason: 'unreachable' | 'captive' | 'signed-out' | 'other-account' | 'locked' | 'too-many' | 'aborted'; retryAtMs?: number };

export interface SendPorts {
  mirror: Mirror;
  api: Pick<ReadApi, 'getVideo' | 'listVideos'> & WriteApi;
  /** Whose session it is now, asked by ping. */
  identify(): Promise<Identity>;
  random(): number;
  signal: AbortSignal;
  /** Positions read in one go for many rows. */
  readPositions: Map<string, WatchState>;
}

/** This device wrote it this short ago: it need not ask what it wrote (docs/architecture.md, Mutations and conflicts). */
const ownWriteLastsMs = 60_000;

const done: RowOutcome = { kind: 'done' };

export async function sendRow(ports: SendPorts, row: StoredOutboxRow): Promise<RowOutcome> {
  const { mutation } = row;
  const isUnknown = row.state.name === 'sent' || (row.state.name === 'waiting' && row.state.outcome === 'unknown');
  if (!('videoId' in mutation)) {
    if (isUnknown && (await isWideMarkDone(ports, row))) return record(ports, row, { isWatched: mutation.isWatched, positionSeconds: null });
    return send(ports, row, null, { to: 'send' });
  }
  const { videoId } = mutation;
  // A mark is never sent on a guess: sent to an archive that agrees it would move a date.
  const known = isUnknown || mutation.kind === 'mark-video-watched' ? undefined : await knownState(ports, videoId);
  const present = known ? { ok: true as const, value: known } : await readState(ports, videoId);
  if (!present.ok) return afterFailedRead(ports, row, present.error);
  const decision = decide(row, present.value);
  if (decision.to === 'ask') return park(ports, row, { name: 'parked', reason: 'ask', message: '' });
  if (decision.to === 'drop') return record(ports, row, present.value, decision.alternativeSeconds);
  return send(ports, row, present.value, decision);
}

function decide({ mutation, base }: StoredOutboxRow, present: WatchState): Decision {
  switch (mutation.kind) {
    case 'save-progress':
      return decideProgress({ localSeconds: mutation.positionSeconds, durationSeconds: mutation.durationSeconds ?? 0, base, present });
    case 'mark-video-watched':
      return decideMark({ isWatched: mutation.isWatched, base, present });
    case 'mark-channel-watched':
    case 'mark-playlist-watched':
      return { to: 'send' };
  }
}

async function knownState({ mirror, readPositions }: SendPorts, videoId: string): Promise<WatchState | undefined> {
  const row = await mirror.db.watchStates.get(videoId);
  const ageMs = mirror.clock.now() - (row?.confirmedAtMs ?? -Infinity);
  if (row && ageMs >= 0 && ageMs < ownWriteLastsMs) return row.server;
  return readPositions.get(videoId);
}

async function readState({ mirror, api, signal }: SendPorts, videoId: string) {
  const answer = await api.getVideo(videoId, signal);
  if (!answer.ok) return answer;
  const server = toWatchState(answer.value);
  await withOutbox(mirror.db, () => applyServerWatchStates(mirror.db, [{ videoId, server }]));
  return { ok: true as const, value: server };
}

/**
 * Sending it again is safe but for videos that another device has marked otherwise since: so it is not, when no video is
 * left in the other state and no position of its videos that was known is still there.
 */
async function isWideMarkDone({ api, signal, mirror }: SendPorts, row: StoredOutboxRow): Promise<boolean> {
  const { mutation } = row;
  if ('videoId' in mutation) return false;
  const members =
    mutation.kind === 'mark-channel-watched' ? `channel=${encodeURIComponent(mutation.channelId)}` : `playlist=${encodeURIComponent(mutation.playlistId)}`;
  const others = await api.listVideos(`${members}&watch=${mutation.isWatched ? 'unwatched' : 'watched'}`, signal);
  if (!others.ok || others.value.data.length > 0) return false;
  if (mutation.isWatched) return true;
  const states = await mirror.db.watchStates.bulkGet(await videosConcerned(mirror.db, row));
  return states.every((state) => (state?.server.positionSeconds ?? null) === null);
}

async function send(ports: SendPorts, row: StoredOutboxRow, present: WatchState | null, decision: Decision & { to: 'send' }): Promise<RowOutcome> {
  if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
  if (!(await markSent(ports, row))) return done;
  const answer = await request(ports, row, present);
  return answer.ok ? record(ports, row, answer.value, decision.alternativeSeconds) : afterFailedWrite(ports, row, answer.error);
}

async function request({ api, signal }: SendPorts, { mutation, idempotencyKey }: StoredOutboxRow, present: WatchState | null) {
  if (mutation.kind !== 'save-progress') {
    const id = mutation.kind === 'mark-video-watched' ? mutation.videoId : mutation.kind === 'mark-channel-watched' ? mutation.channelId : mutation.playlistId;
    const answer = await api.setWatched(id, mutation.isWatched, idempotencyKey, signal);
    return answer.ok ? { ok: true as const, value: { isWatched: mutation.isWatched, positionSeconds: null } } : answer;
  }
  const { videoId, positionSeconds } = mutation;
  if (positionSeconds === 0) {
    const answer = await api.deleteProgress(videoId, idempotencyKey, signal);
    return answer.ok ? { ok: true as const, value: { ...(present ?? untouched), positionSeconds: null } } : answer;
  }
  const answer = await api.saveProgress(videoId, positionSeconds, idempotencyKey, signal);
  if (!answer.ok) return answer;
  return { ok: true as const, value: answer.value.isWatched ? { isWatched: true, positionSeconds: null } : { isWatched: false, positionSeconds } };
}

/** False when the row is not what it was: it was changed, discarded or taken back meanwhile. */
function markSent({ mirror: { db } }: SendPorts, row: StoredOutboxRow): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    const standing = await db.outbox.get(row.sequence);
    if (standing?.revision !== row.revision || standing.state.name === 'parked') return false;
    await db.outbox.put({ ...standing, state: { name: 'sent' } });
    return true;
  });
}

/** The answer, the new server truth and the end of the row, in one transaction. */
async function record({ mirror, readPositions }: SendPorts, row: StoredOutboxRow, server: WatchState, alternativeSeconds?: number): Promise<RowOutcome> {
  const { db, clock } = mirror;
  await withOutbox(db, async () => {
    const standing = await db.outbox.get(row.sequence);
    if (standing?.revision === row.revision) await db.outbox.delete(row.sequence);
    const change: WatchStateChange = { server, confirmedAtMs: clock.now(), ...(alternativeSeconds === undefined ? {} : { alternativeSeconds }) };
    const videoIds = await videosConcerned(db, row);
    for (const videoId of videoIds) readPositions.delete(videoId);
    await refold(db, videoIds, () => change);
  });
  return done;
}

async function park(ports: SendPorts, row: StoredOutboxRow, state: OutboxState & { name: 'parked' }): Promise<RowOutcome> {
  await change(ports, row, { state });
  return done;
}

/** Changes a row that is still the same, and what it shows with it. */
function change(
  { mirror: { db } }: SendPorts,
  row: StoredOutboxRow,
  fields: Partial<Pick<StoredOutboxRow, 'state' | 'attempts' | 'nextTryAtMs'>>,
): Promise<void> {
  return withOutbox(db, async () => {
    const standing = await db.outbox.get(row.sequence);
    if (standing?.revision !== row.revision) return;
    await db.outbox.put({ ...standing, ...fields });
    await refold(db, await videosConcerned(db, row));
  });
}

async function afterFailedRead(ports: SendPorts, row: StoredOutboxRow, error: ApiError): Promise<RowOutcome> {
  // Reading changes nothing, so what was known or unknown of the row stays so.
  const state: OutboxState = row.state.name === 'sent' ? { name: 'waiting', outcome: 'unknown' } : row.state;
  return afterFailure(ports, row, error, state, state);
}

async function afterFailedWrite(ports: SendPorts, row: StoredOutboxRow, error: ApiError): Promise<RowOutcome> {
  return afterFailure(ports, row, error, { name: 'waiting', outcome: 'unknown' }, { name: 'waiting' });
}

/** The table of answers (docs/architecture.md, Mutations and conflicts). `unknown`: the state when the request may have counted; `refused`: when it did not. */
async function afterFailure(ports: SendPorts, row: StoredOutboxRow, error: ApiError, unknown: OutboxState, refused: OutboxState): Promise<RowOutcome> {
  switch (error.kind) {
    case 'aborted':
      return { kind: 'stop', reason: 'aborted' };
    case 'unreachable':
      await retryLater(ports, row, unknown, null);
      return { kind: 'stop', reason: 'unreachable' };
    case 'server-error':
      await retryLater(ports, row, unknown, error.retryAfterMs);
      return { kind: 'waits', isServerIll: true };
    case 'bad-shape':
      await retryLater(ports, row, unknown, null);
      return { kind: 'waits', isServerIll: false };
    case 'too-many': {
      const retryAtMs = await retryLater(ports, row, refused, error.retryAfterMs);
      return { kind: 'stop', reason: 'too-many', retryAtMs };
    }
    case 'not-found':
      return park(ports, row, { name: 'parked', reason: 'gone', message: error.message ?? '' });
    case 'refused':
      return park(ports, row, { name: 'parked', reason: 'refused', message: error.message ?? '' });
    case 'captive':
    case 'forbidden':
    case 'no-such-call':
      return afterDoubtful(ports, row, error, unknown, refused);
  }
}

/** Answers that only a ping can tell the meaning of. */
async function afterDoubtful(ports: SendPorts, row: StoredOutboxRow, error: ApiError, unknown: OutboxState, refused: OutboxState): Promise<RowOutcome> {
  const identity = await ports.identify();
  const state = error.kind === 'captive' ? unknown : refused;
  if (identity !== 'ours') {
    // The archive has not judged the row: no attempt is counted.
    await change(ports, row, { state });
    return { kind: 'stop', reason: identity };
  }
  if (error.kind === 'captive') {
    // The archive itself is there, and something between answers this call: the row waits alone.
    await retryLater(ports, row, unknown, null);
    return { kind: 'waits', isServerIll: false };
  }
  const message = error.kind === 'forbidden' ? (error.message ?? '') : '';
  return park(ports, row, { name: 'parked', reason: error.kind === 'forbidden' ? 'forbidden' : 'refused', message });
}

async function retryLater(ports: SendPorts, row: StoredOutboxRow, state: OutboxState, retryAfterMs: number | null): Promise<number> {
  const nextTryAtMs = ports.mirror.clock.now() + Math.min(longestBackoffMs, backoffMs(row.attempts, ports.random, retryAfterMs));
  await change(ports, row, { state: state.name === 'held' ? { name: 'waiting' } : state, attempts: row.attempts + 1, nextTryAtMs });
  return nextTryAtMs;
}
