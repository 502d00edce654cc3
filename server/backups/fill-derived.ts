// Rebuilds rows that a backup omits because they follow from other rows. Triggers maintain totals, names and the list of subtitles to
// index; this module fills the tables that an import writes in addition to a video's row.
import { inTransaction, type Database } from '../database/transaction.ts';
import { yieldEventLoop } from '../library/bounded.ts';

/** A batch takes SQLite about 10 ms. */
const videosPerBatch = 250;

export async function fillDerived(staging: Database, signal: AbortSignal): Promise<void> {
  const selectIds = staging.prepare('SELECT id FROM video WHERE id > ? ORDER BY id LIMIT ?');
  const joinedList = (column: string): string => `coalesce((SELECT group_concat(value, ' ') FROM json_each(${column})), '')`;
  const putWords = staging.prepare(
    `INSERT OR REPLACE INTO video_words (rowid, title, tags, category)
    SELECT id, title, ${joinedList('tags')}, ${joinedList('categories')} FROM video WHERE id BETWEEN ? AND ?`,
  );
  // json_extract fails for an item that is text. correct-lists.ts drops such items later.
  const height = "CASE stream.type WHEN 'object' THEN json_extract(stream.value, '$.height') END";
  const putHeights = staging.prepare(`
    INSERT OR IGNORE INTO video_height (height, video) SELECT ${height}, video.id FROM video, json_each(video.streams) AS stream
    WHERE video.id BETWEEN ? AND ? AND ${height} IS NOT NULL`);
  for (let lastId = -1; ;) {
    signal.throwIfAborted();
    const ids = (selectIds.all(lastId, videosPerBatch) as { id: number }[]).map(({ id }) => id);
    const [firstId] = ids;
    if (firstId === undefined) return;
    lastId = ids.at(-1) as number;
    inTransaction(staging, () => {
      putWords.run(firstId, lastId);
      putHeights.run(firstId, lastId);
    });
    await yieldEventLoop();
  }
}
