// Keeps the list columns reasonably fresh: built on the first question, and rebuilt after a later one once they have aged. Called by the worker.
import { createListColumns, type ListColumns } from './list-columns.ts';
import type { ListedIds, ListQuestion } from './messages.ts';
import type { MirrorRows } from './mirror-rows.ts';

/** An older set still answers the question at hand, the next one gets the rebuilt set. Pending changes come with the question. */
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
      // Fire and forget: if the database is gone, so is the caller.
      if (Math.abs(now() - madeAtMs) > goodForMs) void remake().catch(() => {});
      return columns.list(question);
    },
  };
}
