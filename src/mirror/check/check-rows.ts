// Finds rows that belong to a missing video, channel or change. Data that the archive has is requested again, and orphans are deleted. Each
// check and its repair are one transaction, so that no concurrent write is mistaken for damage. Never touches the outbox.
import Dexie, { type Table } from 'dexie';
import { ageMs, type Clock } from '../../lib/clock.ts';
import type { MirrorDatabase } from '../database.ts';
import { refoldEntities } from '../fold-entities.ts';
import { foldTables, refold } from '../fold.ts';
import { isEntityLane } from '../lanes.ts';
import { channelKey, videoKey } from '../resource-keys.ts';
import type { Lane } from '../rows.ts';

export interface CheckedBatch {
  /** The last key checked; null: there are no more. */
  lastKey: string | null;
  count: number;
  repairedCount: number;
  /** Keys to fetch again. */
  keysToFetch: string[];
}

interface CheckContext {
  db: MirrorDatabase;
  clock: Clock;
  /** Whether the video is saved here, or part of a trip. */
  isSaved(videoId: string): boolean;
}

interface VideoRow {
  videoId: string;
  fetchedAtMs?: number;
  waiting?: 0 | 1;
}

/** Tables whose rows are not shown without the video's card. */
const videoTableNames = ['comments', 'similar', 'playlistNavs', 'watchStates'];

/** Younger rows do not count as orphans, because the answers about one video are written separately, in any order. */
const gracePeriodMs = 10 * 60_000;

/** Checks a batch of cards, beginning after the key `afterKey`, and all other rows of videos whose ids lie in the range of the batch. */
export function checkVideos({ db, clock, isSaved }: CheckContext, afterKey: string | null, limit: number): Promise<CheckedBatch> {
  const videoTables = videoTableNames.map((name) => db.table<VideoRow, string>(name));
  return db.transaction('rw', ['videoCards', 'videoDetails', ...videoTableNames, 'wanted', 'outbox'], async () => {
    const batchIds = await db.videoCards
      .where('videoId')
      .above(afterKey ?? Dexie.minKey)
      .limit(limit)
      .primaryKeys();
    const lastKey = batchIds.length < limit ? null : (batchIds.at(-1) ?? null);
    const cardIds = new Set(batchIds);
    const orphansIn = async (table: Table<VideoRow, string>): Promise<string[]> => {
      const keys = await table
        .where('videoId')
        .between(afterKey ?? Dexie.minKey, lastKey ?? Dexie.maxKey, afterKey === null, true)
        .primaryKeys();
      return keys.filter((videoId) => !cardIds.has(videoId));
    };
    const keysToFetch = (await orphansIn(db.table<VideoRow, string>('videoDetails'))).map(videoKey);
    let repairedCount = 0;
    for (const table of videoTables) {
      const orphanIds: string[] = [];
      for (const { videoId, fetchedAtMs = 0, waiting = 0 } of await rowsOf(table, await orphansIn(table))) {
        if (isSaved(videoId) || waiting === 1 || ageMs(clock, fetchedAtMs) < gracePeriodMs) continue;
        if (await db.wanted.get(videoKey(videoId))) continue; // it is being fetched
        if ((await db.outbox.where('lane').equals(`video:${videoId}`).count()) > 0) continue;
        orphanIds.push(videoId);
      }
      await table.bulkDelete(orphanIds);
      repairedCount += orphanIds.length;
    }
    return { lastKey, count: batchIds.length, repairedCount, keysToFetch };
  });
}

async function rowsOf<Row>(table: Table<Row, string>, ids: string[]): Promise<Row[]> {
  return (await table.bulkGet(ids)).filter((row) => row !== undefined);
}

/** Finds channels with totals but without a row; returns the keys that fetch them. */
export async function checkChannels({ db }: Pick<CheckContext, 'db'>): Promise<string[]> {
  return db.transaction('r', [db.channels, db.channelFacts], async () => {
    const channelIds = new Set(await db.channels.toCollection().primaryKeys());
    const idsWithFacts = await db.channelFacts.toCollection().primaryKeys();
    return idsWithFacts.filter((channelId) => !channelIds.has(channelId)).map(channelKey);
  });
}

/** Folding a batch takes a few milliseconds. */
const foldBatchSize = 200;

/** Repairs rows that are shown as changed although no change waits. Nothing else would correct them. Returns their number. */
export async function checkFolded({ db }: Pick<CheckContext, 'db'>): Promise<number> {
  const lanes = await db.folded.toCollection().primaryKeys();
  // There may be thousands, because a pending mark of a whole channel sets `waiting` on each of its videos.
  const waitingIds = await db.watchStates.where('waiting').equals(1).primaryKeys();
  let repairedCount = 0;
  for (const batch of batchesOf(lanes)) repairedCount += await db.transaction('rw', foldTables(db), async () => checkLanes(db, batch));
  for (const batch of batchesOf(waitingIds)) repairedCount += await db.transaction('rw', foldTables(db), async () => checkWaiting(db, batch));
  return repairedCount;
}

function batchesOf<Key>(keys: readonly Key[]): Key[][] {
  return Array.from({ length: Math.ceil(keys.length / foldBatchSize) }, (_, index) => keys.slice(index * foldBatchSize, (index + 1) * foldBatchSize));
}

async function checkLanes(db: MirrorDatabase, lanes: Lane[]): Promise<number> {
  const storedLanes = async (): Promise<Lane[]> => (await db.folded.bulkGet(lanes)).flatMap((row) => (row ? [row.lane] : []));
  const lanesBefore = await storedLanes();
  await refoldEntities(db, lanes);
  await db.folded.bulkDelete((await storedLanes()).filter((lane) => !isEntityLane(lane)));
  return lanesBefore.length - (await storedLanes()).length;
}

async function checkWaiting(db: MirrorDatabase, videoIds: string[]): Promise<number> {
  const count = async (): Promise<number> => (await db.watchStates.bulkGet(videoIds)).filter((row) => row?.waiting === 1).length;
  const countBefore = await count();
  await refold(db, videoIds);
  return countBefore - (await count());
}
