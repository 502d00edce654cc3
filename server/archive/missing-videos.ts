// Videos whose file an import does not find: listed for a person to decide about, and forgotten on request or after the days that a setting allows.
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
  const which = "FROM video LEFT JOIN channel USING (channel_id) WHERE absence = 'missing'";
  const page = database.prepare(`
    SELECT video_id AS videoId, title, coalesce(channel.name, '') AS channelName, media_file AS mediaFile, absent_since AS since, is_kept AS isKept
    ${which} ORDER BY is_kept, absent_since DESC, video.id LIMIT ? OFFSET ?`);
  const count = database.prepare(`SELECT count(*) AS n, coalesce(sum(is_kept), 0) AS kept, coalesce(max(absent_since), 0) AS latest ${which}`);
  const keep = database.prepare("UPDATE video SET is_kept = 1 WHERE absence = 'missing' AND (?1 IS NULL OR video_id = ?1)");
  const undecided = database.prepare(
    "SELECT video_id AS id, media_file AS mediaFile FROM video WHERE absence = 'missing' AND is_kept = 0 AND absent_since <= ?",
  );
  const isUndecided = database.prepare("SELECT 1 FROM video WHERE absence = 'missing' AND is_kept = 0 AND video_id = ?");
  const one = database.prepare("SELECT video_id AS id FROM video WHERE absence = 'missing' AND video_id = ?");
  const age = database.prepare("UPDATE video SET missing_seconds = missing_seconds + ? WHERE absence = 'missing'");
  const due = database.prepare(
    "SELECT video_id AS id, media_file AS mediaFile, title FROM video WHERE absence = 'missing' AND is_kept = 0 AND missing_seconds >= ?",
  );

  return {
    /** `latest`: when the last of them went missing, in Unix seconds. */
    count: (): { all: number; kept: number; latest: number } => {
      const { n, kept, latest } = count.get() as { n: number; kept: number; latest: number };
      return { all: n, kept, latest };
    },
    /** Undecided ones first, latest first. */
    page: (limit: number, offset: number): MissingVideo[] =>
      (page.all(limit, offset) as unknown as (Omit<MissingVideo, 'isKept'> & { isKept: number })[]).map((row) => ({ ...row, isKept: row.isKept === 1 })),
    /** Never forgotten automatically. @param videoId null: all that are missing now */
    keep: (videoId: string | null): void => void keep.run(videoId),
    /** Removes it from the archive, with everything that people did (marks, positions, custom playlist entries). False: it is not missing. */
    forget: (videoId: string): boolean =>
      inTransaction(database, () => {
        if (one.get(videoId) === undefined) return false;
        removeVideoRows(database, [videoId]);
        return true;
      }),
    /** Missing since `until` (Unix seconds) or longer, and not kept by anyone. */
    undecided: (until: number): { id: string; mediaFile: string }[] => undecided.all(until) as { id: string; mediaFile: string }[],
    /** Like `forget`, but skips what is no longer missing or was kept meanwhile. Returns how many were forgotten. */
    forgetUndecided: (videoIds: string[]): number =>
      inTransaction(database, () => {
        const ids = videoIds.filter((id) => isUndecided.get(id) !== undefined);
        removeVideoRows(database, ids);
        return ids.length;
      }),
    /** @param seconds from an age clock */
    age: (seconds: number): void => void age.run(seconds),
    /** Missing for at least this long. */
    due: (seconds: number): { id: string; mediaFile: string; title: string }[] => due.all(seconds) as { id: string; mediaFile: string; title: string }[],
  };
}
