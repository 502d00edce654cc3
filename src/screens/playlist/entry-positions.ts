// The positions of a playlist's entries, which the filter "Playable now" does not change. Pure.

export interface EntryPosition {
  /** The position in the whole playlist; counts from 0. */
  index: number;
  /** The position among the archived entries, which alone the archive lists; counts from 0. For other entries, that of the next archived one. */
  archivedIndex: number;
}

/** A regular playlist may contain a video twice, so an entry is identified by its object. */
export function positionsOf<Entry extends { isDownloaded: boolean }>(entries: readonly Entry[]): ReadonlyMap<Entry, EntryPosition> {
  let archivedIndex = 0;
  return new Map(entries.map((entry, index) => [entry, { index, archivedIndex: entry.isDownloaded ? archivedIndex++ : archivedIndex }]));
}
