// Computes the order of a custom playlist including its entries in the trash. Pure.

/**
 * A trashed entry follows the entry that it followed before; it comes first if no entry before it remains.
 * @param currentIds the current entries @param previousOrder the full order so far @param isTrashed whether a video is still in the trash
 */
export function fullOrder(currentIds: readonly string[], previousOrder: readonly string[], isTrashed: (videoId: string) => boolean): string[] {
  const presentIds = new Set(currentIds);
  const leadingIds: string[] = [];
  const followers = new Map<string, string[]>();
  let followersOfLast = leadingIds;
  for (const videoId of previousOrder) {
    if (presentIds.has(videoId)) followers.set(videoId, (followersOfLast = []));
    else if (isTrashed(videoId)) followersOfLast.push(videoId);
  }
  return [...leadingIds, ...currentIds.flatMap((videoId) => [videoId, ...(followers.get(videoId) ?? [])])];
}

/** Where to insert the video: after its nearest predecessor in `order` that is a current entry. Null if the video is not in `order`. */
export function positionIn(currentIds: readonly string[], order: readonly string[], videoId: string): number | null {
  const ownIndex = order.indexOf(videoId);
  if (ownIndex < 0) return null;
  const indexById = new Map(currentIds.map((each, index) => [each, index]));
  for (const each of order.slice(0, ownIndex).toReversed()) {
    const index = indexById.get(each);
    if (index !== undefined) return index + 1;
  }
  return 0;
}
