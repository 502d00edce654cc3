// The lists of home. main.tsx reads them from the device before the first frame, or has them requested at startup if there is no copy yet.
import type { WireUserConfig } from '../contract/names.ts';
import type { Mirror } from '../mirror/database.ts';
import { firstFrameOf } from '../mirror/first-frame.ts';
import { videoListQuery, videoListSettings } from './list-settings.ts';
import { videoListStore } from './video-stores.ts';
import type { VideoListQuery } from './views.ts';

export function homeQueries(config: WireUserConfig): VideoListQuery[] {
  return [videoListQuery({ ...videoListSettings(config, 'home'), height: null }, { page: 1 }), { watch: 'continue', page: 1 }];
}

/** Resolves when both lists of home have been read from the device into the stores that home's hooks use. */
export async function preloadHome(mirror: Mirror): Promise<void> {
  const config = firstFrameOf(mirror)?.documents.find((document) => document.key === 'user-config');
  if (config) await Promise.all(homeQueries(config.value).map((query) => videoListStore(mirror, query).whenRead));
}
