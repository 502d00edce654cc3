// Caches the list columns. They are built for the first query; a later query that finds them too old starts a rebuild. Called by the
// worker.
import { createListColumns, type ListColumns } from './list-columns.ts';
import type { ListedIds, ListQuery } from './messages.ts';
import type { MirrorRows } from './mirror-rows.ts';

/**
 * Older columns still answer the current query; rebuilt ones answer later queries. Pending changes are part of each query, so old
 * columns do not hide them.
 */
const maxAgeMs = 15_000;

export interface ListCache {
  list(query: ListQuery): Promise<ListedIds>;
}

interface ListCachePorts {
  rows: Pick<MirrorRows, 'allCards' | 'watchStates'>;
  now: () => number;
}

export function createListCache({ rows, now }: ListCachePorts): ListCache {
  let columns: ListColumns | null = null;
  let builtAtMs = 0;
  let pendingBuild: Promise<ListColumns> | null = null;

  async function build(): Promise<ListColumns> {
    const newColumns = createListColumns();
    for await (const cards of rows.allCards()) newColumns.add(cards);
    for await (const states of rows.watchStates()) newColumns.addStates(states);
    columns = newColumns;
    builtAtMs = now();
    return newColumns;
  }

  function rebuild(): Promise<ListColumns> {
    pendingBuild ??= build().finally(() => (pendingBuild = null));
    return pendingBuild;
  }

  return {
    async list(query) {
      if (!columns) return (await rebuild()).list(query);
      // Fire and forget: if the database is gone, so is the caller.
      if (Math.abs(now() - builtAtMs) > maxAgeMs) void rebuild().catch(() => {});
      return columns.list(query);
    },
  };
}
