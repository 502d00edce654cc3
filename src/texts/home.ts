/** Words of the home screen. */
export const homeTexts = {
  title: 'Home',
  continueWatching: 'Continue Watching',
  showAll: 'Show all',
  showLess: 'Show less',
  removeFromContinue: 'Remove from Continue Watching',
  removedFromContinue: 'Removed from Continue Watching.',
  recentVideos: 'Recent Videos',
  empty: 'No videos found...',
  emptyForStaff: 'Point the server at a folder of downloads, and they appear here.',
  emptyForOthers: 'Nothing here yet. Ask whoever runs this archive.',
  emptyPage: 'There is nothing on this page.',
  firstPage: 'First page',
  noMatch: 'Nothing here matches the filters.',
  clearFilters: 'Clear filters',
  loading: 'Loading videos',
  featured: (channel: string, left: string) => `${channel} · ${left}`,
} as const;
