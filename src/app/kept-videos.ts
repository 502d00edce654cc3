import type { SavedLink } from '../saved-media/saved-link.ts';

/** Saved on this device, or of a trip: neither evicted nor taken for nobody's. @throws where the ledger does not open */
export async function keptVideos(saved: SavedLink | null): Promise<ReadonlySet<string>> {
  await saved?.openIfUsed();
  const trips = saved?.plans()?.trips ?? [];
  return new Set([...(saved?.items() ?? []).map(({ videoId }) => videoId), ...trips.flatMap(({ videoIds }) => videoIds)]);
}
