import type { Revision, SavedItem } from '../../src/saved-media/ledger/rows.ts';

/** A video that waits to be saved. */
export function aSavedItem(own: Partial<SavedItem> = {}): SavedItem {
  return {
    account: 'mara',
    videoId: 'fog',
    rendition: 'original',
    status: { state: 'queued', reason: null },
    place: 0,
    isPinned: false,
    keptFor: 'person',
    askedAtMs: 0,
    wholeRevision: null,
    isStream: false,
    openRevision: null,
    differedCount: 0,
    totalBytes: null,
    savedBytes: 0,
    removedAtMs: null,
    ...own,
  };
}

export function aRevision(own: Partial<Revision> = {}): Revision {
  return {
    account: 'mara',
    videoId: 'fog',
    rendition: 'original',
    revision: 1,
    url: '/media/fog.mp4',
    validator: '"one"',
    contentType: 'video/mp4',
    totalBytes: 1000,
    partBytes: 400,
    committedBytes: 1000,
    ...own,
  };
}
