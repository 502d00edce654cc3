import type { PlaylistRecord } from '../catalogue/records.ts';
import type { CollectionEntry } from './playlist-facts.ts';

/** A video of the library whose description names a playlist. */
export interface Member {
  videoId: string;
  title: string;
  uploader: string | null;
  /** 0-based place at the source; null when it does not say. */
  index: number | null;
}

/**
 * The entries of a playlist in source order: its own list if there is one, with members that the list lacks at the end; else the members by the place
 * they name. Free places are kept, so that the sixth video is sixth although four before it are not in the library.
 */
export function entriesOf(listed: CollectionEntry[] | null, members: Member[]): PlaylistRecord['entries'] {
  const named = new Set(listed?.map((entry) => entry.videoId));
  const byPlace = members
    .filter((member) => !named.has(member.videoId))
    .toSorted((a, b) => (a.index ?? Infinity) - (b.index ?? Infinity) || (a.title < b.title ? -1 : a.title > b.title ? 1 : a.videoId < b.videoId ? -1 : 1));
  const entries: PlaylistRecord['entries'] = (listed ?? []).map((entry, index) => ({ ...entry, index }));
  let next = entries.length;
  for (const { videoId, title, uploader, index } of byPlace) {
    if (named.has(videoId)) continue;
    named.add(videoId);
    const place = listed === null && index !== null ? Math.max(index, next) : next;
    entries.push({ videoId, title, uploader, index: place });
    next = place + 1;
  }
  return entries;
}
