// Decides what happens to videos that were in the trash when a backup was made. The trash belongs to one server and one disk, so a restore
// does not bring it back. A video that has been taken out of the trash since the backup stays. Any other video that is no longer in this
// server's trash, or is being deleted for good there, counts as deleted.
import { removeVideoRows } from '../catalogue/remove-video-rows.ts';
import type { Database } from '../database/transaction.ts';

/** @param staging already contains this server's trash */
export function resolveTrashedVideos(live: Database, staging: Database): void {
  const trashedVideos = staging
    .prepare("SELECT video_id FROM video WHERE absence = 'trash' AND video_id NOT IN (SELECT ref FROM trash WHERE kind = 'video' AND state <> 'purging')")
    .all() as { video_id: string }[];
  if (trashedVideos.length === 0) return;
  const findLive = live.prepare("SELECT 1 FROM video WHERE video_id = ? AND absence IS NOT 'trash'");
  const markMissing = staging.prepare("UPDATE video SET absence = 'missing' WHERE video_id = ?");
  const unmarkRemoved = staging.prepare('DELETE FROM removed_video WHERE video_id = ?');
  const deletedIds: string[] = [];
  for (const { video_id: videoId } of trashedVideos) {
    if (findLive.get(videoId) === undefined) {
      deletedIds.push(videoId);
      continue;
    }
    // The import after the restore checks whether its file exists.
    markMissing.run(videoId);
    unmarkRemoved.run(videoId);
  }
  removeVideoRows(staging, deletedIds);
  if (deletedIds.length > 0) removeOrphanedRows(staging);
}

/** Removes rows that refer to removed videos, because a staged database does not cascade deletions by itself. */
function removeOrphanedRows(staging: Database): void {
  const references = staging
    .prepare(`
      SELECT tables.name AS name, reference."from" AS field FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS reference
      WHERE tables.type = 'table' AND reference."table" = 'video' AND coalesce(reference."to", 'id') = 'id'`)
    .all() as { name: string; field: string }[];
  for (const { name, field } of references) staging.exec(`DELETE FROM ${name} WHERE ${field} NOT IN (SELECT id FROM video)`);
}
