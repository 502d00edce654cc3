/** Sort keys of lists: the contract's name → the column. Each has one covering index (migrations.ts). */
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
