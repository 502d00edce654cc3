// Search (SPEC §2 "Search"): the device's results at each keystroke, followed by the archive's.
import { useEffect, useInsertionEffect, useMemo, useRef } from 'react';
import type { SearchQuery } from '../lib/search-query.ts';
import type { SearchAnswer, SubtitleHit } from '../mirror/search-answer.ts';
import { isFullySaved, useLoadSaved, useSavedItems } from './saved.ts';
import {
  cancelSearchRequest,
  deviceHitsStore,
  deviceSubtitleHitsStore,
  searchResultsStore,
  notifySaved,
  recentSearchesStore,
  searchAnswerStore,
  type FoundItems,
  type FoundIds,
} from './search-stores.ts';
import type { IndexHits } from '../search-index/messages.ts';
import { useMirror } from './mirror-context.tsx';
import { useKept, useStore } from './use-store.ts';
import type { View } from './views.ts';

export type { FoundItems, FoundIds } from './search-stores.ts';
export type { SubtitleHit } from '../mirror/search-answer.ts';

/** The state of a query to the archive: `idle` if there is none. */
export type ArchiveSearch = View<SearchAnswer> | { readonly state: 'idle' };

/**
 * The results of this device's index; null until its first answer. An answer is shown until the next one arrives.
 *
 * @param archive the archive's answer to the same query
 */
export function useDeviceHits(query: SearchQuery, archive: FoundIds | null): IndexHits | null {
  const mirror = useMirror();
  const id = JSON.stringify(query);
  const archiveRef = useRef(archive);
  useInsertionEffect(() => {
    archiveRef.current = archive;
  });
  const store = useMemo(() => deviceHitsStore(mirror, JSON.parse(id) as SearchQuery, () => archiveRef.current), [mirror, id]);
  const hits = useStore(store);
  return useKept(hits, hits !== null);
}

/**
 * Hits in the subtitles of the videos saved completely here. Null until the index has answered and the saved videos are known. Empty if
 * this browser cannot save.
 */
export function useDeviceSubtitleHits(query: SearchQuery): readonly SubtitleHit[] | null {
  const mirror = useMirror();
  const isRead = useLoadSaved();
  const items = useSavedItems();
  const id = JSON.stringify(query);
  const hits = useStore(useMemo(() => deviceSubtitleHitsStore(mirror, JSON.parse(id) as SearchQuery), [mirror, id]));
  const lastHits = useKept(hits, hits !== null);
  const savedRevisions = useMemo(() => new Map(items.filter(isFullySaved).map(({ videoId, wholeRevision }) => [videoId, wholeRevision])), [items]);
  const savedKey = [...savedRevisions].join(' ');
  useEffect(() => {
    if (isRead) notifySaved(mirror);
  }, [mirror, isRead, savedKey]);
  return useMemo(() => (isRead && lastHits ? lastHits.filter(({ videoId }) => savedRevisions.has(videoId)) : null), [isRead, lastHits, savedRevisions]);
}

/** A stored answer is returned immediately, and requested again when old. @param query the query as sent; null for none */
export function useArchiveSearch(query: string | null): ArchiveSearch {
  const mirror = useMirror();
  const view = useStore<ArchiveSearch>(searchAnswerStore(mirror, query));
  useEffect(() => {
    // Nobody waits for the answer to a text that has changed. If its request stayed, the text would be sent once the archive is back.
    return () => void (query === null ? undefined : cancelSearchRequest(mirror, query));
  }, [mirror, query]);
  return view;
}

/** The cards of the results, in this order; null until they are read. */
export function useSearchResults(ids: FoundIds): FoundItems | null {
  const mirror = useMirror();
  const foundItems = useStore(searchResultsStore(mirror, ids));
  return useKept(foundItems, foundItems !== null);
}

/** Newest first; null until they are read. */
export function useRecentSearches(): string[] | null {
  return useStore(recentSearchesStore(useMirror()));
}
