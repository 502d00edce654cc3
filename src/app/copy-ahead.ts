// What is copied onto this device in the background: first what is likely to be opened next, then the whole catalogue. Also starts eviction
// when the copy is too large. Loaded when idle, once per tab.
import { isMirrorAheadOn, mayFetchAhead } from '../lib/fetch-ahead.ts';
import type { Mirror } from '../mirror/database.ts';
import type { SavedLink } from '../saved-media/saved-link.ts';
import { startCatalogueRun } from '../sync/catalogue-run.ts';
import { startMirrorAhead } from '../sync/mirror-ahead.ts';
import { checkDevice } from './check-device.ts';
import { startEvictionOf } from './eviction.ts';
import { arePicturesComing, canKeepPictures, keepPicture } from './pictures-ahead.ts';
import { whenIdle } from './ports.ts';

/** Re-exported here so that the initial bundle references one lazy chunk instead of two. */
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
