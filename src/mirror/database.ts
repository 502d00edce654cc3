// The databases on this device: one small registry, and one mirror per account. Opened by main (the registry) and the commands; used by the
// queries, the mutations and the sync engine. Committed data survives any crash.
import Dexie, { type EntityTable, type Table } from 'dexie';
import type { Clock } from '../lib/clock.ts';
import type { MutationKinds } from './mutation-kinds.ts';
import { refuseNewerVersion } from './refuse-newer-version.ts';
import type { SearchAnswer } from './search-answer.ts';
import { applyMirrorVersions, applyRegistryVersions } from './upgrades.ts';
import type {
  AccountDocument,
  AccountRow,
  ChannelFactsRow,
  ChannelRow,
  CommentsRow,
  Connection,
  DownloadRow,
  FoldedRow,
  ListPageRow,
  OutboxRow,
  PlaylistNavRow,
  PlaylistRow,
  RegistryNote,
  SimilarRow,
  UndoRow,
  VideoCardRow,
  VideoDetailsRow,
  RefreshRequest,
  RequestTime,
  WatchStateRow,
} from './rows.ts';

// The table `searchIndex` is left out, because only the search index worker reads and writes it (src/search-index/mirror-rows.ts).
export type MirrorDatabase = Dexie & {
  videoCards: EntityTable<VideoCardRow, 'videoId'>;
  videoDetails: EntityTable<VideoDetailsRow, 'videoId'>;
  watchStates: EntityTable<WatchStateRow, 'videoId'>;
  channels: EntityTable<ChannelRow, 'channelId'>;
  channelFacts: EntityTable<ChannelFactsRow, 'channelId'>;
  playlists: EntityTable<PlaylistRow, 'playlistId'>;
  downloads: EntityTable<DownloadRow, 'videoId'>;
  /** The archive's answers to the most recent searches. */
  searches: EntityTable<SearchAnswer & { query: string; fetchedAtMs: number }, 'query'>;
  comments: EntityTable<CommentsRow, 'videoId'>;
  similar: EntityTable<SimilarRow, 'videoId'>;
  playlistNavs: EntityTable<PlaylistNavRow, 'videoId'>;
  listPages: EntityTable<ListPageRow, 'key'>;
  wanted: EntityTable<RefreshRequest, 'key'>;
  outbox: Table<OutboxRow & { sequence: number }, number, OutboxRow>;
  folded: EntityTable<FoldedRow, 'lane'>;
  undos: Table<UndoRow, number>;
  documents: Table<AccountDocument, AccountDocument['key']>;
  /** The kinds of changes that this version of the app knows. */
  kinds: MutationKinds;
};

export type RegistryDatabase = Dexie & {
  accounts: EntityTable<AccountRow, 'accountKey'>;
  /** One row under key `connection`. */
  connection: Table<{ key: 'connection'; value: Connection }, 'connection'>;
  notes: Table<RegistryNote, RegistryNote['key']>;
};

/** An open account's database, with the ports that mutations and queries need. */
export interface Mirror {
  db: MirrorDatabase;
  registry: RegistryDatabase;
  accountKey: string;
  clock: Clock;
  /** A new idempotency key (UUID). */
  newKey(): string;
  /** Lists of videos that were requested before this database existed, by query string. Absent except at a first start. */
  firstLists?: Map<string, Promise<FirstList | null>>;
}

/** An answer whose body has not been checked yet. */
export interface FirstList {
  /** The list's key with the page size of the settings (list-keys.ts). */
  key: string;
  body: unknown;
  requestTime: RequestTime;
}

// Dexie's own cache would show a change before it is committed, but the mirror shows only durable changes. Strict durability: otherwise a
// power cut could lose a commit that the browser had only handed to the operating system (docs/decisions/201).
const options = { cache: 'disabled', chromeTransactionDurability: 'strict' } as const;

export function openMirrorDatabase(name: string, kinds: MutationKinds): MirrorDatabase {
  const db = new Dexie(name, { ...options, ...refuseNewerVersion() }) as MirrorDatabase;
  db.kinds = kinds;
  applyMirrorVersions(db, kinds);
  return db;
}

export function openRegistryDatabase(name = 'stowaway'): RegistryDatabase {
  const db = new Dexie(name, { ...options, ...refuseNewerVersion() }) as RegistryDatabase;
  applyRegistryVersions(db);
  return db;
}
