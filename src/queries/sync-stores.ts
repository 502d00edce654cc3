// What the sync chip, the sheet and /about/ read. The outbox holds at most a few hundred rows: it is read whole.
import type { Mirror } from '../mirror/database.ts';
import type { MutationKinds } from '../mirror/mutation-kinds.ts';
import type { Connection, Lane, OutboxRow } from '../mirror/rows.ts';
import { firstFrameOf } from '../mirror/first-frame.ts';
import { liveStoreFor, type Store } from './live-store.ts';
import type { PendingChange, SyncStatus } from './views.ts';

/** A server that is being restarted fails a few times; after so many it is said that it fails at this. */
const failuresToTell = 5;

/** Until any tab has found out, the archive is taken to be there: nothing is announced that is not known. */
const unknownConnection: Connection = { name: 'online', sinceMs: 0, lastAnswerAtMs: null };

export function syncStatusStore(mirror: Mirror): Store<SyncStatus> {
  const { db, registry } = mirror;
  const connectionAtFirst = firstFrameOf(mirror)?.connection ?? unknownConnection;
  const initial: SyncStatus = { connection: connectionAtFirst, waitingCount: 0, otherVersionCount: 0, sendingCount: 0, parkedCount: 0, lastSyncAtMs: null };
  return liveStoreFor(mirror, 'sync-status', initial, async () => {
    const [connection, outbox, lastSync] = await Promise.all([registry.connection.get('connection'), db.outbox.toArray(), db.documents.get('last-sync')]);
    const countOf = (name: 'waiting' | 'sent' | 'parked'): number => outbox.filter((row) => row.state.name === name).length;
    return {
      connection: connection?.value ?? unknownConnection,
      waitingCount: countOf('waiting') + countOf('sent'),
      otherVersionCount: ofOtherVersion(db.kinds, outbox).length,
      sendingCount: countOf('sent'),
      parkedCount: countOf('parked'),
      lastSyncAtMs: lastSync?.fetchedAtMs ?? null,
    };
  });
}

/** A row of another version holds its lane, so that the version that made it sends all in order. */
function ofOtherVersion(kinds: MutationKinds, rows: readonly OutboxRow[]): OutboxRow[] {
  const waiting = rows.filter(({ state }) => state.name === 'waiting' || state.name === 'sent');
  const held = new Set<Lane>();
  return waiting.filter(({ mutation, lane }) => {
    if (kinds.of(mutation) === null) held.add(lane);
    return held.has(lane);
  });
}

export function pendingChangesStore(mirror: Mirror): Store<PendingChange[]> {
  const { db } = mirror;
  return liveStoreFor<PendingChange[]>(mirror, 'pending-changes', [], async () =>
    (await db.outbox.toArray())
      // A held row is a position between two sends: nothing that a person made wait, and not counted either.
      .filter((row) => row.state.name !== 'held')
      .map(({ sequence, mutation, subject, state, createdAtMs, serverFailures = 0 }) => ({
        sequence,
        mutation,
        subject,
        state,
        createdAtMs,
        isOfOtherVersion: db.kinds.of(mutation) === null,
        isServerFailing: state.name !== 'parked' && serverFailures >= failuresToTell,
      })),
  );
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
