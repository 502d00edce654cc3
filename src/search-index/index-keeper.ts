// Keeps the index up to date with the mirror: answers immediately from the stored index, then scans the rows in batches and indexes changed
// rows. Called by the worker. A crash loses at most the changes since the index was last stored; the next scan finds them again.
import type { SearchQuery } from '../lib/search-query.ts';
import type { IndexHits } from './messages.ts';
import type { MirrorRows } from './mirror-rows.ts';
import { createCoalescedRun } from './coalesced-run.ts';
import { createSearchIndex, type EntryKind, type SearchIndex } from './search-index.ts';

export interface IndexKeeper {
  find(query: SearchQuery): IndexHits;
  /** Returns a test of whether a video belongs to a channel that these words name. */
  channelTest(words: readonly string[]): (videoId: string) => boolean;
  /** Call when something in the mirror has changed. Scans the mirror, after any scan under way. */
  rescan(): Promise<void>;
}

export interface KeeperPorts {
  rows: MirrorRows;
  /** Called when results may have changed. */
  onUpdate: () => void;
  /** Yields to incoming queries. */
  yieldNow: () => Promise<void>;
}

export async function createIndexKeeper({ rows, onUpdate, yieldNow }: KeeperPorts): Promise<IndexKeeper> {
  let index: SearchIndex = createSearchIndex(await rows.readIndex().catch(() => null));

  async function scan(): Promise<void> {
    if (index.needsRebuild()) index = createSearchIndex(null);
    const ids: Record<EntryKind, Set<string>> = { video: new Set(), channel: new Set(), playlist: new Set() };
    let isChanged = false;
    for await (const { kind, entries, isLastOfKind } of rows.batches()) {
      for (const entry of entries) {
        ids[kind].add(entry.id);
        if (index.put(entry)) isChanged = true;
      }
      if (isLastOfKind && index.keepOnly(kind, ids[kind])) isChanged = true;
      // Announced after each kind, not only at the end, because indexed entries can already be found.
      if (isLastOfKind && isChanged) onUpdate();
      await yieldNow();
    }
    if (index.isChanged()) await rows.storeIndex(index.toStored());
  }

  return {
    find: (query) => index.find(query),
    channelTest: (words) => index.channelTest(words),
    rescan: createCoalescedRun(scan),
  };
}
