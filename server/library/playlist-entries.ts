import type { PlaylistRecord } from '../catalogue/records.ts';
import type { CollectionEntry } from './playlist-facts.ts';

/** A video of the library whose description names a playlist. */
export interface Member {
  videoId: string;
  title: string;
  uploader: string | null;
  /** 0-based position at the source; null if unknown. */
  index: number | null;
}

/**
 * A playlist's entries in source order. If the playlist has its own list, members that the list lacks are added to its end. Otherwise the
 * entries are the members, ordered by their positions. Gaps are kept, so that the sixth video stays the sixth even if earlier ones are not
 * in the library.
 */
export function entriesOf(listedEntries: CollectionEntry[] | null, members: Member[]): PlaylistRecord['entries'] {
  const usedIds = new Set(listedEntries?.map((entry) => entry.videoId));
  const byPosition = members
    .filter((member) => !usedIds.has(member.videoId))
    .toSorted((a, b) => (a.index ?? Infinity) - (b.index ?? Infinity) || (a.title < b.title ? -1 : a.title > b.title ? 1 : a.videoId < b.videoId ? -1 : 1));
  const entries: PlaylistRecord['entries'] = (listedEntries ?? []).map((entry, index) => ({ ...entry, index }));
  let nextIndex = entries.length;
  for (const { videoId, title, uploader, index } of byPosition) {
    if (usedIds.has(videoId)) continue;
    usedIds.add(videoId);
    const position = listedEntries === null && index !== null ? Math.max(index, nextIndex) : nextIndex;
    entries.push({ videoId, title, uploader, index: position });
    nextIndex = position + 1;
  }
  return entries;
}
