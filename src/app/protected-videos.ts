import type { SavedLink } from '../saved-media/saved-link.ts';

/**
 * Videos that are saved on this device or part of a trip. They are never evicted, and the self-check (check-device.ts) never removes their
 * rows.
 * @throws if the ledger does not open
 */
export async function readProtectedVideos(savedLink: SavedLink | null): Promise<ReadonlySet<string>> {
  await savedLink?.openIfUsed();
  const trips = savedLink?.plans()?.trips ?? [];
  return new Set([...(savedLink?.items() ?? []).map(({ videoId }) => videoId), ...trips.flatMap(({ videoIds }) => videoIds)]);
}
