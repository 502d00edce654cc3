// Lists and forgets videos whose file the last import did not find. A person can decide to keep or forget each one. Undecided videos are
// forgotten after the number of days in a setting.
import { removeVideoRows } from '../catalogue/remove-video-rows.ts';
import { inTransaction, type Database } from '../database/transaction.ts';

export interface MissingVideo {
  videoId: string;
  title: string;
  channelName: string;
  /** Stored name of the missing file. */
  mediaFile: string;
  /** Unix seconds. */
  since: number;
  isKept: boolean;
}

export function createMissingVideos(database: Database) {
  const fromMissing = "FROM video LEFT JOIN channel USING (channel_id) WHERE absence = 'missing'";
  const page = database.prepare(`
    SELECT video_id AS videoId, title, coalesce(channel.name, '') AS channelName, media_file AS mediaFile, absent_since AS since, is_kept AS isKept
    ${fromMissing} ORDER BY is_kept, absent_since DESC, video.id LIMIT ? OFFSET ?`);
  const count = database.prepare(
    `SELECT count(*) AS n, coalesce(sum(is_kept), 0) AS kept, coalesce(max(absent_since) FILTER (WHERE is_kept = 0), 0) AS latest ${fromMissing}`,
  );
  const keep = database.prepare("UPDATE video SET is_kept = 1 WHERE absence = 'missing' AND video_id = ?");
  const keepUntil = database.prepare("UPDATE video SET is_kept = 1 WHERE absence = 'missing' AND absent_since <= ?");
  const selectUndecided = database.prepare(
    "SELECT video_id AS id, media_file AS mediaFile FROM video WHERE absence = 'missing' AND is_kept = 0 AND absent_since <= ?",
  );
  const isUndecided = database.prepare("SELECT 1 FROM video WHERE absence = 'missing' AND is_kept = 0 AND video_id = ?");
  const byId = database.prepare("SELECT video_id AS id FROM video WHERE absence = 'missing' AND video_id = ?");
  const addSeconds = database.prepare("UPDATE video SET missing_seconds = missing_seconds + ? WHERE absence = 'missing'");
  const selectDue = database.prepare(
    "SELECT video_id AS id, media_file AS mediaFile, title FROM video WHERE absence = 'missing' AND is_kept = 0 AND missing_seconds >= ?",
  );

  return {
    /** `latest`: when the most recent undecided video went missing, in Unix seconds; 0 if there is none. */
    count: (): { all: number; kept: number; latest: number } => {
      const { n, kept, latest } = count.get() as { n: number; kept: number; latest: number };
      return { all: n, kept, latest };
    },
    /** Undecided videos before kept ones, each newest first. */
    page: (limit: number, offset: number): MissingVideo[] =>
      (page.all(limit, offset) as unknown as (Omit<MissingVideo, 'isKept'> & { isKept: number })[]).map((row) => ({ ...row, isKept: row.isKept === 1 })),
    /** Keeps a video, which is then never forgotten automatically. */
    keep: (videoId: string): void => void keep.run(videoId),
    /** Keeps all videos that went missing at or before `until` (Unix seconds). */
    keepUntil: (until: number): void => void keepUntil.run(until),
    /** Removes the video from the archive, with its marks, positions and custom playlist entries. False if the video is not missing. */
    forget: (videoId: string): boolean =>
      inTransaction(database, () => {
        if (byId.get(videoId) === undefined) return false;
        removeVideoRows(database, [videoId]);
        return true;
      }),
    /** Videos that went missing at or before `until` (Unix seconds) and were not kept. */
    undecided: (until: number): { id: string; mediaFile: string }[] => selectUndecided.all(until) as { id: string; mediaFile: string }[],
    /** Like `forget`, but skips videos that are no longer missing or that a person keeps. Returns how many were forgotten. */
    forgetUndecided: (videoIds: string[]): number =>
      inTransaction(database, () => {
        const ids = videoIds.filter((id) => isUndecided.get(id) !== undefined);
        removeVideoRows(database, ids);
        return ids.length;
      }),
    /** @param seconds elapsed time from an age clock */
    addMissingTime: (seconds: number): void => void addSeconds.run(seconds),
    /** Videos that have been missing for at least this long and were not kept. */
    due: (seconds: number): { id: string; mediaFile: string; title: string }[] => selectDue.all(seconds) as { id: string; mediaFile: string; title: string }[],
  };
}
