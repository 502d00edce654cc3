// Search (SPEC §2 "Search"): what the device finds at each keystroke, and behind it what the archive finds.
import { useEffect, useMemo, useRef } from 'react';
import type { SearchQuery } from '../lib/search-query.ts';
import type { SearchAnswer } from '../mirror/search-answer.ts';
import { dropSearchWish, deviceHitsStore, foundStore, recentSearchesStore, searchAnswerStore, type Found, type FoundIds } from './search-stores.ts';
import type { IndexHits } from '../search-index/messages.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';
import type { View } from './views.ts';

export type { Found, FoundIds } from './search-stores.ts';
export type { SpokenHit } from '../mirror/search-answer.ts';

/** The state of a question to the archive: `idle` where none is asked. */
export type ArchiveSearch = View<SearchAnswer> | { readonly state: 'idle' };

/**
 * What the index of this device finds; null until its first answer. An answer stands until the next one is there.
 * `archive`: what the archive has answered to the same query.
 */
export function useDeviceHits(query: SearchQuery, archive: FoundIds | null): IndexHits | null {
  const mirror = useMirror();
  const id = JSON.stringify(query);
  const answered = useRef(archive);
  answered.current = archive;
  const store = useMemo(() => deviceHitsStore(mirror, JSON.parse(id) as SearchQuery, () => answered.current), [mirror, id]);
  const hits = useStore(store);
  const last = useRef(hits);
  if (hits) last.current = hits;
  return last.current;
}

/** `query` as it is sent; null asks nothing. What was answered before is there at once, and asked for again when it is old. */
export function useArchiveSearch(query: string | null): ArchiveSearch {
  const mirror = useMirror();
  const view = useStore<ArchiveSearch>(searchAnswerStore(mirror, query));
  useEffect(() => {
    // Nobody waits for the answer to what was typed over; else they would all be asked for when the archive is back.
    return () => void (query === null ? undefined : dropSearchWish(mirror, query));
  }, [mirror, query]);
  return view;
}

/** The cards of what was found, in this order; null until they are read. */
export function useFound(ids: FoundIds): Found | null {
  const mirror = useMirror();
  const found = useStore(foundStore(mirror, ids));
  const last = useRef(found);
  if (found) last.current = found;
  return last.current;
}

/** The newest first. */
export function useRecentSearches(): string[] {
  return useStore(recentSearchesStore(useMirror()));
}
