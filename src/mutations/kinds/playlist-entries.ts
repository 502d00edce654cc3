// Functions over a playlist's entries, shared by several kinds of changes. Pure.
import type { PlaylistEntry, PlaylistRow } from '../../mirror/rows.ts';

export function emptyPlaylist(playlistId: string, name: string): PlaylistRow {
  return {
    playlistId,
    name,
    kind: 'custom',
    channelId: null,
    channelName: null,
    thumbUrl: null,
    description: null,
    isSubscribed: false,
    // A custom playlist is never active, as on the archive.
    isActive: false,
    sortOrder: 'top',
    lastRefreshedAt: '',
    sourceUrl: null,
    entries: [],
    fetchedAtMs: 0,
  };
}

export function withMember(entries: PlaylistEntry[], { videoId, isMember, title }: { videoId: string; isMember: boolean; title: string }): PlaylistEntry[] {
  const wasMember = entries.some((entry) => entry.videoId === videoId);
  if (wasMember === isMember) return entries;
  if (!isMember) return withIndexes(entries.filter((entry) => entry.videoId !== videoId));
  return [...entries, { videoId, title, uploader: null, index: entries.length, isDownloaded: true }];
}

/** Sorts entries by `order`. Entries that `order` does not name come last, in their own order. */
export function inOrder<Entry extends { videoId: string }>(entries: readonly Entry[], order: readonly string[]): Entry[] {
  const positions = new Map(order.map((videoId, index) => [videoId, index]));
  const positionOf = ({ videoId }: Entry): number => positions.get(videoId) ?? Infinity;
  return entries.toSorted((left, right) => (positionOf(left) === positionOf(right) ? 0 : positionOf(left) - positionOf(right)));
}

export function withIndexes(entries: PlaylistEntry[]): PlaylistEntry[] {
  return entries.map((entry, index) => (entry.index === index ? entry : { ...entry, index }));
}
