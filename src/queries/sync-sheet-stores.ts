// Stores of the sync sheet, and the ages of the copy, which /about/ and the user settings also show. The whole outbox is read, because it
// has at most a few hundred rows.
import { blockersOf, withCurrentLanes } from '../mirror/blocked-rows.ts';
import type { Mirror } from '../mirror/database.ts';
import type { SentChange } from '../mirror/rows.ts';
import { readSentChanges } from '../mirror/sent-changes.ts';
import { liveStoreFor, type Store } from './live-store.ts';
import type { PendingChange } from './views.ts';

/** A restarting server fails a few times; after this many failures the change is shown as failing. */
const failuresToShow = 5;

export function pendingChangesStore(mirror: Mirror): Store<PendingChange[]> {
  const { db } = mirror;
  return liveStoreFor<PendingChange[]>(mirror, 'pending-changes', [], async () => {
    const rows = await withCurrentLanes(db, await db.outbox.orderBy(':id').toArray());
    const blockers = blockersOf(db.kinds, rows);
    // A deferred position does not wait for the archive, so it is left out. The sync status does not count it either.
    return rows
      .filter((row) => row.state.name !== 'held')
      .map(({ sequence, mutation, subject, state, createdAtMs, nextTryAtMs, attempts, lane, serverFailures = 0 }) => ({
        sequence,
        mutation,
        subject,
        state,
        createdAtMs,
        nextTryAtMs,
        hasFailed: attempts > 0,
        dependentCount: db.kinds.of(mutation)?.isCreation ? rows.filter((row) => row.lane === lane).length - 1 : 0,
        blocker: blockers.get(sequence) ?? null,
        isOfOtherVersion: db.kinds.of(mutation) === null,
        isServerFailing: state.name !== 'parked' && serverFailures >= failuresToShow,
      }));
  });
}

/** Outcomes of the last changes, newest first. */
export function sentChangesStore(mirror: Mirror): Store<ShownSentChange[]> {
  const { db } = mirror;
  return liveStoreFor<ShownSentChange[]>(mirror, 'sent-changes', [], async () =>
    (await readSentChanges(db)).map((change) => ({ ...change, isOfOtherVersion: db.kinds.of(change.mutation) === null })),
  );
}

export interface ShownSentChange extends SentChange {
  isOfOtherVersion: boolean;
}

export interface CopyAges {
  videosAtMs: number | null;
  channelsAtMs: number | null;
  videoCount: number;
  channelCount: number;
}

const noCopy: CopyAges = { videosAtMs: null, channelsAtMs: null, videoCount: 0, channelCount: 0 };

export function copyAgesStore(mirror: Mirror): Store<CopyAges> {
  const { db } = mirror;
  const newestOf = async (endpoint: string): Promise<number | null> => {
    const pages = await db.listPages.where('key').startsWith(`${endpoint}?`).toArray();
    return pages.reduce<number | null>((newest, page) => Math.max(newest ?? 0, page.fetchedAtMs), null);
  };
  return liveStoreFor(mirror, 'copy-ages', noCopy, () =>
    db.transaction('r', [db.listPages, db.videoCards, db.channels], async () => {
      const [videosAtMs, channelsAtMs, videoCount, channelCount] = await Promise.all([
        newestOf('videos'),
        newestOf('channels'),
        db.videoCards.count(),
        db.channels.count(),
      ]);
      return { videosAtMs, channelsAtMs, videoCount, channelCount };
    }),
  );
}
