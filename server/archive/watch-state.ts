// Stores watched marks (one per video, shared by all accounts) and positions (one per account and video), by the rules of
// docs/behaviour.md, Progress and watched. Every function is one transaction, or part of the caller's.
import { inTransaction, type Database } from '../database/transaction.ts';

/** A position up to here is accepted but not stored, because nobody wants to resume there. */
const minStoredSeconds = 5;

export function createWatchState(database: Database, now: () => number = () => Math.floor(Date.now() / 1000)) {
  const putPosition = database.prepare(`
    INSERT INTO position (account_id, video, seconds, saved_order) VALUES (?, ?, ?, (SELECT coalesce(max(saved_order), 0) + 1 FROM position WHERE account_id = ?))
    ON CONFLICT (account_id, video) DO UPDATE SET seconds = excluded.seconds, saved_order = excluded.saved_order`);
  const removePosition = database.prepare('DELETE FROM position WHERE account_id = ? AND video = ?');
  const positions = database.prepare(
    'SELECT position.video, seconds FROM json_each(?) AS wanted JOIN position ON position.video = wanted.value AND account_id = ?',
  );
  const markWatched = database.prepare('UPDATE video SET is_watched = 1, watched_at = ? WHERE id = ?');
  const markUnwatched = database.prepare('UPDATE video SET is_watched = 0 WHERE id = ?');
  const ofChannel = "SELECT id FROM video WHERE channel_id = ? AND absence IS NOT 'trash'";
  const ofPlaylist =
    "SELECT video.id FROM playlist_entry AS entry JOIN video ON video.video_id = entry.video_id WHERE entry.playlist_id = ? AND absence IS NOT 'trash'";
  const bulk = {
    channel: prepareBulk(ofChannel),
    playlist: prepareBulk(ofPlaylist),
  };

  function prepareBulk(members: string) {
    return {
      mark: database.prepare(`UPDATE video SET is_watched = ?, watched_at = ? WHERE is_watched <> ? AND id IN (${members})`),
      forget: database.prepare(`DELETE FROM position WHERE account_id = ? AND video IN (${members})`),
    };
  }

  return {
    positionsOf(accountId: number, ids: number[]): Map<number, number> {
      const rows = positions.all(JSON.stringify(ids), accountId) as { video: number; seconds: number }[];
      return new Map(rows.map((row) => [row.video, row.seconds]));
    },
    /** Returns whether the video now counts as watched. A watched video starts from the beginning, so it keeps no position. */
    savePosition: (accountId: number, video: { id: number; isWatched: boolean; duration: number }, seconds: number): boolean =>
      inTransaction(database, () => {
        const isNowWatched = countsAsWatched(seconds, video.duration);
        if (video.isWatched || isNowWatched) {
          if (!video.isWatched) markWatched.run(now(), video.id);
          removePosition.run(accountId, video.id);
          return true;
        }
        if (seconds > minStoredSeconds) putPosition.run(accountId, video.id, seconds, accountId);
        return false;
      }),
    forgetPosition: (accountId: number, id: number): void => void removePosition.run(accountId, id),
    setWatched: (accountId: number, id: number, isWatched: boolean): void =>
      inTransaction(database, () => {
        if (isWatched) markWatched.run(now(), id);
        else markUnwatched.run(id);
        removePosition.run(accountId, id);
      }),
    /**
     * Marks all videos of a channel or playlist as watched or unwatched, and removes the account's positions in them. Does nothing if the
     * id is unknown.
     */
    setAllWatched: (accountId: number, members: keyof typeof bulk, id: string, isWatched: boolean): void =>
      inTransaction(database, () => {
        bulk[members].mark.run(Number(isWatched), now(), Number(isWatched), id);
        bulk[members].forget.run(accountId, id);
      }),
  };
}

/**
 * A video counts as watched from 90 % of its duration. If it is shorter than a minute, half of it is enough; if it is longer than 15
 * minutes, all but the last 3 minutes. A video without a duration never counts as watched.
 */
export function countsAsWatched(seconds: number, duration: number): boolean {
  if (duration <= 0) return false;
  if (duration < 60) return seconds >= duration / 2;
  if (duration > 900) return seconds >= duration - 180;
  return seconds >= duration * 0.9;
}
