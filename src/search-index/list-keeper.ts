// Keeps the columns of lists as old as a glance: made with the first question, and once more behind a later one when they have aged. Called by
// the worker.
import { createListColumns, type ListColumns } from './list-columns.ts';
import type { ListedIds, ListQuestion } from './messages.ts';
import type { MirrorRows } from './mirror-rows.ts';

/** A question is answered from older ones, and the next from new ones. What waits to be sent comes with the question. */
const goodForMs = 15_000;

export interface ListKeeper {
  list(question: ListQuestion): Promise<ListedIds>;
}

interface KeeperPorts {
  rows: Pick<MirrorRows, 'allCards' | 'watchStates'>;
  now: () => number;
}

export function createListKeeper({ rows, now }: KeeperPorts): ListKeeper {
  let columns: ListColumns | null = null;
  let madeAtMs = 0;
  let making: Promise<ListColumns> | null = null;

  async function make(): Promise<ListColumns> {
    const made = createListColumns();
    for await (const cards of rows.allCards()) made.add(cards);
    for await (const states of rows.watchStates()) made.addStates(states);
    columns = made;
    madeAtMs = now();
    return made;
  }

  function remake(): Promise<ListColumns> {
    making ??= make().finally(() => (making = null));
    return making;
  }

  return {
    async list(question) {
      if (!columns) return (await remake()).list(question);
      // Not awaited; where the database has gone, so has whoever asks.
      if (Math.abs(now() - madeAtMs) > goodForMs) void remake().catch(() => {});
      return columns.list(question);
    },
  };
}
