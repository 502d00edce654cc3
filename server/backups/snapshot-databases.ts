// Yields the databases whose rows may refer to stored files: the archive's own, then each snapshot's, one open at a time.
import { pathToFileURL } from 'node:url';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Database } from '../database/transaction.ts';
import type { Snapshots } from './snapshots.ts';

/** @throws SQLite's error for a damaged snapshot. The caller must then remove no stored file. */
export function* snapshotDatabases(live: Database, snapshots: Snapshots): Generator<() => Database> {
  yield () => live;
  for (const { id, state } of snapshots.list()) {
    const file = snapshots.fileOf(id);
    if (state !== 'SUCCESS' || file === null) continue;
    // `immutable` prevents SQLite from writing a journal beside the snapshot.
    const database = new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true });
    try {
      yield () => database;
    } finally {
      database.close();
    }
  }
}
