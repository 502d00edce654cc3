// Functions shared by the senders of watch states: reading the archive's state, and completing a row. A crash leaves the row marked as
// sent, with an unknown outcome, so the next pass reads first.
import { isDeepEqual } from '../../lib/keep-identity.ts';
import { ok, type Result } from '../../lib/result.ts';
import { isSameMoment } from '../../lib/watched-rule.ts';
import { renewClaim } from '../../mirror/sending-claim.ts';
import { applyServerWatchStates, refold, findConcernedVideos, type StoredOutboxRow, type WatchStateChange } from '../../mirror/fold.ts';
import { refoldEntities } from '../../mirror/fold-entities.ts';
import { toWatchState } from '../../mirror/from-wire.ts';
import { withOutbox, withVideoTables } from '../../mirror/outbox.ts';
import type { Mirror } from '../../mirror/database.ts';
import { countConfirmation } from '../../mirror/request-order.ts';
import { kindOf, videoOf, type MutationKinds } from '../../mirror/mutation-kinds.ts';
import type { SentChange, WatchState } from '../../mirror/rows.ts';
import { markedState } from '../../mutations/kinds/watch-state.ts';
import type { ApiError } from '../../network/api-error.ts';
import type { Decision } from '../conflict.ts';
import { recordSent } from '../record-sent.ts';
import {
  handleFailedRead,
  handleFailedWrite,
  done,
  isOutcomeUnknown,
  markSent,
  park,
  broadcastSettled,
  type RowOutcome,
  type SendPorts,
} from '../row-outcome.ts';

/**
 * Carries out the decision about a row: drops it, sends it, or parks it for the user.
 *
 * @param readAtMs when the present state was read, if not just now
 */
export async function carryOut(
  ports: SendPorts,
  row: StoredOutboxRow,
  present: WatchState,
  decision: Decision,
  request: () => Promise<Result<WatchState, ApiError>>,
  readAtMs = ports.mirror.clock.now(),
): Promise<RowOutcome> {
  if (decision.to === 'drop') return recordState(ports, row, present, decision, readAtMs);
  if (decision.to === 'send') return sendAndRecord(ports, row, decision, request, present);
  const videoId = videoOf(ports.mirror.db.kinds, row.mutation);
  if (videoId !== null) await storeState(ports.mirror, videoId, present);
  return park(ports, row, { name: 'parked', reason: 'ask', message: '' });
}

/**
 * @param request resolves to the archive's resulting state
 * @param present the archive's state, if it was just read
 */
export async function sendAndRecord(
  ports: SendPorts,
  row: StoredOutboxRow,
  decision: Decision & { to: 'send' },
  request: () => Promise<Result<WatchState, ApiError>>,
  present?: WatchState,
): Promise<RowOutcome> {
  if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
  const videoId = videoOf(ports.mirror.db.kinds, row.mutation);
  if (!(await markSent(ports, row, present && videoId !== null ? { present: { videoId, server: present } } : {}))) return done;
  const answer = await request();
  if (!answer.ok) return handleFailedWrite(ports, row, answer.error);
  if (videoId === null || !isOutcomeUnknown(row) || !ports.api.namesUser()) return recordState(ports, row, answer.value, decision);
  // The embedded server recognises the call and does nothing if the call already took effect. Another device may have changed the state
  // since, so the state is read again.
  const result = await fetchState(ports, videoId);
  if (!result.ok) return handleFailedRead(ports, { ...row, state: { name: 'sent' } }, result.error);
  return recordState(ports, row, result.value, isDeepEqual(result.value, answer.value) ? decision : { to: 'drop' });
}

/** @param id the id of a video, a channel or a playlist */
export async function requestMark({ api, signal }: SendPorts, id: string, isWatched: boolean, key: string): Promise<Result<WatchState, ApiError>> {
  const answer = await api.setWatched(id, isWatched, key, signal);
  return answer.ok ? ok(markedState(isWatched)) : answer;
}

/** Fetches the archive's present state without storing it. `carryOut` stores it, usually in the transaction that changes the row. */
export async function fetchState({ api, signal }: SendPorts, videoId: string): Promise<Result<WatchState, ApiError>> {
  const answer = await api.getVideo(videoId, signal);
  return answer.ok ? ok(toWatchState(answer.value)) : answer;
}

export async function fetchAndStoreState(ports: SendPorts, videoId: string): Promise<Result<WatchState, ApiError>> {
  const state = await fetchState(ports, videoId);
  if (state.ok) await storeState(ports.mirror, videoId, state.value);
  return state;
}

function storeState({ db }: Mirror, videoId: string, server: WatchState): Promise<void> {
  return withVideoTables(db, () => applyServerWatchStates(db, [{ videoId, server }]));
}

type FinalDecision = Exclude<Decision, { to: 'ask' }>;

/** The conflicting position that lost: this device's if it was not sent, another device's if it was overwritten. */
function conflictOf({ to, alternativeSeconds }: FinalDecision): WatchStateChange {
  return alternativeSeconds === undefined ? {} : { alternativeSeconds, alternativeFrom: to === 'drop' ? 'here' : 'elsewhere' };
}

/** A dropped change whose answer was lost counts as sent if the archive has the wanted state. */
function sentOutcomeOf(kinds: MutationKinds, row: StoredOutboxRow, server: WatchState, { to }: FinalDecision): SentChange['outcome'] {
  if (to === 'send') return 'sent';
  const target = kindOf(kinds, row.mutation).watch?.apply(server, row.mutation);
  const isApplied = target?.isWatched === server.isWatched && isSameMoment(target.positionSeconds, server.positionSeconds);
  if (!isApplied) return 'superseded';
  return isOutcomeUnknown(row) ? 'sent' : 'there';
}

/** Stores the archive's new state and removes the row, in one transaction. */
export async function recordState(
  { mirror, api, epoch, readPositions }: SendPorts,
  row: StoredOutboxRow,
  server: WatchState,
  decision: FinalDecision,
  confirmedAtMs = mirror.clock.now(),
): Promise<RowOutcome> {
  const { db } = mirror;
  // If a mark of many videos took effect earlier, it says nothing about their present positions, which are not read.
  const wasAppliedEarlier = videoOf(db.kinds, row.mutation) === null && (decision.to === 'drop' || (isOutcomeUnknown(row) && api.namesUser()));
  const isEnded = await withOutbox(db, async () => {
    const [storedRow] = await Promise.all([db.outbox.get(row.sequence), renewClaim(mirror, epoch)]);
    const isSameRevision = storedRow?.revision === row.revision;
    const [asOf] = await Promise.all([
      countConfirmation(db),
      ...(isSameRevision ? [db.outbox.delete(row.sequence), recordSent(mirror, row, sentOutcomeOf(db.kinds, row, server, decision))] : []),
    ]);
    const ownSeconds = decision.to === 'drop' ? (decision.ownSeconds ?? null) : null;
    const confirmation = wasAppliedEarlier ? {} : { confirmedAtMs };
    const change: WatchStateChange = { server, ownSeconds, asOf, ...confirmation, ...conflictOf(decision) };
    const videoIds = await findConcernedVideos(db, row);
    for (const videoId of videoIds) readPositions.delete(videoId);
    await refold(db, videoIds, () => change);
    await refoldEntities(db, [row.lane]);
    return isSameRevision;
  });
  if (isEnded) broadcastSettled(db, row, { name: decision.to === 'send' ? 'sent' : 'dropped' });
  return done;
}
