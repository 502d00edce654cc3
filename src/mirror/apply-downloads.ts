// Writes a page of the archive's queue to rows, in one transaction. Separate from apply.ts because the first frame does not need it.
import type { WireDownloader, WireDownloadItem } from '../contract/names.ts';
import { entityTables } from './apply.ts';
import { applyPage, putIfNewer, type ListPageAnswer } from './store-answer.ts';
import type { MirrorDatabase } from './database.ts';
import { refoldPending } from './fold-entities.ts';
import { textOrNull } from './from-wire.ts';
import { downloadLane } from './lanes.ts';
import { mayReplace } from './request-order.ts';
import type { DownloaderState, DownloadRow, RequestTime } from './rows.ts';

/** `downloader` is absent if the archive does not say whether it can download. */
export type DownloadListPage = ListPageAnswer<WireDownloadItem> & { downloader?: WireDownloader };

export function applyDownloadList(db: MirrorDatabase, answer: DownloadListPage): Promise<void> {
  const { key, requestTime, downloader } = answer;
  return applyPage(db, entityTables(db), answer, {
    idOf: (item) => item.youtube_id,
    keysOf: (item) => [`downloads:${item.youtube_id}`],
    async put(items) {
      await putIfNewer(
        { bulkGet: (ids) => db.downloads.bulkGet(ids), bulkPut: (rows) => putDownloads(db, rows) },
        items.map((item) => toDownloadRow(item, requestTime.atMs)),
        requestTime,
        (row) => row.videoId,
      );
      await deleteUnlisted(db, key, items, requestTime);
      if (downloader) await db.documents.put({ key: 'downloader', value: downloaderState(downloader), fetchedAtMs: requestTime.atMs });
    },
  });
}

/**
 * Deletes the items that no stored page contains any more: they have left the queue, for example because they were downloaded. Otherwise
 * lists built on this device would still show them. Items with pending changes stay, and items whose last change the page may not show yet.
 * `items`: the new contents of the page `key`.
 */
async function deleteUnlisted(db: MirrorDatabase, key: string, items: readonly WireDownloadItem[], requestTime: RequestTime): Promise<void> {
  const pages = await db.listPages.where('key').startsWith('downloads?').toArray();
  const listedIds = new Set([...items.map((item) => item.youtube_id), ...pages.flatMap((page) => (page.key === key ? [] : page.ids))]);
  const missingIds = (await db.downloads.toCollection().primaryKeys()).filter((videoId) => !listedIds.has(videoId));
  const missingRows = await db.downloads.bulkGet(missingIds);
  const unlistedIds = missingIds.filter((_, index) => mayReplace(missingRows[index], requestTime));
  const pendingLanes = new Set(await db.folded.where('lane').anyOf(unlistedIds.map(downloadLane)).primaryKeys());
  await db.downloads.bulkDelete(unlistedIds.filter((videoId) => !pendingLanes.has(downloadLane(videoId))));
}

async function putDownloads(db: MirrorDatabase, items: DownloadRow[]): Promise<void> {
  await db.downloads.bulkPut(items);
  await refoldPending(
    db,
    items.map((item) => downloadLane(item.videoId)),
  );
}

function downloaderState({ is_ready: isReady, message, holds = [], warnings = [] }: WireDownloader): DownloaderState {
  return {
    isReady,
    message: textOrNull(message),
    ...(holds.length === 0
      ? {}
      : { holds: holds.map(({ site, message: reason, advice, next_try_at: nextTryAt, details }) => ({ site, message: reason, advice, nextTryAt, details })) }),
    ...(warnings.length === 0 ? {} : { warnings }),
  };
}

function toDownloadRow(item: WireDownloadItem, fetchedAtMs: number): DownloadRow {
  return {
    videoId: item.youtube_id,
    title: item.title,
    channelId: item.channel_id,
    channelName: item.channel_name,
    isChannelIndexed: item.channel_indexed,
    thumbUrl: textOrNull(item.vid_thumb_url),
    kind: item.vid_type,
    publishedAt: item.published,
    durationText: item.duration,
    isAutoStart: item.auto_start,
    // Absent, null and empty all mean that nothing has failed (docs/behaviour.md, Two generations).
    message: textOrNull(item.message),
    ...(item.details === undefined || item.details.length === 0 ? {} : { details: item.details }),
    status: item.status,
    addedAt: item.timestamp,
    fetchedAtMs,
  };
}

/** Marks all stored pages of the queue as old, after a bulk change; the caller requests the pages on screen. */
export function markDownloadPagesStale(db: MirrorDatabase): Promise<unknown> {
  return db.listPages
    .where('key')
    .startsWith('downloads?')
    .modify((page) => {
      page.fetchedAtMs = 0;
    });
}
