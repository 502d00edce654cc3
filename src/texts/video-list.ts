// Texts of every video list, in the initial bundle. Those of its tools are in lists.ts.

/** Toasts about watched marks. */
export const watchedTexts = {
  marked: 'Marked watched.',
  unmarked: 'Marked unwatched.',
  markedAll: (name: string) => `Marked all of ${name} as watched.`,
  unmarkedAll: (name: string) => `Marked all of ${name} as unwatched.`,
} as const;

/** Empty lists and their next steps. */
export const emptyListTexts = {
  emptyPage: 'There is nothing on this page.',
  firstPage: 'First page',
  showAll: 'Show all',
  clearFilters: 'Clear filters',
  noVideos: 'No videos found...',
  noMatch: 'Nothing here matches the filters.',
  nothingPlayable: 'Nothing in this list is on this device.',
  forOthers: 'Nothing here yet. Ask whoever runs this archive.',
  goToDownloads: 'Go to Downloads',
} as const;

/** The queue's entries in the menu of every video: separate from queue.ts, because the initial bundle needs them. */
export const queueMenuTexts = {
  playNext: 'Play next',
  addToUpNext: 'Add to up next',
} as const;
