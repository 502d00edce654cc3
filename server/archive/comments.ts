// Reads the stored comments of videos.
import type { CommentRecord } from '../catalogue/records.ts';
import type { Database } from '../database/transaction.ts';

export function createComments(database: Database) {
  const read = database.prepare(
    "SELECT comments FROM video JOIN video_comments ON video_comments.video = video.id WHERE video_id = ? AND absence IS NOT 'trash'",
  );
  return {
    /** A video's comments in stored order; null if there is no such video or it has no comments. */
    of(videoId: string): CommentRecord[] | null {
      const row = read.get(videoId) as { comments: string } | undefined;
      return row ? (JSON.parse(row.comments) as CommentRecord[]) : null;
    },
  };
}
