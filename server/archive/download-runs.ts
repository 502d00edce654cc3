// Reads and writes the queue for a run (one pass of the task that downloads the queue): the next item, failures and their reasons, items
// that wait for disk space. All state is in rows, so that a restarted server knows which items a killed run had begun.
import type { FailureKind } from '../downloader/failures.ts';
import { inTransaction, type Database } from '../database/transaction.ts';
import { dropUnusedListsSql } from './downloads.ts';
import { siteOfAddress } from './sites.ts';

export interface QueuedDownload {
  videoId: string;
  title: string;
  sourceUrl: string | null;
  channelId: string;
  /** Whether the archive already has the video, which is then downloaded again. */
  isForced: boolean;
  /** Bytes; null when unknown. */
  expectedSize: number | null;
  /** Fields for the video's description, from the playlist it was found in. */
  listedFields: Record<string, string | number> | null;
  /** The description of the playlist it was found in, JSON. */
  listDescription: string | null;
  /** The site that is put on hold if it refuses the download. */
  site: string;
  /**
   * `open`: an earlier failure may have been the site's fault. `own`: the site has sent other videos since, so the failure is probably the
   * item's own fault.
   */
  doubt: 'none' | 'open' | 'own';
}

/** Which items a run takes. */
export interface RunSelection {
  scope: RunScope;
  /** Items that this run has already tried. */
  triedIds: ReadonlySet<string>;
  /** Sites that may not be asked now. */
  heldSites: readonly string[];
  /**
   * Limits the run to items of these sites; null for no limit. Items that are set to start now are taken from every site, because no other
   * run would take them.
   */
  onlySites: readonly string[] | null;
}

/** A failure that is the item's own fault, as shown with the item. */
export interface ItemFailure {
  kind: FailureKind;
  message: string;
  details: readonly string[];
}

/** `all`: every item; `started`: those set to start now, and those left by a killed run. */
export type RunScope = 'all' | 'started';

export function isWider(scope: RunScope, other: RunScope): boolean {
  return scope === 'all' && other === 'started';
}

export function createDownloadRuns(database: Database) {
  const candidates = `FROM download WHERE status = 'pending' AND coalesce(message, '') = '' AND (?1 = 'all' OR auto_start = 1 OR is_begun = 1)
    AND video_id NOT IN (SELECT value FROM json_each(?2)) AND coalesce(site, '') NOT IN (SELECT value FROM json_each(?3))
    AND (?4 IS NULL OR auto_start = 1 OR site IN (SELECT value FROM json_each(?4)))`;
  const next = database.prepare(`
    SELECT download.*, (SELECT description FROM download_list WHERE download_list.id = list_id) AS list_description
    ${candidates} ORDER BY is_late, is_begun DESC, auto_start DESC, coalesce(needs_room, 0), id LIMIT 1`);
  const count = database.prepare(`SELECT count(*) AS n ${candidates}`);
  const isPending = database.prepare("SELECT 1 FROM download WHERE video_id = ? AND status = 'pending'");
  const begin = database.prepare('UPDATE download SET is_begun = 1 WHERE video_id = ?');
  const fail = database.prepare(
    'UPDATE download SET is_begun = 0, is_late = 0, doubt = 0, message = ?, failure = ?, details = ?, needs_room = ? WHERE video_id = ?',
  );
  const putLast = database.prepare('UPDATE download SET is_begun = 0, is_late = 1, doubt = max(doubt, ?) WHERE video_id = ?');
  const confirmDoubt = database.prepare('UPDATE download SET doubt = 2 WHERE site = ? AND doubt = 1');
  const selectSiteless = database.prepare('SELECT id, source_url AS address FROM download WHERE site IS NULL');
  const setSite = database.prepare('UPDATE download SET site = ? WHERE id = ?');
  const selectPending = database.prepare("SELECT video_id AS id FROM download WHERE status = 'pending'");
  const clearSignInFailures = database.prepare(`
    UPDATE download SET message = '', failure = NULL, details = NULL WHERE status = 'pending' AND failure = 'sign-in' AND coalesce(message, '') <> ''`);
  const release = database.prepare('UPDATE download SET is_begun = 0 WHERE video_id = ?');
  const setPlaced = database.prepare('UPDATE download SET is_forced = 0 WHERE video_id = ?');
  const remove = database.prepare('DELETE FROM download WHERE video_id = ?');
  const dropUnusedLists = database.prepare(dropUnusedListsSql);
  const reset = database.prepare(`
    UPDATE download SET auto_start = 0, needs_room = CASE WHEN coalesce(message, '') = '' THEN NULL ELSE needs_room END
    WHERE auto_start = 1 AND (coalesce(message, '') <> '' OR coalesce(site, '') NOT IN (SELECT value FROM json_each(?)))`);
  const selectInterrupted = database.prepare('SELECT video_id AS id FROM download WHERE is_begun = 1');
  // `needs_room` keeps its value after the wait, because items that need the least space are tried first, and because an item that has to
  // wait again needs the same number of bytes.
  const waitingCondition = "needs_room IS NOT NULL AND status = 'pending' AND coalesce(message, '') <> ''";
  const spaceNeeded = database.prepare(`SELECT DISTINCT needs_room AS bytes FROM download WHERE ${waitingCondition} ORDER BY needs_room`);
  const retryWithSpace = database.prepare(
    `UPDATE download SET message = '', failure = NULL, details = NULL, auto_start = 1 WHERE ${waitingCondition} AND needs_room <= ?`,
  );
  const waitForSpace = database.prepare(`
    UPDATE download SET is_begun = 0, message = ?1, failure = 'no-room', details = NULL, needs_room = coalesce(needs_room, expected_size, 0)
    WHERE status = 'pending' AND auto_start = 1 AND coalesce(message, '') = '' AND coalesce(site, '') NOT IN (SELECT value FROM json_each(?2))`);
  const addresses = database.prepare(`
    SELECT source_url AS address FROM video WHERE video_id = ?1 AND source_url IS NOT NULL
    UNION ALL SELECT source_url FROM download WHERE video_id = ?1 AND source_url IS NOT NULL`);
  const lastFiles = database.prepare(
    'SELECT media_file AS file FROM video WHERE channel_id = ? AND absence IS NULL ORDER BY downloaded_at DESC, id DESC LIMIT 20',
  );
  const fileBelow = database.prepare(`
    SELECT 1 FROM video WHERE absence IS NOT 'trash' AND (?1 = '' OR substr(media_file, 1, length(?1) + 1) = ?1 || '/') LIMIT 1`);
  // A channel's own number of days takes precedence over the archive's; 0 or less means never.
  const days = `coalesce(json_extract(overwrites, '$.autodelete_days'), ?1)`;
  const watchedLongAgo = database.prepare(`
    SELECT video_id AS id FROM video LEFT JOIN channel USING (channel_id)
    WHERE absence IS NULL AND is_watched = 1 AND watched_at IS NOT NULL AND ${days} > 0 AND watched_at < ?2 - 86400 * ${days} ORDER BY watched_at`);
  // Skips pictures on the host of a site on hold, because a picture that fails is never requested again and would be lost. Pictures
  // on other hosts are still requested.
  const wantedPicture = database.prepare(`
    SELECT video_id AS videoId, picture_url AS url FROM download
    WHERE picture_url IS NOT NULL AND video_id NOT IN (SELECT value FROM json_each(?)) AND NOT EXISTS (
      SELECT 1 FROM download_hold WHERE download_hold.site = '' OR (download_hold.site = download.site AND instr(picture_url, download.site || '/') > 0))
    ORDER BY id LIMIT 1`);
  const setPicture = database.prepare('UPDATE download SET picture_url = NULL, has_picture = ? WHERE video_id = ?');
  const selectWithPicture = database.prepare('SELECT video_id AS id FROM download WHERE has_picture = 1');

  return {
    /** The next picture to fetch, without those on the hosts of sites on hold; null if there is none. */
    wantedPicture: (exceptIds: ReadonlySet<string>): { videoId: string; url: string } | null =>
      (wantedPicture.get(JSON.stringify([...exceptIds])) as { videoId: string; url: string } | undefined) ?? null,
    setPicture: (videoId: string, hasPicture: boolean): void => void setPicture.run(Number(hasPicture), videoId),
    idsWithPicture: (): Set<string> => new Set((selectWithPicture.all() as { id: string }[]).map(({ id }) => id)),
    /** Whether a video that is not in the trash has its file in this folder or below it. @param folder a stored name; empty for any folder */
    knowsFileBelow: (folder: string): boolean => fileBelow.get(folder) !== undefined,
    /** @param archiveDays the setting `autodelete_days` @param now Unix seconds */
    watchedLongAgo: (archiveDays: number | null, now: number): string[] => (watchedLongAgo.all(archiveDays, now) as { id: string }[]).map(({ id }) => id),
    /** The most recently downloaded media files of a channel, as stored names. */
    filesOfChannel: (channelId: string): string[] => (lastFiles.all(channelId) as { file: string }[]).map(({ file }) => file),
    /** Fills in the site of items that have none: those queued by their id alone, imported from TubeArchivist, or from an earlier version. */
    fillInSites(): void {
      inTransaction(database, () => {
        for (const { id, address } of selectSiteless.all() as { id: number; address: string | null }[]) setSite.run(siteOfAddress(address), id);
      });
    },
    next(selection: RunSelection): QueuedDownload | null {
      const row = next.get(...sqlParameters(selection)) as Record<string, unknown> | undefined;
      return row ? toQueued(row) : null;
    },
    count: (selection: RunSelection): number => (count.get(...sqlParameters(selection)) as { n: number }).n,
    isPending: (videoId: string): boolean => isPending.get(videoId) !== undefined,
    begin: (videoId: string): void => void begin.run(videoId),
    /** Records that the item is no longer being downloaded, because the run was interrupted. The item stays in the queue. */
    release: (videoId: string): void => void release.run(videoId),
    recordFailure: (videoId: string, { kind, message, details }: ItemFailure): void => void fail.run(message, kind, details.join('\n'), null, videoId),
    /** @param bytes how many the item needs, as far as known */
    failDiskFull: (videoId: string, message: string, bytes: number): void => void fail.run(message, 'no-room', null, bytes, videoId),
    /**
     * Puts an item last because its site failed while it was being downloaded. The next run tries the site's other items first.
     * @param isSuspect whether the site answered, and may have refused only this item
     */
    putLast: (videoId: string, isSuspect: boolean): void => void putLast.run(Number(isSuspect), videoId),
    /** Records that the site has sent a video. An item of this site that failed earlier and fails again is therefore itself at fault. */
    recordSiteAnswer: (site: string): void => void confirmDoubt.run(site),
    /** Allows items that needed a sign-in to be tried again, because there is a new cookie. */
    retrySignIn: (): void => void clearSignInFailures.run(),
    /** Records that the library has the download. Otherwise a forced item would be downloaded again if the server is killed before `finish`. */
    setPlaced: (videoId: string): void => void setPlaced.run(videoId),
    /** Removes an item whose video is in the archive now. */
    finish(videoId: string): void {
      remove.run(videoId);
      dropUnusedLists.run();
    },
    /** Ends a run: `auto_start` is reset, except for items that wait for their site (docs/behaviour.md, Queue). */
    end: (heldSites: readonly string[]): void => void reset.run(JSON.stringify(heldSites)),
    /** Ids of the pending items. Their partial files must be kept. */
    pendingIds: (): string[] => (selectPending.all() as { id: string }[]).map(({ id }) => id),
    /** Items being downloaded when the process ended. */
    interruptedIds: (): string[] => (selectInterrupted.all() as { id: string }[]).map(({ id }) => id),
    /** Makes all remaining items that are set to start now wait for space, except those whose site is on hold. */
    waitForSpace: (message: string, heldSites: readonly string[]): void => void waitForSpace.run(message, JSON.stringify(heldSites)),
    /** The numbers of bytes that items wait for, ascending, without duplicates; 0 if unknown. */
    spaceNeeded: (): number[] => (spaceNeeded.all() as { bytes: number }[]).map(({ bytes }) => bytes),
    /** Allows items that waited for at most `maxBytes` of disk space to be tried again, those that need the least first. */
    retryWithSpace: (maxBytes: number): void => void retryWithSpace.run(maxBytes),
    /** The source address of a video of the archive or the queue. */
    addressOf: (videoId: string): string | null => (addresses.get(videoId) as { address: string } | undefined)?.address ?? null,
  };
}

function sqlParameters({ scope, triedIds, heldSites, onlySites }: RunSelection): [string, string, string, string | null] {
  return [scope, JSON.stringify([...triedIds]), JSON.stringify(heldSites), onlySites && JSON.stringify(onlySites)];
}

const doubtLevels = ['none', 'open', 'own'] as const;

function toQueued(row: Record<string, unknown>): QueuedDownload {
  const listedJson = row['listed'] as string | null;
  return {
    videoId: row['video_id'] as string,
    title: row['title'] as string,
    sourceUrl: row['source_url'] as string | null,
    channelId: row['channel_id'] as string,
    isForced: row['is_forced'] === 1,
    expectedSize: row['expected_size'] as number | null,
    listedFields: listedJson === null ? null : (JSON.parse(listedJson) as Record<string, string | number>),
    listDescription: row['list_description'] as string | null,
    site: (row['site'] as string | null) ?? 'unknown',
    doubt: doubtLevels[row['doubt'] as number] ?? 'own',
  };
}
