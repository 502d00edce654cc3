// The worker's access to an account's database: rows in batches, and the stored indexes. Uses idb, so that the worker starts without Dexie.
// Never creates or upgrades a database, because only the mirror does, and never blocks an upgrade or a deletion.
import { openDB, type IDBPDatabase } from 'idb';
import type { ChannelRow, PlaylistRow, VideoCardRow, VideoDetailsRow, WatchStateRow } from '../mirror/rows.ts';
import { storedVersion, type IndexEntry, type StoredIndex } from './search-index.ts';
import { subtitleIndexVersion, type StoredSubtitleIndex } from './subtitle-index.ts';

export interface MirrorRows {
  readIndex(): Promise<StoredIndex | null>;
  storeIndex(index: StoredIndex): Promise<void>;
  readSubtitleIndex(): Promise<StoredSubtitleIndex | null>;
  /** Null deletes the stored index, because there is nothing to store. */
  storeSubtitleIndex(index: StoredSubtitleIndex | null): Promise<void>;
  /** Returns only the cards that are in the mirror. */
  cards(videoIds: readonly string[]): Promise<VideoCardRow[]>;
  /** Empty if the details of the video are not mirrored. */
  subtitlesOf(videoId: string): Promise<VideoDetailsRow['subtitles']>;
  /** Every entry of the mirror, in batches, so that queries are answered in between. */
  batches(): AsyncGenerator<{ kind: IndexEntry['kind']; entries: IndexEntry[]; isLastOfKind: boolean }>;
  allCards(): AsyncGenerator<VideoCardRow[]>;
  watchStates(): AsyncGenerator<WatchStateRow[]>;
}

/** About ten milliseconds of reading. */
const batchSize = 500;

const tables = [
  { kind: 'video', name: 'videoCards', keyOf: (row: VideoCardRow) => row.videoId, toEntry: entryOfVideo },
  { kind: 'channel', name: 'channels', keyOf: (row: ChannelRow) => row.channelId, toEntry: entryOfChannel },
  { kind: 'playlist', name: 'playlists', keyOf: (row: PlaylistRow) => row.playlistId, toEntry: entryOfPlaylist },
] as const;

interface Table {
  kind: IndexEntry['kind'];
  name: string;
  keyOf(row: unknown): string;
  toEntry(row: unknown): IndexEntry;
}

/** Where the indexes are stored: beside the rows, so that they are deleted with them when the device is cleared. */
const indexTable = 'searchIndex';
const indexKey = 'index';
const subtitleIndexKey = 'spoken';

/**
 * Resolves to null if the database no longer exists.
 *
 * @param onGone called when the system, a deletion or an upgrade has closed the connection
 */
export async function openMirrorRows(databaseName: string, onGone: () => void): Promise<MirrorRows | null> {
  let isNew = false;
  const database = await openDB(databaseName, undefined, {
    upgrade(_database, _from, _to, transaction) {
      isNew = true;
      transaction.done.catch(() => {}); // reported through `isNew`
      transaction.abort(); // reading creates nothing
    },
    blocking(_current, _wanted, event) {
      (event.target as IDBDatabase).close();
      onGone();
    },
    terminated: onGone,
  }).catch((reason: unknown) => {
    if (isNew) return null;
    throw reason;
  });
  return database && createMirrorRows(database);
}

function createMirrorRows(database: IDBPDatabase): MirrorRows {
  return {
    async readIndex() {
      const storedIndex = (await database.get(indexTable, indexKey)) as StoredIndex | undefined;
      return storedIndex?.version === storedVersion ? storedIndex : null;
    },
    async storeIndex(index) {
      await database.put(indexTable, { key: indexKey, ...index });
    },
    async readSubtitleIndex() {
      const storedIndex = (await database.get(indexTable, subtitleIndexKey)) as StoredSubtitleIndex | undefined;
      return storedIndex?.version === subtitleIndexVersion ? storedIndex : null;
    },
    async storeSubtitleIndex(index) {
      if (index) await database.put(indexTable, { key: subtitleIndexKey, ...index });
      else await database.delete(indexTable, subtitleIndexKey);
    },
    async cards(videoIds) {
      const rows = await Promise.all([...new Set(videoIds)].map((videoId) => database.get('videoCards', videoId)));
      return rows.filter((row) => row !== undefined) as VideoCardRow[];
    },
    async subtitlesOf(videoId) {
      return ((await database.get('videoDetails', videoId)) as VideoDetailsRow | undefined)?.subtitles ?? [];
    },
    async *batches() {
      for (const table of tables as readonly unknown[] as readonly Table[]) {
        for await (const rows of readBatches<unknown>(database, table.name, table.keyOf)) {
          yield { kind: table.kind, entries: rows.map((row) => table.toEntry(row)), isLastOfKind: rows.length < batchSize };
        }
      }
    },
    allCards: () => readBatches<VideoCardRow>(database, 'videoCards', (row) => row.videoId),
    watchStates: () => readBatches<WatchStateRow>(database, 'watchStates', (row) => row.videoId),
  };
}

/** The last batch is smaller than the others, and may be empty. */
async function* readBatches<Row>(database: IDBPDatabase, table: string, keyOf: (row: Row) => string): AsyncGenerator<Row[]> {
  let lastKey: string | null = null;
  for (;;) {
    const rows: Row[] = await database.getAll(table, lastKey === null ? null : IDBKeyRange.lowerBound(lastKey, true), batchSize);
    yield rows;
    const lastRow = rows.at(-1);
    if (rows.length < batchSize || lastRow === undefined) return;
    lastKey = keyOf(lastRow);
  }
}

const emptyEntry = { description: '', tags: '', channelName: '', isActive: true, isSubscribed: false, rank: 0 };

function entryOfVideo(row: VideoCardRow): IndexEntry {
  const rank = Date.parse(row.publishedAt) / 1_000;
  return {
    ...emptyEntry,
    kind: 'video',
    id: row.videoId,
    name: row.title,
    channelName: row.channelName,
    isActive: row.isActive,
    rank: Number.isFinite(rank) ? rank : 0,
  };
}

function entryOfChannel(row: ChannelRow): IndexEntry {
  return {
    ...emptyEntry,
    kind: 'channel',
    id: row.channelId,
    name: row.name,
    description: row.description ?? '',
    tags: row.tags.join(' '),
    isActive: row.isActive,
    isSubscribed: row.isSubscribed,
    rank: row.subscriberCount,
  };
}

function entryOfPlaylist(row: PlaylistRow): IndexEntry {
  return {
    ...emptyEntry,
    kind: 'playlist',
    id: row.playlistId,
    name: row.name,
    description: row.description ?? '',
    isActive: row.isActive,
    isSubscribed: row.isSubscribed,
  };
}
