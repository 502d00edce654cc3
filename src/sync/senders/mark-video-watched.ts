import type { MarkVideoWatched } from '../../mutations/kinds/mark-video-watched.ts';
import { decideMark } from '../conflict.ts';
import { handleFailedRead, type RowOutcome, type SendPorts } from '../row-outcome.ts';
import type { RowOf } from './sender.ts';
import { fetchState, requestMark, carryOut } from './watch-state.ts';

/** Always reads first: if the archive already agrees, sending would change the date on which the video was watched. */
export async function sendMarkVideoWatched(ports: SendPorts, row: RowOf<MarkVideoWatched>): Promise<RowOutcome> {
  const { videoId, isWatched } = row.mutation;
  const presentState = await fetchState(ports, videoId);
  if (!presentState.ok) return handleFailedRead(ports, row, presentState.error);
  const decision = decideMark({ isWatched, base: row.base, present: presentState.value });
  return carryOut(ports, row, presentState.value, decision, () => requestMark(ports, videoId, isWatched, row.idempotencyKey));
}
