// Keeps the list columns reasonably fresh: built on the first question, and rebuilt after a later one once they have aged. Called by the
// worker.
import { createListColumns, type ListColumns } from './list-columns.ts';
import type { ListedIds, ListQuestion } from './messages.ts';
import type { MirrorRows } from './mirror-rows.ts';

/** Older columns still answer the current question; the next question gets rebuilt ones. Pending changes are part of the question. */
const maxAgeMs = 15_000;

export interface ListCache {
  list(question: ListQuestion): Promise<ListedIds>;
}

interface ListCachePorts {
  rows: Pick<MirrorRows, 'allCards' | 'watchStates'>;
  now: () => number;
}

export function createListCache({ rows, now }: ListCachePorts): ListCache {
  let columns: ListColumns | null = null;
  let builtAtMs = 0;
  let pending: Promise<ListColumns> | null = null;

  async function build(): Promise<ListColumns> {
    const built = createListColumns();
    for await (const cards of rows.allCards()) built.add(cards);
    for await (const states of rows.watchStates()) built.addStates(states);
    columns = built;
    builtAtMs = now();
    return built;
  }

  function rebuild(): Promise<ListColumns> {
    pending ??= build().finally(() => (pending = null));
    return pending;
  }

  return {
    async list(question) {
      if (!columns) return (await rebuild()).list(question);
      // Fire and forget: if the database is gone, so is the caller.
      if (Math.abs(now() - builtAtMs) > maxAgeMs) void rebuild().catch(() => {});
      return columns.list(question);
    },
  };
}
