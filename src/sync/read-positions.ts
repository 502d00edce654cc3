// Reads the archive's positions before a pass sends many of them (docs/decisions/403). Called by flush.ts.
import { keepClaim } from '../mirror/sending-claim.ts';
import type { StoredOutboxRow } from '../mirror/fold.ts';
import { toWatchState } from '../mirror/from-wire.ts';
import { videoOf } from '../mirror/mutation-kinds.ts';
import type { WatchState } from '../mirror/rows.ts';
import type { SendPorts } from './row-outcome.ts';

/** From this many positions on, reading the continue list (all videos with a position) costs less than reading each video. */
const bulkReadFrom = 4;

/** A typical continue list has one page. At most this many pages are read; beyond that, reading each video costs no more. */
const maxContinuePages = 20;

/**
 * Reads the positions from the continue list instead of one by one, for a device that was offline for long. Reading can take longer than a
 * claim lasts, so each page renews the claim.
 *
 * @throws {FencedOff}
 */
export async function readPositionsInBulk({ api, mirror, epoch, signal, readPositions }: SendPorts, dueRows: readonly StoredOutboxRow[]): Promise<void> {
  const positionCount = dueRows.filter(({ mutation, state }) => mutation.kind === 'save-progress' && state.name !== 'sent').length;
  if (positionCount < bulkReadFrom || readPositions.size > 0) return;
  const atMs = mirror.clock.now();
  const continueStates = new Map<string, WatchState>();
  for (let page = 1; page <= maxContinuePages; page += 1) {
    // The first page is requested without `page`: while no position is saved, present servers answer 500 to any parameter beside
    // `watch=continue`.
    const answer = await api.listVideos(page === 1 ? 'watch=continue' : `watch=continue&page=${page}`, signal);
    // After a failure, every position is read one by one.
    if (!answer.ok) return;
    await keepClaim(mirror, epoch);
    for (const video of answer.value.data) continueStates.set(video.youtube_id, toWatchState(video));
    const lastPage = answer.value.paginate?.last_page;
    if (!lastPage || page >= lastPage) break;
  }
  // Videos not on the list may have been watched to the end elsewhere, so they are read one by one.
  const dueIds = new Set(dueRows.flatMap(({ mutation }) => videoOf(mirror.db.kinds, mutation) ?? []));
  for (const [videoId, state] of continueStates) if (dueIds.has(videoId)) readPositions.set(videoId, { state, atMs });
}
