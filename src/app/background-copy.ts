// Copies data onto this device in the background: first the data that is likely to be opened next, then the whole catalogue. Also
// starts eviction, which keeps the copy from growing too large, and checks a sample of the copy once prefetching is done. Loaded once per
// tab, when the page is idle.
import { isPrefetchOn, isUnmetered } from '../lib/prefetch-setting.ts';
import type { Mirror } from '../mirror/database.ts';
import { limitKeptChanges } from '../mirror/limit-kept-changes.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';
import { startCatalogueReader } from '../sync/catalogue-reader.ts';
import { startPrefetch } from '../sync/prefetch.ts';
import { checkDevice } from './check-device.ts';
import { startPageEviction } from './eviction.ts';
import { watchHoveredLinks } from './hovered-links.ts';
import { logOut } from './log-out.ts';
import { isLoadingPictures, canCachePictures, prefetchPicture } from './prefetch-pictures.ts';
import { whenIdle } from './ports.ts';
import { watchUse } from './recent-use.ts';

/** Re-exported here so that the initial bundle references one lazy chunk instead of three. */
export { checkDevice, logOut };

export function startBackgroundCopy(mirror: Mirror, savedLink: SavedLink | null): void {
  const isInUse = watchUse();
  const mayPrefetch = (): boolean => isUnmetered() && isPrefetchOn();
  const isBusy = (): boolean => isInUse() || isLoadingPictures();
  startPrefetch({
    mirror,
    isVisible: () => document.visibilityState === 'visible',
    mayFetch: mayPrefetch,
    isBusy,
    canCachePictures,
    cachePicture: prefetchPicture,
    onIdle: () => whenIdle(() => checkDevice(mirror, savedLink, { isSample: true, onProgress() {}, signal: new AbortController().signal })),
  });
  watchHoveredLinks(mirror, mayPrefetch);
  startCatalogueReader({ mirror, mayFetch: isUnmetered, isPrefetchOn, isBusy });
  startPageEviction(mirror, savedLink);
  limitKeptChanges();
}
