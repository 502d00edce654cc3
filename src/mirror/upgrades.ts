// Every version of the databases, oldest first, as named steps. Never edit a step that was released; add a new one.
import type Dexie from 'dexie';
import type { Transaction } from 'dexie';
import { refoldEntities, type EntityTables } from './fold-entities.ts';
import type { MutationKinds } from './mutation-kinds.ts';

interface Step {
  version: number;
  name: string;
  stores: Record<string, string | null>;
  upgrade?: (transaction: Transaction, kinds: MutationKinds) => Promise<void>;
}

export const mirrorSteps: readonly Step[] = [
  {
    version: 1,
    name: 'first-slice',
    stores: {
      // The time of bulk loading grows about linearly with the number of secondary indexes, so videos have at most four.
      videoCards: 'videoId, publishedAt, [channelId+publishedAt], downloadedAt',
      videoDetails: 'videoId',
      // localPositionAtMs: finds the videos watched here since a list was fetched, newest first.
      watchStates: 'videoId, waiting, localPositionAtMs',
      channels: 'channelId, name',
      channelFacts: 'channelId',
      playlists: 'playlistId, name',
      comments: 'videoId',
      similar: 'videoId',
      playlistNavs: 'videoId',
      listPages: 'key',
      wanted: 'key, rank',
      outbox: '++sequence, lane, state.name',
      documents: 'key',
    },
  },
  { version: 2, name: 'downloads', stores: { downloads: 'videoId' } },
  { version: 3, name: 'searches', stores: { searches: 'query, fetchedAtMs', searchIndex: 'key' } },
  { version: 4, name: 'folded-when-written', stores: { folded: 'lane', undos: '++id, untilMs' }, upgrade: foldPending },
];

/** Before version 4, pending changes of channels, playlists, the queue and the settings were folded on reading. */
async function foldPending(transaction: Transaction, kinds: MutationKinds): Promise<void> {
  const names = ['outbox', 'channels', 'playlists', 'downloads', 'documents', 'folded'] as const;
  const tables = Object.fromEntries(names.map((name) => [name, transaction.table(name)])) as unknown as Omit<EntityTables, 'kinds'>;
  const outboxRows = await tables.outbox.toArray();
  await refoldEntities(
    { kinds, ...tables },
    outboxRows.map((row) => row.lane),
  );
}

export const registrySteps: readonly Step[] = [{ version: 1, name: 'first-slice', stores: { accounts: 'accountKey', connection: 'key', notes: 'key' } }];

export function applyMirrorVersions(db: Dexie, kinds: MutationKinds): void {
  for (const { version, stores, upgrade } of mirrorSteps) {
    const dexieVersion = db.version(version).stores(stores);
    if (upgrade) dexieVersion.upgrade((transaction) => upgrade(transaction, kinds));
  }
}

export function applyRegistryVersions(db: Dexie): void {
  for (const { version, stores } of registrySteps) db.version(version).stores(stores);
}
