import type { SavedLink } from '../saved-media/saved-link.ts';

/** Videos saved on this device or part of a trip: never evicted, and never treated as unowned. @throws if the ledger does not open */
export async function readProtectedVideos(saved: SavedLink | null): Promise<ReadonlySet<string>> {
  await saved?.openIfUsed();
  const trips = saved?.plans()?.trips ?? [];
  return new Set([...(saved?.items() ?? []).map(({ videoId }) => videoId), ...trips.flatMap(({ videoIds }) => videoIds)]);
}
