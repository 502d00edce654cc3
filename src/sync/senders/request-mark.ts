import { ok, type Result } from '../../lib/result.ts';
import type { WatchState } from '../../mirror/rows.ts';
import { marked } from '../../mutations/kinds/watch-state.ts';
import type { ApiError } from '../../network/api-error.ts';
import type { SendPorts } from '../row-outcome.ts';

/** @param id of a video, a channel or a playlist */
export async function requestMark({ api, signal }: SendPorts, id: string, isWatched: boolean, key: string): Promise<Result<WatchState, ApiError>> {
  const answer = await api.setWatched(id, isWatched, key, signal);
  return answer.ok ? ok(marked(isWatched)) : answer;
}
