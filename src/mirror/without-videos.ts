import type { PlaylistRow } from './rows.ts';

/**
 * A custom playlist loses the entries of deleted videos; in other playlists they stay, marked as not archived (docs/behaviour.md, Videos).
 */
export function withoutVideos({ kind, entries }: Pick<PlaylistRow, 'kind' | 'entries'>, isDeleted: (videoId: string) => boolean): PlaylistRow['entries'] {
  return kind === 'custom'
    ? entries.filter((entry) => !isDeleted(entry.videoId)).map((entry, index) => ({ ...entry, index }))
    : entries.map((entry) => (isDeleted(entry.videoId) ? { ...entry, isDownloaded: false } : entry));
}
