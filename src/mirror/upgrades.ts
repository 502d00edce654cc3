// Every version of the databases, oldest first, as named steps. Never edit a step that was released: add one.
import type Dexie from 'dexie';
import type { Transaction } from 'dexie';

interface Step {
  version: number;
  name: string;
  stores: Record<string, string | null>;
  upgrade?: (transaction: Transaction) => Promise<void>;
}

export const mirrorSteps: readonly Step[] = [
  {
    version: 1,
    name: 'first-slice',
    stores: {
      // Bulk loading costs about linearly with secondary indexes: four at most on videos.
      videoCards: 'videoId, publishedAt, [channelId+publishedAt], downloadedAt',
      videoDetails: 'videoId',
      // localPositionAtMs: what was watched here since a list was fetched, newest first.
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
];

export const registrySteps: readonly Step[] = [{ version: 1, name: 'first-slice', stores: { accounts: 'accountKey', connection: 'key', notes: 'key' } }];

function applySteps(db: Dexie, steps: readonly Step[]): void {
  for (const step of steps) {
    const version = db.version(step.version).stores(step.stores);
    if (step.upgrade) version.upgrade(step.upgrade);
  }
}

export function applyMirrorVersions(db: Dexie): void {
  applySteps(db, mirrorSteps);
}

export function applyRegistryVersions(db: Dexie): void {
  applySteps(db, registrySteps);
}
