/**
 * Sort keys of lists: the contract's name → the column. Each has one index with the filters' columns. Released migrations (002, 014) create
 * these indexes from this list, so a change of the list would change the migrations.
 */
export const sortColumns = {
  published: 'published_at',
  downloaded: 'downloaded_at',
  views: 'view_count',
  likes: 'like_count',
  duration: 'duration',
  mediasize: 'media_size',
  width: 'width',
  height: 'height',
} as const;
