// One row of the outbox on its way: look at what is there, decide, mark it sent, send, record the answer. Called by flush,
// one row of a lane at a time. A crash leaves the row as sent: its outcome is unknown, so the next pass looks first.
import {
  applyServerWatchStates,
  isWatchMutation,
  isWideMark,
  refold,
  untouched,
  videosConcerned,
  type StoredOutboxRow,
  type WatchStateChange,
} from '../mirror/fold.ts';
import { toWatchState } from '../mirror/from-wire.ts';
import { withOutbox } from '../mirror/outbox.ts';
import type { WatchMutation, WatchState } from '../mirror/rows.ts';
import { decideMark, decideProgress, type Decision } from './conflict.ts';
import { sendEntityRow } from './send-entity-row.ts';
import { afterFailedRead, afterFailedWrite, done, isOutcomeUnknown, markSent, park, type RowOutcome, type SendPorts } from './row-outcome.ts';

type WatchRow = StoredOutboxRow & { mutation: WatchMutation };

/** This device wrote it this short ago: it need not ask what it wrote (docs/architecture.md, Mutations and conflicts). */
const ownWriteLastsMs = 60_000;

export async function sendRow(ports: SendPorts, row: StoredOutboxRow): Promise<RowOutcome> {
  const { mutation } = row;
  if (isWatchMutation(mutation)) return sendWatchRow(ports, { ...row, mutation });
  return sendEntityRow(ports, row);
}

async function sendWatchRow(ports: SendPorts, row: WatchRow): Promise<RowOutcome> {
  const { mutation } = row;
  const isUnknown = isOutcomeUnknown(row);
  if (isWideMark(mutation)) {
    if (isUnknown && (await isWideMarkDone(ports, row))) return record(ports, row, { isWatched: mutation.isWatched, positionSeconds: null }, { to: 'drop' });
    return send(ports, row, null, { to: 'send' });
  }
  const { videoId } = mutation;
  // A mark is never sent on a guess: sent to an archive that agrees it would move a date.
  const known = isUnknown || mutation.kind === 'mark-video-watched' ? undefined : await knownState(ports, videoId);
  const present = known ? { ok: true as const, value: known } : await readState(ports, videoId);
  if (!present.ok) return afterFailedRead(ports, row, present.error);
  const decision = decide(row, present.value);
  if (decision.to === 'ask') return park(ports, row, { name: 'parked', reason: 'ask', message: '' });
  if (decision.to === 'drop') return record(ports, row, present.value, decision);
  return send(ports, row, present.value, decision);
}

function decide({ mutation, base }: WatchRow, present: WatchState): Decision {
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
async function isWideMarkDone({ api, signal, mirror }: SendPorts, row: WatchRow): Promise<boolean> {
  const { mutation } = row;
  if (!isWideMark(mutation)) return false;
  const members =
    mutation.kind === 'mark-channel-watched' ? `channel=${encodeURIComponent(mutation.channelId)}` : `playlist=${encodeURIComponent(mutation.playlistId)}`;
  const others = await api.listVideos(`${members}&watch=${mutation.isWatched ? 'unwatched' : 'watched'}`, signal);
  if (!others.ok || others.value.data.length > 0) return false;
  if (mutation.isWatched) return true;
  const states = await mirror.db.watchStates.bulkGet(await videosConcerned(mirror.db, row));
  return states.every((state) => (state?.server.positionSeconds ?? null) === null);
}

async function send(ports: SendPorts, row: WatchRow, present: WatchState | null, decision: Decision & { to: 'send' }): Promise<RowOutcome> {
  if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
  if (!(await markSent(ports, row))) return done;
  const answer = await request(ports, row, present);
  return answer.ok ? record(ports, row, answer.value, decision) : afterFailedWrite(ports, row, answer.error);
}

async function request({ api, signal }: SendPorts, { mutation, idempotencyKey }: WatchRow, present: WatchState | null) {
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

type Settled = Exclude<Decision, { to: 'ask' }>;

/** What was not sent is this device's; what was sent over is another's. */
function alternativeOf({ to, alternativeSeconds }: Settled): WatchStateChange {
  return alternativeSeconds === undefined ? {} : { alternativeSeconds, alternativeFrom: to === 'drop' ? 'here' : 'elsewhere' };
}

/** The answer, the new server truth and the end of the row, in one transaction. */
async function record({ mirror, readPositions }: SendPorts, row: WatchRow, server: WatchState, decision: Settled): Promise<RowOutcome> {
  const { db, clock } = mirror;
  await withOutbox(db, async () => {
    const standing = await db.outbox.get(row.sequence);
    if (standing?.revision === row.revision) await db.outbox.delete(row.sequence);
    const ownSeconds = decision.to === 'drop' ? (decision.ownSeconds ?? null) : null;
    const change: WatchStateChange = { server, ownSeconds, confirmedAtMs: clock.now(), ...alternativeOf(decision) };
    const videoIds = await videosConcerned(db, row);
    for (const videoId of videoIds) readPositions.delete(videoId);
    await refold(db, videoIds, () => change);
  });
  return done;
}
