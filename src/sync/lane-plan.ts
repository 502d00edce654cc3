// Decides which outbox rows may be sent. A lane is first in, first out; rows of some kinds wait only for rows of their lane with the same
// merge key. A mark of a whole channel or playlist waits for earlier changes of its videos and for earlier such marks. Later changes of its
// videos wait for the mark. New playlists of the same name are sent one at a time, so that their effects can be told apart after a lost
// answer. An addition to the download queue waits for the removal of an item that it may add again, and for earlier additions, unless the
// archive keeps failing at these or at what they wait for. Pure. Called by flush.
import { isDue } from '../lib/backoff.ts';
import type { StoredOutboxRow } from '../mirror/fold.ts';
import { isWideMark, videoOf, type MutationKinds } from '../mirror/mutation-kinds.ts';
import type { Lane } from '../mirror/rows.ts';

/** Whether the video belongs to the channel or playlist of that lane; true if that is unknown. */
export type MembershipTest = (wideLane: Lane, videoId: string) => boolean;

/** The rows that wait for no earlier row. `rows` and the result are in order of sequence. */
export function laneHeads(kinds: MutationKinds, rows: readonly StoredOutboxRow[], mayConcern: MembershipTest): StoredOutboxRow[] {
  const heads: StoredOutboxRow[] = [];
  const occupiedQueues = new Set<string>();
  const unknownLanes = new Set<Lane>();
  const earlierVideoIds: string[] = [];
  const wideLanes: Lane[] = [];
  const serialKeys = new Set<string>();
  /** By sequence: how often the archive has failed at the row or, if the row waits for other rows, at one of these. */
  const attemptsBySequence = new Map<number, number>();
  for (const row of rows) {
    const kind = kinds.of(row.mutation);
    const videoId = videoOf(kinds, row.mutation);
    const isWide = isWideMark(kinds, row.mutation);
    const serialKey = kind?.serialKey?.(row.mutation) ?? null;
    const queueKey = kind?.isOrderedByMergeKey ? JSON.stringify([row.lane, kind.mergeKey(row.mutation)]) : row.lane;
    const attemptsOf = (other: StoredOutboxRow): number => attemptsBySequence.get(other.sequence) ?? other.attempts;
    const isAwaited = (other: StoredOutboxRow): boolean =>
      other.sequence < row.sequence && kind?.waitsFor?.(row.mutation, other.mutation, attemptsOf(other)) === true;
    const awaitedRows = kind?.waitsFor ? rows.filter(isAwaited) : [];
    const isBlocked =
      // Another version of the app wrote the row and will send it; the later rows of its lane wait for that.
      kind === null ||
      unknownLanes.has(row.lane) ||
      occupiedQueues.has(queueKey) ||
      (serialKey !== null && serialKeys.has(serialKey)) ||
      awaitedRows.length > 0 ||
      (isWide && (wideLanes.length > 0 || earlierVideoIds.some((earlierId) => mayConcern(row.lane, earlierId)))) ||
      (videoId !== null && wideLanes.some((wideLane) => mayConcern(wideLane, videoId)));
    if (!isBlocked) heads.push(row);
    attemptsBySequence.set(row.sequence, Math.max(row.attempts, ...awaitedRows.map(attemptsOf)));
    if (kind === null) unknownLanes.add(row.lane);
    occupiedQueues.add(queueKey);
    if (serialKey !== null) serialKeys.add(serialKey);
    if (isWide) wideLanes.push(row.lane);
    if (videoId !== null) earlierVideoIds.push(videoId);
  }
  return heads;
}

/** A deferred position is sent early when something waits behind it. */
export function isRowDue(kinds: MutationKinds, row: StoredOutboxRow, rows: readonly StoredOutboxRow[], nowMs: number): boolean {
  if (isDue(row.nextTryAtMs, nowMs)) return true;
  return (
    row.state.name === 'held' && rows.some(({ sequence, lane, mutation }) => sequence > row.sequence && (lane === row.lane || isWideMark(kinds, mutation)))
  );
}
