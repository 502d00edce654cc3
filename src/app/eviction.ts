// Starts eviction with the facts about this device: which videos are saved or part of a trip, and how much space is left. Loaded when idle.
import type { Mirror } from '../mirror/database.ts';
import { readDeviceSpace } from '../saved-media/quota.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';
import { startEviction } from '../sync/eviction-loop.ts';
import { readProtectedVideos } from './protected-videos.ts';

/** Returns a function that stops eviction. `savedLink`: null where this browser cannot save. */
export function startPageEviction(mirror: Mirror, savedLink: SavedLink | null): () => void {
  return startEviction({
    mirror,
    protectedVideos: () => readProtectedVideos(savedLink),
    async freeBytes() {
      // `navigator.storage` is absent outside secure contexts, despite its type.
      const space = (navigator.storage as StorageManager | undefined) ? await readDeviceSpace() : null;
      return space && space.quotaBytes - space.usageBytes;
    },
  });
}
