// Stores the download queue. Stored states are `pending` and `ignore`; the other values that clients send are commands (docs/behaviour.md,
// Queue). A scan does not queue ignored videos again.
import { inTransaction, type Database } from '../database/transaction.ts';
import { siteOfAddress } from './sites.ts';
import { wordsIn } from './words.ts';

export type DownloadCommand = 'pending' | 'ignore' | 'ignore-force' | 'priority';
export type BulkDownloadCommand = 'pending' | 'ignore' | 'priority' | 'clear_error';

export interface DownloadRow {
  videoId: string;
  status: 'pending' | 'ignore';
  isAutoStart: boolean;
  title: string;
  channelId: string;
  isChannelKnown: boolean;
  hasPicture: boolean;
  channelName: string;
  /** Seconds; 0 when unknown. */
  duration: number;
  /** Unix seconds; null when unknown. */
  publishedAt: number | null;
  kind: 'videos' | 'streams' | 'shorts' | 'unknown';
  /** Undefined if the item never failed; null if its error was cleared. */
  message: string | null | undefined;
  /** Why the last try failed: one of the downloader's kinds. */
  failure: string | null;
  /** yt-dlp's error messages and warnings from the last try. */
  details: string[];
  /** Unix seconds. */
  addedAt: number;
}

/** A video for the queue, as found at its source. */
export interface DownloadEntry {
  videoId: string;
  /**
   * The video's id in earlier versions of Stowaway. It is used if the archive or the queue has a video with this id and the same address.
   * Null or absent if the id did not change.
   */
  formerId?: string | null;
  sourceUrl: string;
  title: string;
  channelId: string;
  channelName: string;
  /** Seconds; 0 when unknown. */
  duration: number;
  /** Unix seconds; null when unknown. */
  publishedAt: number | null;
  kind: DownloadRow['kind'];
  /** Bytes; null when unknown. */
  expectedSize: number | null;
  /** The picture's address at the video's source. */
  pictureUrl: string | null;
  listed: ListedIn | null;
}

/** The playlist in which a video was found. */
export interface ListedIn {
  /** The fields about the playlist that yt-dlp would have written into the video's description. */
  fields: Record<string, string | number>;
  /** The same object for all videos of one lookup, so that its description, which may take megabytes, is written once. */
  list: ListDescription;
}

/** A playlist's own description with its entries. */
interface ListDescription {
  playlistId: string;
  description: string;
}

export interface AddOptions {
  status: 'pending' | 'ignore';
  isAutoStart: boolean;
  /** Whether to add videos even if they are ignored or in the archive. */
  isForced: boolean;
}

/** `known`: already queued, ignored or in the archive, so nothing was changed. */
export type AddOutcome = 'added' | 'moved-up' | 'known';

/** Null means no filter. A `status` of `priority` is accepted and matches nothing. */
export interface DownloadFilter {
  status: string | null;
  channelId: string | null;
  kind: string | null;
  hasError: boolean | null;
  /** Words that the title contains in this order, one directly after the other. The last word may be incomplete. */
  phrase: string | null;
}

/** Playlists' descriptions that no item uses. Also executed when a download ends (download-runs.ts). */
export const dropUnusedListsSql = 'DELETE FROM download_list WHERE id NOT IN (SELECT list_id FROM download WHERE list_id IS NOT NULL)';

const filterSql = `WHERE (?1 IS NULL OR status = ?1) AND (?2 IS NULL OR channel_id = ?2) AND (?3 IS NULL OR kind = ?3)
  AND (?4 IS NULL OR (coalesce(message, '') <> '') = ?4) AND (?5 IS NULL OR instr(words, ?5) > 0)`;

/** From the contract: the thirty channels with the most items. */
const maxChannels = 30;

export function createDownloads(database: Database, now: () => number = () => Math.floor(Date.now() / 1000)) {
  const has = database.prepare('SELECT 1 FROM download WHERE video_id = ?');
  const findFormer = database.prepare(`
    SELECT 1 FROM video WHERE video_id = ?1 AND source_url = ?2 UNION ALL SELECT 1 FROM download WHERE video_id = ?1 AND source_url = ?2 LIMIT 1`);
  const isArchived = database.prepare("SELECT 1 FROM video WHERE video_id = ? AND absence IS NOT 'trash'");
  // The title of a recently deleted video is still known. For other videos only the id is known.
  const selectRemoved = database.prepare('SELECT * FROM removed_video WHERE video_id = ?');
  const insert = database.prepare(`
    INSERT INTO download (video_id, status, title, words, channel_id, channel_name, duration, published_at, kind, added_at)
    VALUES (?, 'ignore', ?, ?, ?, ?, ?, ?, ?, ?)`);
  const prepareCommands = (where: string) => ({
    pending: database.prepare(`UPDATE download SET status = 'pending' ${where}`),
    ignore: database.prepare(`UPDATE download SET status = 'ignore' ${where}`),
    priority: database.prepare(
      `UPDATE download SET status = 'pending', auto_start = 1, needs_room = NULL, failure = NULL, details = NULL, is_late = 0, doubt = 0, message = CASE WHEN message IS NULL THEN NULL ELSE '' END ${where}`,
    ),
    clear_error: database.prepare(
      `UPDATE download SET message = '', needs_room = NULL, failure = NULL, details = NULL, is_late = 0, doubt = 0 ${where} AND message IS NOT NULL`,
    ),
  });
  const changeOne = prepareCommands('WHERE video_id = ?');
  const changeMany = prepareCommands(filterSql);
  const removeOne = database.prepare('DELETE FROM download WHERE video_id = ?');
  const removeMany = database.prepare(`DELETE FROM download ${filterSql}`);
  const dropUnusedLists = database.prepare(dropUnusedListsSql);
  const statusOf = database.prepare('SELECT status FROM download WHERE video_id = ?');
  const put = database.prepare(`
    INSERT INTO download (video_id, status, auto_start, title, words, source_url, channel_id, channel_name, duration, published_at, kind, added_at,
      is_forced, expected_size, listed, list_id, picture_url, site)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (video_id) DO UPDATE SET status = excluded.status, auto_start = excluded.auto_start, is_forced = excluded.is_forced,
      message = CASE WHEN message IS NULL THEN NULL ELSE '' END, needs_room = NULL, failure = NULL, details = NULL, is_late = 0, doubt = 0,
      source_url = excluded.source_url, site = excluded.site`);
  const moveUp = database.prepare('UPDATE download SET auto_start = 1 WHERE video_id = ?');
  const putList = database.prepare(`
    INSERT INTO download_list (playlist_id, description) VALUES (?, ?) ON CONFLICT (playlist_id) DO UPDATE SET description = excluded.description RETURNING id`);
  const hasList = database.prepare('SELECT 1 FROM download_list WHERE id = ? AND playlist_id = ?');
  const idsOfWrittenLists = new WeakMap<ListDescription, number>();
  const titleOf = database.prepare('SELECT title FROM download WHERE video_id = ?');
  const describe = database.prepare(`
    UPDATE download SET title = ?, words = ?, channel_id = ?, channel_name = ?, duration = ?, published_at = ?, kind = ?, source_url = ?, site = NULL WHERE video_id = ?`);
  const states = database.prepare('SELECT DISTINCT status FROM download WHERE channel_id = ?');
  const page = database.prepare(`
    SELECT download.*, EXISTS (SELECT 1 FROM channel WHERE channel.channel_id = download.channel_id) AS is_channel_known
    FROM download ${filterSql} ORDER BY auto_start DESC, id LIMIT ?6 OFFSET ?7`);
  const byId = database.prepare(`
    SELECT download.*, EXISTS (SELECT 1 FROM channel WHERE channel.channel_id = download.channel_id) AS is_channel_known FROM download WHERE video_id = ?`);
  const count = database.prepare(`SELECT count(*) AS n FROM download ${filterSql}`);
  const byChannel = database.prepare(`
    SELECT channel_id AS channelId, max(channel_name) AS name, count(*) AS items FROM download WHERE status = ? GROUP BY channel_id
    ORDER BY items DESC, channel_id`);

  /** A video that was added or downloaded before ids were derived from the whole address keeps its id. */
  function withKnownId(entry: DownloadEntry): DownloadEntry {
    const formerId = entry.formerId ?? null;
    return formerId !== null && findFormer.get(formerId, entry.sourceUrl) !== undefined ? { ...entry, videoId: formerId } : entry;
  }

  function listIdOf(list: ListDescription): number {
    const storedId = idsOfWrittenLists.get(list);
    // The row may no longer exist. The rows of lists without items are removed.
    if (storedId !== undefined && hasList.get(storedId, list.playlistId) !== undefined) return storedId;
    const { id } = putList.get(list.playlistId, list.description) as { id: number };
    idsOfWrittenLists.set(list, id);
    return id;
  }

  function addIgnored(videoId: string): void {
    const removedRow = selectRemoved.get(videoId) as Record<string, string | number> | undefined;
    const title = String(removedRow?.['title'] ?? videoId);
    const facts = [
      removedRow?.['channel_id'] ?? '',
      removedRow?.['channel_name'] ?? '',
      removedRow?.['duration'] ?? 0,
      removedRow?.['published_at'] ?? null,
      removedRow?.['kind'] ?? 'unknown',
    ];
    insert.run(videoId, title, phraseOf(title), ...facts, now());
  }

  return {
    add: (foundEntry: DownloadEntry, { status, isAutoStart, isForced }: AddOptions): AddOutcome =>
      inTransaction(database, () => {
        const entry = withKnownId(foundEntry);
        const queuedStatus = (statusOf.get(entry.videoId) as { status: string } | undefined)?.status;
        if (queuedStatus === 'pending' && isAutoStart) {
          moveUp.run(entry.videoId);
          return 'moved-up';
        }
        const isKnown = queuedStatus !== undefined || isArchived.get(entry.videoId) !== undefined;
        if (queuedStatus === 'pending' || (isKnown && !isForced)) return 'known';
        const { listed } = entry;
        put.run(
          entry.videoId,
          status,
          Number(isAutoStart),
          entry.title,
          phraseOf(entry.title),
          entry.sourceUrl,
          entry.channelId,
          entry.channelName,
          Math.round(entry.duration),
          entry.publishedAt === null ? null : Math.floor(entry.publishedAt),
          entry.kind,
          now(),
          Number(isForced && isArchived.get(entry.videoId) !== undefined),
          entry.expectedSize,
          listed && JSON.stringify(listed.fields),
          listed && listIdOf(listed.list),
          entry.pictureUrl,
          siteOfAddress(entry.sourceUrl),
        );
        return 'added';
      }),
    /** Fills in an item that was queued by its id alone. */
    describe(entry: DownloadEntry): void {
      const { title, channelId, channelName, duration, publishedAt, kind, sourceUrl, videoId } = entry;
      describe.run(title, phraseOf(title), channelId, channelName, Math.round(duration), publishedAt, kind, sourceUrl, videoId);
    },
    /** Whether the video is queued, ignored or in the archive, so that adding it without force would skip it. */
    isKnown: (videoId: string): boolean => has.get(videoId) !== undefined || isArchived.get(videoId) !== undefined,
    /** Whether a queued item is known only by its id. */
    isUntitled: (videoId: string): boolean => (titleOf.get(videoId) as { title: string } | undefined)?.title === videoId,
    /** Applies a command; false if the video is not in the queue and the command does not add it. */
    command(videoId: string, command: DownloadCommand): boolean {
      const isQueued = has.get(videoId) !== undefined;
      if (command === 'ignore-force') {
        if (!isQueued && !isArchived.get(videoId)) addIgnored(videoId);
        return true;
      }
      changeOne[command].run(videoId);
      return isQueued;
    },
    commandAll: (filter: DownloadFilter, command: BulkDownloadCommand): void => void changeMany[command].run(...sqlParameters(filter)),
    forget(videoId: string): void {
      removeOne.run(videoId);
      dropUnusedLists.run();
    },
    forgetAll(filter: DownloadFilter): void {
      removeMany.run(...sqlParameters(filter));
      dropUnusedLists.run();
    },
    find(videoId: string): DownloadRow | null {
      const row = byId.get(videoId) as Record<string, unknown> | undefined;
      return row ? toDownloadRow(row) : null;
    },
    /** The states among a channel's queued items. */
    statesOf: (channelId: string): Set<string> => new Set((states.all(channelId) as { status: string }[]).map((row) => row.status)),
    count: (filter: DownloadFilter): number => (count.get(...sqlParameters(filter)) as { n: number }).n,
    page: (filter: DownloadFilter, window: { limit: number; offset: number }): DownloadRow[] =>
      (page.all(...sqlParameters(filter), window.limit, window.offset) as Record<string, unknown>[]).map(toDownloadRow),
    /** The channels with the most items, largest first; `others` counts the items of all further channels. */
    channels(status: string): { largest: { channelId: string; name: string; items: number }[]; others: number } {
      const allChannels = byChannel.all(status) as { channelId: string; name: string; items: number }[];
      return { largest: allChannels.slice(0, maxChannels), others: allChannels.slice(maxChannels).reduce((sum, { items }) => sum + items, 0) };
    },
  };
}

/** Words with a space before each and one after the last, so that a phrase matches only from the start of a word. */
function phraseOf(text: string): string {
  return ` ${wordsIn(text).join(' ')} `;
}

/** A phrase without a letter or digit, such as an emoji, matches nothing. Otherwise a deletion by filter would delete all items. */
const noMatch = '\n';

function sqlParameters({ status, channelId, kind, hasError, phrase }: DownloadFilter): (string | number | null)[] {
  const searchPhrase = phrase === null || phrase.trim() === '' ? null : phraseOf(phrase).trimEnd() || noMatch;
  return [status, channelId, kind, hasError === null ? null : Number(hasError), searchPhrase];
}

function toDownloadRow(row: Record<string, unknown>): DownloadRow {
  const message = row['message'] as string | null;
  return {
    videoId: row['video_id'] as string,
    status: row['status'] as DownloadRow['status'],
    isAutoStart: row['auto_start'] === 1,
    title: row['title'] as string,
    channelId: row['channel_id'] as string,
    isChannelKnown: row['is_channel_known'] === 1,
    hasPicture: row['has_picture'] === 1,
    channelName: row['channel_name'] as string,
    duration: row['duration'] as number,
    publishedAt: row['published_at'] as number | null,
    kind: row['kind'] as DownloadRow['kind'],
    message: message === null ? undefined : message === '' ? null : message,
    failure: row['failure'] as string | null,
    details: ((row['details'] as string | null) ?? '').split('\n').filter(Boolean),
    addedAt: row['added_at'] as number,
  };
}
