import { newItem } from '../../src/saved-media/kept-list.ts';
import type { Revision, SavedItem } from '../../src/saved-media/ledger/rows.ts';

/** A video that waits to be saved. */
export function aSavedItem(overrides: Partial<SavedItem> = {}): SavedItem {
  return { ...newItem('mara', { videoId: 'fog', keptFor: 'person', isPinned: false, place: 0 }, 0), ...overrides };
}

export function aRevision(overrides: Partial<Revision> = {}): Revision {
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
    ...overrides,
  };
}
