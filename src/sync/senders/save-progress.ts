import { ageMs } from '../../lib/clock.ts';
import type { SaveProgress } from '../../mutations/kinds/save-progress.ts';
import { ok, type Result } from '../../lib/result.ts';
import type { WatchState } from '../../mirror/rows.ts';
import type { ApiError } from '../../network/api-error.ts';
import { decideProgress, ownWriteTtlMs } from '../conflict.ts';
import { handleFailedRead, isOutcomeUnknown, type ReadPosition, type RowOutcome, type SendPorts } from '../row-outcome.ts';
import type { RowOf } from './sender.ts';
import { fetchState, carryOut } from './watch-state.ts';

export async function sendSaveProgress(ports: SendPorts, row: RowOf<SaveProgress>): Promise<RowOutcome> {
  const { videoId, positionSeconds, durationSeconds = 0 } = row.mutation;
  const knownState = isOutcomeUnknown(row) ? undefined : await recentState(ports, videoId);
  const presentState = knownState ? ok(knownState.state) : await fetchState(ports, videoId);
  if (!presentState.ok) return handleFailedRead(ports, row, presentState.error);
  const decision = decideProgress({ localSeconds: positionSeconds, durationSeconds, base: row.base, present: presentState.value });
  return carryOut(ports, row, presentState.value, decision, () => sendPosition(ports, row, presentState.value), knownState?.atMs);
}

/** Over a slow connection, a pass with many positions takes minutes, so positions that were read together are used only while recent. */
async function recentState({ mirror: { db, clock }, readPositions }: SendPorts, videoId: string): Promise<ReadPosition | undefined> {
  const isRecent = (atMs: number): boolean => ageMs(clock, atMs) < ownWriteTtlMs;
  const row = await db.watchStates.get(videoId);
  const confirmedAtMs = row?.confirmedAtMs ?? -Infinity;
  if (row && isRecent(confirmedAtMs)) return { state: row.server, atMs: confirmedAtMs };
  const readPosition = readPositions.get(videoId);
  return readPosition && isRecent(readPosition.atMs) ? readPosition : undefined;
}

async function sendPosition(
  { api, signal }: SendPorts,
  { mutation, idempotencyKey }: RowOf<SaveProgress>,
  presentState: WatchState,
): Promise<Result<WatchState, ApiError>> {
  const { videoId, positionSeconds } = mutation;
  if (positionSeconds === 0) {
    const answer = await api.deleteProgress(videoId, idempotencyKey, signal);
    return answer.ok ? ok({ ...presentState, positionSeconds: null }) : answer;
  }
  const answer = await api.saveProgress(videoId, positionSeconds, idempotencyKey, signal);
  if (!answer.ok) return answer;
  return ok(answer.value.isWatched ? { isWatched: true, positionSeconds: null } : { isWatched: false, positionSeconds });
}
