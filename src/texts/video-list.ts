// Texts of every video list, in the initial bundle. The texts of the lists' tools are in lists.ts.
import { translated } from './translated.ts';

/** Toasts about watched marks. */
export const watchedTexts = translated('watched', {
  marked: 'Marked watched.',
  unmarked: 'Marked unwatched.',
} as const);

/** Empty lists and their next steps. */
export const emptyListTexts = translated('emptyList', {
  emptyPage: 'There is nothing on this page.',
  firstPage: 'First page',
  showAll: 'Show all',
  clearFilters: 'Clear filters',
  noVideos: 'No videos found...',
  noMatch: 'Nothing here matches the filters.',
  nothingPlayable: 'Nothing in this list is on this device.',
  forOthers: 'Nothing here yet. Ask whoever runs this archive.',
  goToDownloads: 'Go to Downloads',
} as const);

/** Up next's items in the menu of every video. Separate from queue.ts, because the initial bundle needs them. */
export const queueMenuTexts = translated('queueMenu', {
  playNext: 'Play next',
  addToUpNext: 'Add to up next',
} as const);
