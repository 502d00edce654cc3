// The content of /_dev: counts and states as stored in the tables. Only whole tables are counted, because counting a range is expensive.
import type { Connection, OutboxRow, RefreshRequest } from '../mirror/rows.ts';
import type { Mirror } from '../mirror/database.ts';
import { liveStoreFor, type Store } from './live-store.ts';
import { useMirror } from './mirror-context.tsx';
import { useStore } from './use-store.ts';

export interface Internals {
  connection: Connection | null;
  rowCounts: { table: string; count: number }[];
  outbox: (OutboxRow & { sequence: number })[];
  requests: RefreshRequest[];
}

/** Limit of listed rows, because the page is for a quick look, not for scrolling. */
const maxListedRows = 200;

export function useInternals(): Internals | undefined {
  return useStore(internalsStore(useMirror()));
}

function internalsStore(mirror: Mirror): Store<Internals | undefined> {
  return liveStoreFor<Internals | undefined>(mirror, 'internals', undefined, async () => {
    const [rowCounts, outbox, requests, connection] = await Promise.all([
      Promise.all(mirror.db.tables.map(async (table) => ({ table: table.name, count: await table.count() }))),
      mirror.db.outbox.limit(maxListedRows).toArray(),
      mirror.db.wanted.limit(maxListedRows).toArray(),
      mirror.registry.connection.get('connection'),
    ]);
    return { connection: connection?.value ?? null, rowCounts, outbox, requests };
  });
}
