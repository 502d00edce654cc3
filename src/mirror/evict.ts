// Evicts the details that were viewed longest ago once they exceed their budget. Cards, watch states, channels and playlists stay: lists are made of
// them. Called by src/sync/evict-run.ts.
import type { Table } from 'dexie';
import { isCatalogueOn, isKeyOfWalk } from './catalogue-state.ts';
import { readCatalogue } from './catalogue.ts';
import type { MirrorDatabase } from './database.ts';
import { liveKeysOf } from './live-keys.ts';
import { commentsKey, navKey, similarKey, videoKey } from './resource-keys.ts';

export interface Eviction {
  budgetBytes: number;
  /** Videos that are saved on this device or belong to a trip: read before each batch, since one may be saved meanwhile. */
  keptVideos(): Promise<ReadonlySet<string>>;
  /** Yields to waiting work. */
  breathe: () => Promise<void>;
}

/** Leaves headroom, so that the next check has nothing to do for a while. */
const evictedTo = 0.8;
/** A few milliseconds of reading. */
const biteRows = 200;
/** Enough to estimate the average size of a row. */
const sampleRows = 40;

interface Evictable {
  table: Table<{ fetchedAtMs: number }, string>;
  /** The key that a view of the row requests. */
  viewKey: (key: string) => string;
  isOfVideo: boolean;
}

interface Candidate {
  of: Evictable;
  key: string;
  fetchedAtMs: number;
  bytes: number;
}

/** Returns how many rows were evicted. Anything opened while the archive is reachable is fetched again, so its age says when it was last viewed. */
export async function evictDetails(db: MirrorDatabase, { budgetBytes, keptVideos, breathe }: Eviction): Promise<number> {
  const tables = await evictables(db);
  if ((await roughBytes(tables)) <= budgetBytes) return 0;
  const found: Candidate[] = [];
  for (const of of tables) await collect(of, found, breathe);
  let bytes = found.reduce((sum, candidate) => sum + candidate.bytes, 0);
  if (bytes <= budgetBytes) return 0;
  const isKept = await keptNow(db, await keptVideos());
  let evicted = 0;
  let bite: Candidate[] = [];
  for (const candidate of found.sort((left, right) => left.fetchedAtMs - right.fetchedAtMs)) {
    if (bytes <= budgetBytes * evictedTo) break;
    if (isKept(candidate)) continue;
    bytes -= candidate.bytes;
    if (bite.push(candidate) < biteRows) continue;
    evicted += await drop(db, bite, await keptVideos());
    bite = [];
    await breathe();
  }
  return evicted + (await drop(db, bite, await keptVideos()));
}

/**
 * Details come with the lists of the catalogue: they stay if all of it is wanted. With no choice made and no count yet, the catalogue may be large.
 */
async function evictables(db: MirrorDatabase): Promise<Evictable[]> {
  const all: (Omit<Evictable, 'table'> & { table: unknown })[] = [
    { table: db.comments, viewKey: commentsKey, isOfVideo: true },
    { table: db.similar, viewKey: similarKey, isOfVideo: true },
    { table: db.playlistNavs, viewKey: navKey, isOfVideo: true },
    { table: db.listPages, viewKey: (key) => key, isOfVideo: false },
  ];
  const catalogue = await readCatalogue(db);
  const isWanted = isCatalogueOn(catalogue) && (catalogue.choice !== null || catalogue.videoCount !== null);
  if (!isWanted) all.push({ table: db.videoDetails, viewKey: videoKey, isOfVideo: true });
  return all as Evictable[];
}

/** Cheap enough to run often: a count and a few rows of each table. */
async function roughBytes(tables: readonly Evictable[]): Promise<number> {
  let bytes = 0;
  for (const { table } of tables) {
    const [count, sample] = await Promise.all([table.count(), table.limit(sampleRows).toArray()]);
    if (sample.length > 0) bytes += (count * sample.reduce((sum, row) => sum + bytesOf(row), 0)) / sample.length;
  }
  return bytes;
}

async function collect(of: Evictable, found: Candidate[], breathe: () => Promise<void>): Promise<void> {
  const keyPath = of.table.schema.primKey.keyPath as string;
  for (let last: string | null = null; ; await breathe()) {
    const rows: { fetchedAtMs: number }[] = await (last === null ? of.table.limit(biteRows) : of.table.where(':id').above(last).limit(biteRows)).toArray();
    for (const row of rows) {
      last = (row as never)[keyPath] as string;
      found.push({ of, key: last, fetchedAtMs: row.fetchedAtMs, bytes: bytesOf(row) });
    }
    if (rows.length < biteRows) return;
  }
}

/** Size as text: close enough to what a database uses. */
const bytesOf = (row: object): number => JSON.stringify(row).length;

/** Works with or without a transaction over the outbox. */
async function keptNow(db: MirrorDatabase, keptVideos: ReadonlySet<string>): Promise<(candidate: Candidate) => boolean> {
  const pending = new Set<unknown>(await db.outbox.orderBy('lane').uniqueKeys());
  const shown = new Set(liveKeysOf(db).map((live) => live.key()));
  // Without its pages a catalogue walk would restart its list.
  return ({ of, key }) => shown.has(of.viewKey(key)) || isKeyOfWalk(key) || (of.isOfVideo && (keptVideos.has(key) || pending.has(`video:${key}`)));
}

/** Checks again in its transaction: a change may have been made since, or the row fetched again. */
function drop(db: MirrorDatabase, bite: readonly Candidate[], keptVideos: ReadonlySet<string>): Promise<number> {
  const tables = [...new Set(bite.map(({ of }) => of.table))];
  if (tables.length === 0) return Promise.resolve(0);
  return db.transaction('rw', [...tables, db.outbox], async () => {
    const isKept = await keptNow(db, keptVideos);
    let dropped = 0;
    for (const table of tables) {
      const candidates = bite.filter((candidate) => candidate.of.table === table && !isKept(candidate));
      const rows = await table.bulkGet(candidates.map(({ key }) => key));
      const keys = candidates.filter(({ fetchedAtMs }, index) => rows[index]?.fetchedAtMs === fetchedAtMs).map(({ key }) => key);
      await table.bulkDelete(keys);
      dropped += keys.length;
    }
    return dropped;
  });
}
