// What is copied onto this device while nobody waits for anything: what will likely be opened next, then the whole catalogue; and
// what goes when it is too much. Loaded when idle, once for each tab.
import { isMirrorAheadOn, mayFetchAhead } from '../lib/fetch-ahead.ts';
import type { Mirror } from '../mirror/database.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';
import { startCatalogueRun } from '../sync/catalogue-run.ts';
import { startMirrorAhead } from '../sync/mirror-ahead.ts';
import { checkDevice } from './check-device.ts';
import { startEvictionOf } from './eviction.ts';
import { arePicturesComing, canKeepPictures, keepPicture } from './pictures-ahead.ts';
import { whenIdle } from './ports.ts';

/** Here as well, so that the first load names one late part instead of two. */
export { checkDevice };

export function startCopyAhead(mirror: Mirror, saved: SavedLink | null): void {
  startMirrorAhead({
    mirror,
    isVisible: () => document.visibilityState === 'visible',
    mayFetch: () => mayFetchAhead() && isMirrorAheadOn(),
    isBusy: arePicturesComing,
    canKeepPictures,
    keepPicture,
    onRest: () => whenIdle(() => checkDevice(mirror, saved, { isSample: true, onProgress() {}, signal: new AbortController().signal })),
  });
  startCatalogueRun({ mirror, mayFetch: mayFetchAhead, isAheadOn: isMirrorAheadOn, isBusy: arePicturesComing });
  startEvictionOf(mirror, saved);
}
