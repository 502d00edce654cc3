// Eviction with what the page knows of this device: what is saved, what a trip holds, how much room is left. Loaded when idle.
import type { Mirror } from '../mirror/database.ts';
import { readDeviceSpace } from '../saved-media/quota.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';
import { startEviction } from '../sync/evict-run.ts';
import { keptVideos } from './kept-videos.ts';

/** Ends it. `saved`: null where this browser cannot save. */
export function startEvictionOf(mirror: Mirror, saved: SavedLink | null): () => void {
  return startEviction({
    mirror,
    keptVideos: () => keptVideos(saved),
    async freeBytes() {
      // Absent outside of secure contexts, whatever the types say.
      const space = (navigator.storage as StorageManager | undefined) ? await readDeviceSpace() : null;
      return space && space.quotaBytes - space.usageBytes;
    },
  });
}
