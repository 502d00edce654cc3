// What every list of videos says, with the first load: those of its tools are in lists.ts.

/** What toasts say about watched marks. */
export const watchedTexts = {
  marked: 'Marked watched.',
  unmarked: 'Marked unwatched.',
  markedAll: (name: string) => `Marked all of ${name} as watched.`,
  unmarkedAll: (name: string) => `Marked all of ${name} as unwatched.`,
} as const;

/** What lists say where nothing is in them, and the way on. */
export const emptyListTexts = {
  emptyPage: 'There is nothing on this page.',
  firstPage: 'First page',
  showAll: 'Show all',
  clearFilters: 'Clear filters',
  noVideos: 'No videos found...',
  noMatch: 'Nothing here matches the filters.',
  forOthers: 'Nothing here yet. Ask whoever runs this archive.',
  goToDownloads: 'Go to Downloads',
} as const;

/** Of the queue, what the menu of every video says: apart, since the first load carries it. */
export const queueMenuTexts = {
  playNext: 'Play next',
  addToUpNext: 'Add to up next',
} as const;
