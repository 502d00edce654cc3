// A mark of all videos of a channel or a playlist.
import { ok, type Result } from '../../lib/result.ts';
import type { MarkPlaylistWatched } from '../../mutations/kinds/mark-playlist-watched.ts';
import type { MarkChannelWatched } from '../../mutations/kinds/mark-channel-watched.ts';
import { videosConcerned } from '../../mirror/fold.ts';
import { marked } from '../../mutations/kinds/watch-state.ts';
import type { ApiError } from '../../network/api-error.ts';
import { afterFailedRead, isOutcomeUnknown, type RowOutcome, type SendPorts } from '../row-outcome.ts';
import type { RowOf } from './sender.ts';
import { record, requestMark, send } from './watch-state.ts';

type WideRow = RowOf<MarkChannelWatched | MarkPlaylistWatched>;

/** @param members the list of its videos, as a filter of the archive's */
export async function sendWideMark(ports: SendPorts, row: WideRow, id: string, members: string): Promise<RowOutcome> {
  const { isWatched } = row.mutation;
  if (isOutcomeUnknown(row)) {
    const isDone = await readIsDone(ports, row, members);
    if (!isDone.ok) return afterFailedRead(ports, row, isDone.error);
    if (isDone.value) return record(ports, row, marked(isWatched), { to: 'drop' });
  }
  return send(ports, row, { to: 'send' }, () => requestMark(ports, id, isWatched, row.idempotencyKey));
}

/**
 * Sending it again is safe but for videos that another device has marked otherwise since: so it is not, when no video is
 * left in the other state and no position of its videos that was known is still there.
 */
async function readIsDone({ api, signal, mirror }: SendPorts, row: WideRow, members: string): Promise<Result<boolean, ApiError>> {
  const { isWatched } = row.mutation;
  const others = await api.listVideos(`${members}&watch=${isWatched ? 'unwatched' : 'watched'}`, signal);
  if (!others.ok) return others;
  if (others.value.data.length > 0) return ok(false);
  if (isWatched) return ok(true);
  const states = await mirror.db.watchStates.bulkGet(await videosConcerned(mirror.db, row));
  return ok(states.every((state) => (state?.server.positionSeconds ?? null) === null));
}
