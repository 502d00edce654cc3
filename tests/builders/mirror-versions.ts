// Databases as released versions of the app left them, created directly with the browser's API, so that a change to the migration steps
// cannot change them. If you add a step, add its version here. Never edit a version.

export interface StoredVersion {
  version: number;
  /** Object stores with their key path, whether keys are generated, and their indexes. */
  stores: Record<string, { keyPath: string; isGenerated?: boolean; indexes?: (string | string[])[] }>;
  rows: Record<string, object[]>;
}

const version1: StoredVersion = {
  version: 1,
  stores: {
    videoCards: { keyPath: 'videoId', indexes: ['publishedAt', ['channelId', 'publishedAt'], 'downloadedAt'] },
    videoDetails: { keyPath: 'videoId' },
    watchStates: { keyPath: 'videoId', indexes: ['waiting', 'localPositionAtMs'] },
    channels: { keyPath: 'channelId', indexes: ['name'] },
    channelFacts: { keyPath: 'channelId' },
    playlists: { keyPath: 'playlistId', indexes: ['name'] },
    comments: { keyPath: 'videoId' },
    similar: { keyPath: 'videoId' },
    playlistNavs: { keyPath: 'videoId' },
    listPages: { keyPath: 'key' },
    wanted: { keyPath: 'key', indexes: ['rank'] },
    outbox: { keyPath: 'sequence', isGenerated: true, indexes: ['lane', 'state.name'] },
    documents: { keyPath: 'key' },
  },
  rows: {
    videoCards: [
      {
        videoId: 'v1',
        title: 'Fog',
        channelId: 'UC1',
        channelName: 'Harbour Lights',
        channelThumbUrl: null,
        thumbUrl: null,
        kind: 'videos',
        publishedAt: '2026-01-01T00:00:00Z',
        downloadedAt: 1,
        durationSeconds: 60,
        mediaSizeBytes: 1,
        width: 1,
        height: 1,
        viewCount: 1,
        likeCount: 1,
        isActive: true,
      },
    ],
    videoDetails: [{ videoId: 'v1', mediaUrl: '/youtube/v1.mp4', fetchedAtMs: 5 }],
    watchStates: [
      {
        videoId: 'v1',
        server: { isWatched: false, positionSeconds: null },
        shown: { isWatched: true, positionSeconds: null },
        waiting: 1,
        localPositionAtMs: 7,
        alternativeSeconds: null,
      },
    ],
    channels: [{ channelId: 'UC1', name: 'Harbour Lights', fetchedAtMs: 5 }],
    channelFacts: [{ channelId: 'UC1', totalItems: 1, fetchedAtMs: 5 }],
    playlists: [{ playlistId: 'PL1', name: 'Quay walks', entries: [], fetchedAtMs: 5 }],
    comments: [{ videoId: 'v1', comments: [], fetchedAtMs: 5 }],
    similar: [{ videoId: 'v1', videoIds: [], fetchedAtMs: 5 }],
    playlistNavs: [{ videoId: 'v1', playlists: [], fetchedAtMs: 5 }],
    listPages: [{ key: 'videos?sort=published&order=desc&size=12&page=1', ids: ['v1'], paginate: null, fetchedAtMs: 5 }],
    wanted: [{ key: 'video:v1', sinceMs: 1, untilMs: 9, rank: 0, state: 'wanted' }],
    outbox: [
      {
        sequence: 41,
        idempotencyKey: 'k',
        lane: 'video:v1',
        mutation: { kind: 'mark-video-watched', videoId: 'v1', isWatched: true },
        base: null,
        subject: 'Fog',
        nextTryAtMs: 0,
        attempts: 0,
        revision: 0,
        state: { name: 'waiting' },
        createdAtMs: 1,
      },
    ],
    documents: [{ key: 'last-sync', value: { atMs: 5 }, fetchedAtMs: 5 }],
  },
};

const version2: StoredVersion = {
  version: 2,
  stores: { ...version1.stores, downloads: { keyPath: 'videoId' } },
  rows: { ...version1.rows, downloads: [{ videoId: 'd1', title: 'Fog, once more', status: 'pending', message: null, fetchedAtMs: 5 }] },
};

const version3: StoredVersion = {
  version: 3,
  stores: { ...version2.stores, searches: { keyPath: 'query', indexes: ['fetchedAtMs'] }, searchIndex: { keyPath: 'key' } },
  rows: {
    ...version2.rows,
    searches: [{ query: 'fog', videoIds: ['v1'], channelIds: [], playlistIds: [], spoken: [], fetchedAtMs: 5 }],
    searchIndex: [{ key: 'index', version: 1, keys: 'video v1' }],
  },
};

export const storedMirrors: readonly StoredVersion[] = [
  version1,
  version2,
  version3,
  {
    version: 4,
    stores: { ...version3.stores, folded: { keyPath: 'lane' }, undos: { keyPath: 'id', isGenerated: true, indexes: ['untilMs'] } },
    rows: {
      ...version3.rows,
      folded: [{ lane: 'channel:UC1', shown: { of: 'channel', entity: { isSubscribed: true } } }],
      undos: [
        { id: 7, mutation: { kind: 'mark-video-watched', videoId: 'v1', isWatched: true }, subject: 'Fog', row: null, replaced: [], states: [], untilMs: 9 },
      ],
    },
  },
];

export const storedRegistries: readonly StoredVersion[] = [
  {
    version: 1,
    stores: { accounts: { keyPath: 'accountKey' }, connection: { keyPath: 'key' }, notes: { keyPath: 'key' } },
    rows: {
      accounts: [
        { accountKey: 'a|b|1', databaseName: 'stowaway-mirror|a|b|1', archiveId: 'b', userId: 1, name: 'marlow', isStaff: false, isLocked: 1, lastUsedAtMs: 3 },
      ],
      connection: [{ key: 'connection', value: { name: 'offline', sinceMs: 1, lastAnswerAtMs: null } }],
      notes: [{ key: 'sign-out', atMs: 4 }],
    },
  },
];

/** Creates the database as that version did. */
export async function storeVersion(name: string, stored: StoredVersion): Promise<void> {
  // The browser's version number is ten times Dexie's.
  const request = indexedDB.open(name, stored.version * 10);
  request.onupgradeneeded = () => {
    for (const [table, { keyPath, isGenerated, indexes }] of Object.entries(stored.stores)) {
      const store = request.result.createObjectStore(table, { keyPath, autoIncrement: isGenerated ?? false });
      for (const index of indexes ?? []) store.createIndex(Array.isArray(index) ? `[${index.join('+')}]` : index, index);
      for (const row of stored.rows[table] ?? []) store.add(row);
    }
  };
  await new Promise<void>((resolve, reject) => {
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    request.onerror = () => reject(request.error ?? new Error('The older version could not be made'));
  });
}
