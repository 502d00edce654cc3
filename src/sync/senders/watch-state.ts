// What the senders of watch state share: the look at what is there, and the end of a row. A crash leaves the row as sent: its outcome is
// unknown, so the next pass looks first.
import { ok, type Result } from '../../lib/result.ts';
import { applyServerWatchStates, refold, videosConcerned, type StoredOutboxRow, type WatchStateChange } from '../../mirror/fold.ts';
import { refoldEntities } from '../../mirror/fold-entities.ts';
import { toWatchState } from '../../mirror/from-wire.ts';
import { withOutbox, withVideos } from '../../mirror/outbox.ts';
import type { WatchState } from '../../mirror/rows.ts';
import { marked } from '../../mutations/kinds/watch-state.ts';
import type { ApiError } from '../../network/api-error.ts';
import type { Decision } from '../conflict.ts';
import { afterFailedWrite, done, markSent, park, tellSettled, type RowOutcome, type SendPorts } from '../row-outcome.ts';

/** What becomes of a row when the archive's present state is known. */
export async function settle(
  ports: SendPorts,
  row: StoredOutboxRow,
  present: WatchState,
  decision: Decision,
  request: () => Promise<Result<WatchState, ApiError>>,
): Promise<RowOutcome> {
  if (decision.to === 'ask') return park(ports, row, { name: 'parked', reason: 'ask', message: '' });
  return decision.to === 'drop' ? record(ports, row, present, decision) : send(ports, row, decision, request);
}

/** @param request answers the archive's state after it */
export async function send(
  ports: SendPorts,
  row: StoredOutboxRow,
  decision: Decision & { to: 'send' },
  request: () => Promise<Result<WatchState, ApiError>>,
): Promise<RowOutcome> {
  if (ports.signal.aborted) return { kind: 'stop', reason: 'aborted' };
  if (!(await markSent(ports, row))) return done;
  const answer = await request();
  return answer.ok ? record(ports, row, answer.value, decision) : afterFailedWrite(ports, row, answer.error);
}

/** The mark itself. @param id of a video, a channel or a playlist */
export async function requestMark({ api, signal }: SendPorts, id: string, isWatched: boolean, key: string): Promise<Result<WatchState, ApiError>> {
  const answer = await api.setWatched(id, isWatched, key, signal);
  return answer.ok ? ok(marked(isWatched)) : answer;
}

/** As the archive has it now; kept as its last word. */
export async function readState({ mirror, api, signal }: SendPorts, videoId: string): Promise<Result<WatchState, ApiError>> {
  const answer = await api.getVideo(videoId, signal);
  if (!answer.ok) return answer;
  const server = toWatchState(answer.value);
  await withVideos(mirror.db, () => applyServerWatchStates(mirror.db, [{ videoId, server }]));
  return ok(server);
}

type Settled = Exclude<Decision, { to: 'ask' }>;

/** What was not sent is this device's; what was sent over is another's. */
function alternativeOf({ to, alternativeSeconds }: Settled): WatchStateChange {
  return alternativeSeconds === undefined ? {} : { alternativeSeconds, alternativeFrom: to === 'drop' ? 'here' : 'elsewhere' };
}

/** The answer, the new server truth and the end of the row, in one transaction. */
export async function record({ mirror, readPositions }: SendPorts, row: StoredOutboxRow, server: WatchState, decision: Settled): Promise<RowOutcome> {
  const { db, clock } = mirror;
  const isOver = await withOutbox(db, async () => {
    const isSame = (await db.outbox.get(row.sequence))?.revision === row.revision;
    if (isSame) await db.outbox.delete(row.sequence);
    const ownSeconds = decision.to === 'drop' ? (decision.ownSeconds ?? null) : null;
    const change: WatchStateChange = { server, ownSeconds, confirmedAtMs: clock.now(), ...alternativeOf(decision) };
    const videoIds = await videosConcerned(db, row);
    for (const videoId of videoIds) readPositions.delete(videoId);
    await refold(db, videoIds, () => change);
    await refoldEntities(db, [row.lane]);
    return isSame;
  });
  if (isOver) tellSettled(db, row, { name: decision.to === 'send' ? 'sent' : 'dropped' });
  return done;
}
