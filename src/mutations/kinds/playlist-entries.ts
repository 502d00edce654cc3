// How several kinds of changes affect a playlist. Pure.
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
    // As on the archive: a custom playlist is never active.
    isActive: false,
    sortOrder: 'top',
    lastRefreshedAt: '',
    sourceUrl: null,
    entries: [],
    fetchedAtMs: 0,
  };
}

export function withMember(entries: PlaylistEntry[], { videoId, isMember, title }: { videoId: string; isMember: boolean; title: string }): PlaylistEntry[] {
  const isThere = entries.some((entry) => entry.videoId === videoId);
  if (isThere === isMember) return entries;
  if (!isMember) return numbered(entries.filter((entry) => entry.videoId !== videoId));
  return [...entries, { videoId, title, uploader: null, index: entries.length, isDownloaded: true }];
}

/** Entries that the order does not name keep their own order, after those it names. */
export function inWantedOrder<Entry extends { videoId: string }>(entries: readonly Entry[], wanted: readonly string[]): Entry[] {
  const places = new Map(wanted.map((videoId, place) => [videoId, place]));
  const placeOf = ({ videoId }: Entry): number => places.get(videoId) ?? Infinity;
  return entries.toSorted((left, right) => (placeOf(left) === placeOf(right) ? 0 : placeOf(left) - placeOf(right)));
}

export function numbered(entries: PlaylistEntry[]): PlaylistEntry[] {
  return entries.map((entry, index) => (entry.index === index ? entry : { ...entry, index }));
}
