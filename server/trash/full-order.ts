// Computes the order of a custom playlist including its entries in the trash. Pure.

/**
 * A trashed entry follows the entry that it followed before; it comes first if no entry before it remains.
 * @param present current entries @param before the full order so far @param isTrashed whether it is still in the trash
 */
export function fullOrder(present: readonly string[], before: readonly string[], isTrashed: (videoId: string) => boolean): string[] {
  const presentIds = new Set(present);
  const first: string[] = [];
  const followers = new Map<string, string[]>();
  let current = first;
  for (const videoId of before) {
    if (presentIds.has(videoId)) followers.set(videoId, (current = []));
    else if (isTrashed(videoId)) current.push(videoId);
  }
  return [...first, ...present.flatMap((videoId) => [videoId, ...(followers.get(videoId) ?? [])])];
}

/** The video's index among `present`: after its nearest predecessor there. Null if `order` does not contain the video. */
export function positionIn(present: readonly string[], order: readonly string[], videoId: string): number | null {
  const ownIndex = order.indexOf(videoId);
  if (ownIndex < 0) return null;
  const indexById = new Map(present.map((each, index) => [each, index]));
  for (const each of order.slice(0, ownIndex).toReversed()) {
    const index = indexById.get(each);
    if (index !== undefined) return index + 1;
  }
  return 0;
}
