// Once the stored details exceed their budget, evicts those that were viewed longest ago. Cards, watch states, channels and playlists stay,
// because lists need them. Called by src/sync/eviction-loop.ts.
import type { Table } from 'dexie';
import { isCatalogueOn, isWalkKey } from './catalogue-state.ts';
import { readCatalogue } from './catalogue.ts';
import type { MirrorDatabase } from './database.ts';
import { liveKeysOf } from './live-keys.ts';
import { commentsKey, navKey, similarKey, videoKey } from './resource-keys.ts';

export interface EvictDetailsOptions {
  budgetBytes: number;
  /** Videos that are saved on this device or belong to a trip. Read before each batch, because a video may be saved between batches. */
  protectedVideos(): Promise<ReadonlySet<string>>;
  /** Yields to waiting work. */
  yieldNow: () => Promise<void>;
}

/** Eviction ends at this share of the budget, so that the next checks find nothing to do. */
const evictTargetShare = 0.8;
/** Reading a batch takes a few milliseconds. */
const batchSize = 200;
/** Enough to estimate the average size of a row. */
const sampleRows = 40;

interface EvictableTable {
  table: Table<{ fetchedAtMs: number }, string>;
  /** The key that a view of the row requests. */
  viewKey: (key: string) => string;
  isOfVideo: boolean;
}

interface Candidate {
  source: EvictableTable;
  key: string;
  fetchedAtMs: number;
  bytes: number;
}

/**
 * Returns how many rows were evicted. The age of a row shows when it was last viewed, because opening a page fetches its rows again if the
 * archive is reachable.
 */
export async function evictDetails(db: MirrorDatabase, { budgetBytes, protectedVideos, yieldNow }: EvictDetailsOptions): Promise<number> {
  const tables = await evictableTables(db);
  if ((await estimateBytes(tables)) <= budgetBytes) return 0;
  const candidates: Candidate[] = [];
  for (const source of tables) await collectCandidates(source, candidates, yieldNow);
  let bytes = candidates.reduce((sum, candidate) => sum + candidate.bytes, 0);
  if (bytes <= budgetBytes) return 0;
  const isProtected = await readProtected(db, await protectedVideos());
  let evictedCount = 0;
  let batch: Candidate[] = [];
  for (const candidate of candidates.sort((left, right) => left.fetchedAtMs - right.fetchedAtMs)) {
    if (bytes <= budgetBytes * evictTargetShare) break;
    if (isProtected(candidate)) continue;
    bytes -= candidate.bytes;
    if (batch.push(candidate) < batchSize) continue;
    evictedCount += await evictBatch(db, batch, await protectedVideos());
    batch = [];
    await yieldNow();
  }
  return evictedCount + (await evictBatch(db, batch, await protectedVideos()));
}

/**
 * Video details come with the catalogue's lists, so they are kept if the whole catalogue is wanted. Until the user has chosen or the videos
 * are counted, the catalogue may be large, so video details can be evicted.
 */
async function evictableTables(db: MirrorDatabase): Promise<EvictableTable[]> {
  const evictable: (Omit<EvictableTable, 'table'> & { table: unknown })[] = [
    { table: db.comments, viewKey: commentsKey, isOfVideo: true },
    { table: db.similar, viewKey: similarKey, isOfVideo: true },
    { table: db.playlistNavs, viewKey: navKey, isOfVideo: true },
    { table: db.listPages, viewKey: (key) => key, isOfVideo: false },
  ];
  const catalogue = await readCatalogue(db);
  const shouldKeepDetails = isCatalogueOn(catalogue) && (catalogue.choice !== null || catalogue.videoCount !== null);
  if (!shouldKeepDetails) evictable.push({ table: db.videoDetails, viewKey: videoKey, isOfVideo: true });
  return evictable as EvictableTable[];
}

/** Cheap enough to run often, because it reads only a count and a few rows of each table. */
async function estimateBytes(tables: readonly EvictableTable[]): Promise<number> {
  let bytes = 0;
  for (const { table } of tables) {
    const [count, sample] = await Promise.all([table.count(), table.limit(sampleRows).toArray()]);
    if (sample.length > 0) bytes += (count * sample.reduce((sum, row) => sum + bytesOf(row), 0)) / sample.length;
  }
  return bytes;
}

async function collectCandidates(source: EvictableTable, candidates: Candidate[], yieldNow: () => Promise<void>): Promise<void> {
  const keyPath = source.table.schema.primKey.keyPath as string;
  for (let lastKey: string | null = null; ; await yieldNow()) {
    const rows: { fetchedAtMs: number }[] = await (
      lastKey === null ? source.table.limit(batchSize) : source.table.where(':id').above(lastKey).limit(batchSize)
    ).toArray();
    for (const row of rows) {
      lastKey = (row as never)[keyPath] as string;
      candidates.push({ source, key: lastKey, fetchedAtMs: row.fetchedAtMs, bytes: bytesOf(row) });
    }
    if (rows.length < batchSize) return;
  }
}

/** The size as text, which is close enough to the size in the database. */
const bytesOf = (row: object): number => JSON.stringify(row).length;

/** Works with or without a transaction over the outbox. */
async function readProtected(db: MirrorDatabase, protectedVideos: ReadonlySet<string>): Promise<(candidate: Candidate) => boolean> {
  const pendingLanes = new Set<unknown>(await db.outbox.orderBy('lane').uniqueKeys());
  const shownKeys = new Set(liveKeysOf(db).map((liveKey) => liveKey.key()));
  // The pages of a catalogue walk are protected, because without them the walk would restart its list.
  return ({ source, key }) =>
    shownKeys.has(source.viewKey(key)) || isWalkKey(key) || (source.isOfVideo && (protectedVideos.has(key) || pendingLanes.has(`video:${key}`)));
}

/** Checks the rows again within the transaction, because a change may have been made since, or a row fetched again. */
function evictBatch(db: MirrorDatabase, batch: readonly Candidate[], protectedVideos: ReadonlySet<string>): Promise<number> {
  const tables = [...new Set(batch.map(({ source }) => source.table))];
  if (tables.length === 0) return Promise.resolve(0);
  return db.transaction('rw', [...tables, db.outbox], async () => {
    const isProtected = await readProtected(db, protectedVideos);
    let evictedCount = 0;
    for (const table of tables) {
      const candidates = batch.filter((candidate) => candidate.source.table === table && !isProtected(candidate));
      const rows = await table.bulkGet(candidates.map(({ key }) => key));
      const keys = candidates.filter(({ fetchedAtMs }, index) => rows[index]?.fetchedAtMs === fetchedAtMs).map(({ key }) => key);
      await table.bulkDelete(keys);
      evictedCount += keys.length;
    }
    return evictedCount;
  });
}
