// Turns the wanted order of a playlist into API calls, each of which moves one video. Pure. Called by the sender of order-playlist.

export interface Move {
  videoId: string;
  action: 'top' | 'up' | 'down' | 'bottom';
}

/**
 * @param isEndsOnly whether to use only moves to the ends. These are idempotent, and hidden videos do not affect them. A step up or down
 * skips watched videos while the user hides them.
 */
export function planMoves(presentIds: readonly string[], targetIds: readonly string[], isEndsOnly: boolean): Move[] {
  const indexById = new Map(presentIds.map((videoId, index) => [videoId, index]));
  const endMoves = movesToEnds(indexById, targetIds);
  if (isEndsOnly) return endMoves;
  const stepMoves = singleVideoSteps(presentIds, targetIds);
  return stepMoves && stepMoves.length < endMoves.length ? stepMoves : endMoves;
}

/** The longest run of the target that is already in order stays. The videos before it go to the top, those after it to the bottom. */
function movesToEnds(indexById: ReadonlyMap<string, number>, targetIds: readonly string[]): Move[] {
  const presentIndexOf = (targetIndex: number): number => indexById.get(targetIds[targetIndex] ?? '') ?? -1;
  let longestRun = { from: 0, to: 0 };
  let from = 0;
  for (let to = 1; to <= targetIds.length; to += 1) {
    if (to - from > longestRun.to - longestRun.from) longestRun = { from, to };
    if (presentIndexOf(to) < presentIndexOf(to - 1)) from = to;
  }
  const toTop = targetIds
    .slice(0, longestRun.from)
    .toReversed()
    .map((videoId): Move => ({ videoId, action: 'top' }));
  const toBottom = targetIds.slice(longestRun.to).map((videoId): Move => ({ videoId, action: 'bottom' }));
  return [...toTop, ...toBottom];
}

/** The single steps of the one video that has moved; null if more than one has. */
function singleVideoSteps(presentIds: readonly string[], targetIds: readonly string[]): Move[] | null {
  const firstChangedIndex = presentIds.findIndex((videoId, index) => videoId !== targetIds[index]);
  if (firstChangedIndex < 0) return [];
  const lastChangedIndex = presentIds.findLastIndex((videoId, index) => videoId !== targetIds[index]);
  const changedIds = presentIds.slice(firstChangedIndex, lastChangedIndex + 1);
  const isMovedUp = isSameOrder([changedIds.at(-1), ...changedIds.slice(0, -1)], targetIds.slice(firstChangedIndex, lastChangedIndex + 1));
  const isMovedDown = isSameOrder([...changedIds.slice(1), changedIds[0]], targetIds.slice(firstChangedIndex, lastChangedIndex + 1));
  if (!isMovedUp && !isMovedDown) return null;
  const videoId = (isMovedUp ? changedIds.at(-1) : changedIds[0]) ?? '';
  return Array.from({ length: lastChangedIndex - firstChangedIndex }, (): Move => ({ videoId, action: isMovedUp ? 'up' : 'down' }));
}

function isSameOrder(left: readonly (string | undefined)[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((videoId, index) => videoId === right[index]);
}
