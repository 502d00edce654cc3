// Eviction with the page's knowledge of this device: what is saved, what a trip holds, how much room is left. Loaded when idle.
import type { Mirror } from '../mirror/database.ts';
import { readDeviceSpace } from '../saved-media/quota.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';
import { startEviction } from '../sync/eviction-loop.ts';
import { readProtectedVideos } from './protected-videos.ts';

/** Returns a function that stops it. `saved`: null where this browser cannot save. */
export function startEvictionOf(mirror: Mirror, saved: SavedLink | null): () => void {
  return startEviction({
    mirror,
    protectedVideos: () => readProtectedVideos(saved),
    async freeBytes() {
      // Absent outside secure contexts, despite the types.
      const space = (navigator.storage as StorageManager | undefined) ? await readDeviceSpace() : null;
      return space && space.quotaBytes - space.usageBytes;
    },
  });
}
