// Computes the order of a custom playlist including its entries in the trash. Pure.

/**
 * A trashed entry follows the entry that it followed before; it comes first if no entry before it remains.
 * @param present current entries @param before the full order so far @param isTrashed whether it is still in the trash
 */
export function fullOrder(present: readonly string[], before: readonly string[], isTrashed: (videoId: string) => boolean): string[] {
  const here = new Set(present);
  const first: string[] = [];
  const followers = new Map<string, string[]>();
  let current = first;
  for (const videoId of before) {
    if (here.has(videoId)) followers.set(videoId, (current = []));
    else if (isTrashed(videoId)) current.push(videoId);
  }
  return [...first, ...present.flatMap((videoId) => [videoId, ...(followers.get(videoId) ?? [])])];
}

/** The video's place among `present`: after its nearest predecessor there. Null: `order` does not contain it. */
export function positionIn(present: readonly string[], order: readonly string[], videoId: string): number | null {
  const own = order.indexOf(videoId);
  if (own < 0) return null;
  const places = new Map(present.map((each, index) => [each, index]));
  for (const each of order.slice(0, own).toReversed()) {
    const place = places.get(each);
    if (place !== undefined) return place + 1;
  }
  return 0;
}
