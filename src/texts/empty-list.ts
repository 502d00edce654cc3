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
