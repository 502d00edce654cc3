// Finds stored list pages that name a missing row, name a row twice, or have an impossible total. Such pages are requested again; a page
// that the archive no longer has is deleted.
import Dexie, { type Table } from 'dexie';
import { isWalkKey } from '../catalogue-state.ts';
import type { MirrorDatabase } from '../database.ts';
import { parseListKey, type ListEndpoint } from '../list-keys.ts';
import { similarKey } from '../resource-keys.ts';
import type { ListPageRow } from '../rows.ts';
import type { CheckedBatch } from './check-rows.ts';

/** For each list, the total that each of its pages reports. */
export type ListTotals = Map<string, { key: string; total: number; fetchedAtMs: number }[]>;

export function checkPages(db: MirrorDatabase, afterKey: string | null, limit: number, totals: ListTotals): Promise<CheckedBatch> {
  const tableOf: Record<ListEndpoint, Table> = { videos: db.videoCards, channels: db.channels, playlists: db.playlists, downloads: db.downloads };
  return db.transaction('rw', [db.listPages, ...Object.values(tableOf), db.wanted], async () => {
    const pages = await db.listPages
      .where('key')
      .above(afterKey ?? Dexie.minKey)
      .limit(limit)
      .toArray();
    const keysToFetch: string[] = [];
    let repairedCount = 0;
    for (const page of pages) {
      const parts = parseListKey(page.key);
      // Skips another version's keys, and pages of a catalogue walk, which tracks missing items itself.
      if (!parts || isWalkKey(page.key)) continue;
      addTotal(totals, page);
      const rows: unknown[] = await tableOf[parts.endpoint].bulkGet(page.ids);
      const isWhole = rows.every((row) => row !== undefined) && new Set(page.ids).size === page.ids.length;
      const precedingCount = (parts.page - 1) * parts.pageSize;
      const isTotalRight = !page.paginate || page.paginate.max_hits || page.paginate.total_hits >= precedingCount + page.ids.length;
      if (isWhole && isTotalRight) continue;
      if (await dropIfGone(db, page.key)) repairedCount += 1;
      else keysToFetch.push(page.key);
    }
    return { lastKey: pages.length < limit ? null : (pages.at(-1)?.key ?? null), count: pages.length, repairedCount, keysToFetch };
  });
}

/** Deletes the page if the archive has answered that it does not exist. Joins the caller's transaction, if there is one. */
export async function dropIfGone(db: MirrorDatabase, key: string): Promise<boolean> {
  if ((await db.wanted.get(key))?.failure !== 'not-found') return false;
  await db.listPages.delete(key);
  await db.wanted.delete(key);
  return true;
}

function addTotal(totals: ListTotals, { key, paginate, fetchedAtMs }: ListPageRow): void {
  if (!paginate) return;
  const list = key.replace(/&?page=\d+$/, '');
  totals.set(list, [...(totals.get(list) ?? []), { key, total: paginate.total_hits, fetchedAtMs }]);
}

/** Pages whose total differs from that of the newest page of their list. */
export function findInconsistentPages(totals: ListTotals): string[] {
  return [...totals.values()].flatMap((pages) => {
    const newestPage = pages.reduce((one, other) => (other.fetchedAtMs > one.fetchedAtMs ? other : one));
    return pages.filter(({ total }) => total !== newestPage.total).map(({ key }) => key);
  });
}

/** Finds lists of similar videos that name a video without a card. */
export function checkSimilar(db: MirrorDatabase, afterKey: string | null, limit: number): Promise<CheckedBatch> {
  return db.transaction('r', [db.similar, db.videoCards], async () => {
    const rows = await db.similar
      .where('videoId')
      .above(afterKey ?? Dexie.minKey)
      .limit(limit)
      .toArray();
    const ids = [...new Set(rows.flatMap(({ videoIds }) => videoIds))];
    const cards = await db.videoCards.bulkGet(ids);
    const missingIds = new Set(ids.filter((_id, index) => cards[index] === undefined));
    const keysToFetch = rows.filter(({ videoIds }) => videoIds.some((id) => missingIds.has(id))).map(({ videoId }) => similarKey(videoId));
    return { lastKey: rows.length < limit ? null : (rows.at(-1)?.videoId ?? null), count: rows.length, repairedCount: 0, keysToFetch };
  });
}
