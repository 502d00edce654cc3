// Reads home's lists before the first frame. Called by main.
import type { Mirror } from '../mirror/database.ts';
import { firstFrameOf } from '../mirror/first-frame.ts';
import { videoListQuery, videoListSettings } from './list-settings.ts';
import { videoListStore } from './video-stores.ts';

/** Resolves when both lists of home have been read from the device into the stores that home's hooks use. */
export async function preloadHome(mirror: Mirror): Promise<void> {
  const config = firstFrameOf(mirror)?.documents.find((document) => document.key === 'user-config');
  if (!config) return;
  const recentQuery = videoListQuery({ ...videoListSettings(config.value, 'home'), height: null }, { page: 1 });
  await Promise.all([recentQuery, { watch: 'continue', page: 1 } as const].map((query) => videoListStore(mirror, query).whenRead));
}
