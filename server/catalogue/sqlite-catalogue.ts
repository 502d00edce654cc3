// The catalogue over SQLite: turns the importer's records into rows. Used by imports, and by code that adds rows without an import
// (server/subscriptions, server/backups). Every call is one transaction, so a crash leaves only complete records. People's
// changes (watched marks, positions, subscriptions) are never overwritten.
import { inTransaction, type Database } from '../database/transaction.ts';
import { createLearnedRows } from './learned.ts';
import { createFindings } from './findings.ts';
import { sortKeyOf } from './sort-key.ts';
import { requireStorable, putEach } from './refused-records.ts';
import { removeVideoRows } from './remove-video-rows.ts';
import type { Catalogue, ChannelRecord, CommentRecord, KnownMedia, PlaylistRecord, SubtitleRecord, VideoRecord } from './records.ts';

export function createSqliteCatalogue(database: Database, now: () => number = () => Math.floor(Date.now() / 1000)): Catalogue {
  const putChannel = database.prepare(`
    INSERT INTO channel (channel_id, name, name_order, description, subscriber_count, tags, original_id, source_url, handle, thumb_file, banner_file, tvart_file, refreshed_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (channel_id) DO UPDATE SET name = excluded.name, name_order = excluded.name_order, description = excluded.description,
      subscriber_count = excluded.subscriber_count, tags = excluded.tags, original_id = excluded.original_id, source_url = excluded.source_url,
      handle = coalesce(excluded.handle, handle), thumb_file = excluded.thumb_file, banner_file = excluded.banner_file, tvart_file = excluded.tvart_file,
      refreshed_at = excluded.refreshed_at, is_moved_in = 0`);
  const videoColumns = [
    'video_id',
    'original_id',
    'source_url',
    'channel_id',
    'title',
    'description',
    'kind',
    'is_active',
    'published_at',
    'downloaded_at',
    'refreshed_at',
    'duration',
    'view_count',
    'like_count',
    'dislike_count',
    'average_rating',
    'width',
    'height',
    'media_file',
    'media_size',
    'media_modified_ms',
    'thumb_file',
    'tags',
    'categories',
    'streams',
    'subtitles',
    'chapters',
    'sponsor_segments',
    'comment_count',
    'companions',
  ];
  const putVideo = database.prepare(`
    INSERT INTO video (${videoColumns.join(', ')}) VALUES (${videoColumns.map(() => '?').join(', ')})
    ON CONFLICT (video_id) DO UPDATE SET ${videoColumns
      .slice(1)
      .map((column) => `${column} = excluded.${column}`)
      .join(', ')}, is_moved_in = 0, absence = NULL, absent_since = NULL, missing_seconds = 0, is_kept = 0,
      media_sample = CASE WHEN media_size = excluded.media_size AND media_modified_ms = excluded.media_modified_ms THEN media_sample END
    RETURNING id`);
  const videoFromTubeArchivist = database.prepare('SELECT id, subtitles FROM video WHERE video_id = ? AND is_moved_in = 1');
  const channelFromTubeArchivist = database.prepare('SELECT 1 FROM channel WHERE channel_id = ? AND is_moved_in = 1');
  const putFile = database.prepare(`
    UPDATE video SET refreshed_at = ?, duration = ?, width = ?, height = ?, media_file = ?, media_size = ?, media_modified_ms = ?, streams = ?, subtitles = ?,
      thumb_file = coalesce(?, thumb_file), companions = ?, absence = NULL, absent_since = NULL, missing_seconds = 0, is_kept = 0, media_sample = NULL
    WHERE id = ?`);
  const unqueue = database.prepare("DELETE FROM download WHERE video_id = ? AND status = 'pending' AND is_forced = 0 AND is_begun = 0");
  // Pictures and subtitles beside a media file belong to the video that has the file's path. A picture in another folder stays with its
  // video.
  const folderOf = (column: string): string => `rtrim(${column}, replace(${column}, '/', ''))`;
  const withoutFilesBeside = `subtitles = '[]', thumb_file = CASE WHEN ${folderOf('thumb_file')} <> ${folderOf('media_file')} THEN thumb_file END`;
  // If another video has this path, its file was replaced, and may be found elsewhere. The other video gets a path that begins with a dot,
  // because no file of the library has such a path.
  const replaceOthers = database.prepare(`
    UPDATE video SET media_file = '.moved/' || video_id, ${withoutFilesBeside}, absence = 'missing', absent_since = coalesce(absent_since, ?)
    WHERE media_file = ? AND video_id <> ? AND absence IS NOT 'trash'`);
  // A video that is being restored from the trash is not new, and keeps its rows.
  const isTrashed = database.prepare(`
    SELECT 1 FROM video WHERE video_id = ?1 AND absence = 'trash'
      AND NOT EXISTS (SELECT 1 FROM trash WHERE kind = 'video' AND ref = ?1 AND state = 'restoring')`);
  const clearHeights = database.prepare('DELETE FROM video_height WHERE video = ?');
  const putHeight = database.prepare('INSERT OR IGNORE INTO video_height (height, video) VALUES (?, ?)');
  const clearComments = database.prepare('DELETE FROM video_comments WHERE video = ?');
  const putComments = database.prepare('INSERT INTO video_comments (video, comments) VALUES (?, ?)');
  const putWords = database.prepare('INSERT OR REPLACE INTO video_words (rowid, title, tags, category) VALUES (?, ?, ?, ?)');
  const putPlaylist = database.prepare(`
    INSERT INTO playlist (playlist_id, name, name_order, description, channel_id, source_url, thumb_file, kind, is_active, refreshed_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, 'regular', 1, ?)
    ON CONFLICT (playlist_id) DO UPDATE SET name = excluded.name, name_order = excluded.name_order, description = excluded.description,
      channel_id = excluded.channel_id, source_url = excluded.source_url, thumb_file = excluded.thumb_file, refreshed_at = excluded.refreshed_at`);
  const sortOrder = database.prepare('SELECT sort_order FROM playlist WHERE playlist_id = ?');
  const absentEntries = database.prepare(`
    SELECT entry.* FROM playlist_entry AS entry JOIN video USING (video_id) WHERE playlist_id = ? AND video.absence IS NOT NULL ORDER BY idx`);
  const clearEntries = database.prepare('DELETE FROM playlist_entry WHERE playlist_id = ?');
  const putEntry = database.prepare('INSERT OR REPLACE INTO playlist_entry (playlist_id, idx, video_id, title, uploader) VALUES (?, ?, ?, ?, ?)');
  const hasEntry = database.prepare('SELECT 1 FROM playlist_entry WHERE playlist_id = ? AND idx = ?');
  const nextPlace = database.prepare('SELECT max(idx) + 1 AS place FROM playlist_entry WHERE playlist_id = ?');
  const selectMedia = 'SELECT id, video_id, media_file, media_size, media_modified_ms, sidecar_hash, absence, media_sample FROM video';
  const isNotTrashed = "absence IS NOT 'trash'";
  const countPresent = database.prepare('SELECT count(*) AS count FROM video WHERE absence IS NULL');
  const countMissing = database.prepare("SELECT count(*) AS missing, coalesce(sum(is_kept = 0), 0) AS undecided FROM video WHERE absence = 'missing'");
  // If two videos have the same path, returns the one that is present.
  const mediaAt = database.prepare(`${selectMedia} WHERE media_file = ? AND ${isNotTrashed} ORDER BY absence IS NULL DESC LIMIT 1`);
  const mediaOf = database.prepare(`${selectMedia} WHERE video_id = ? AND ${isNotTrashed}`);
  const mediaAfter = database.prepare(`${selectMedia} WHERE (media_file, id) > (?, ?) AND ${isNotTrashed} ORDER BY media_file, id LIMIT ?`);
  const missingAfter = database.prepare(
    `${selectMedia} WHERE (media_file, id) > (?, ?) AND absence = 'missing' AND is_kept <= ? ORDER BY media_file, id LIMIT ?`,
  );
  const hasDescribedChannel = database.prepare('SELECT 1 FROM channel WHERE channel_id = ? AND source_url IS NOT NULL');
  const setMissing = database.prepare("UPDATE video SET absence = 'missing', absent_since = ? WHERE video_id = ? AND absence IS NULL");
  const setFound = database.prepare(
    "UPDATE video SET absence = NULL, absent_since = NULL, missing_seconds = 0, is_kept = 0 WHERE video_id = ? AND absence = 'missing'",
  );
  const unsampledAfter = database.prepare(`${selectMedia} WHERE media_sample IS NULL AND absence IS NULL AND id > ? ORDER BY id LIMIT ?`);
  const setSample = database.prepare('UPDATE video SET media_sample = ? WHERE video_id = ?');
  const setFingerprint = database.prepare('UPDATE video SET sidecar_hash = ? WHERE video_id = ?');
  const setMediaFile = database.prepare(`UPDATE video SET media_file = ?, ${withoutFilesBeside} WHERE video_id = ?`);
  const settleRemoved = database.prepare('UPDATE removed_video SET settled_ms = ?1 WHERE removed_ms > ?1 AND settled_ms IS NULL');
  const selectRemoved = database.prepare(
    'SELECT video_id, CASE WHEN removed_ms > ? THEN coalesce(settled_ms, removed_ms) ELSE removed_ms END AS removed_ms FROM removed_video',
  );
  const unmarkRemoved = database.prepare('DELETE FROM removed_video WHERE video_id = ?');
  const isRemovedPlaylist = database.prepare('SELECT 1 FROM removed_playlist WHERE playlist_id = ?');
  const clearProblems = database.prepare('DELETE FROM import_problem');
  const addProblems = database.prepare("INSERT INTO import_problem SELECT key, value ->> 'file', value ->> 'reason' FROM json_each(?)");
  const addReport = database.prepare('INSERT INTO import_report (report) VALUES (?)');
  const dataVersion = database.prepare('PRAGMA data_version');
  // Keeps the last ten reports, which are enough to see a trend; a watched folder causes one for every change.
  const trimReports = database.prepare('DELETE FROM import_report WHERE id <= (SELECT max(id) FROM import_report) - 10');

  function writeChannel(record: ChannelRecord): void {
    requireStorable(record);
    if (record.isDescribed === false && channelFromTubeArchivist.get(record.channelId)) return;
    putChannel.run(
      record.channelId,
      record.name,
      sortKeyOf(record.name),
      record.description,
      record.subscriberCount,
      JSON.stringify(record.tags),
      record.originalId,
      record.sourceUrl,
      record.handle ?? null,
      record.thumbFile,
      record.bannerFile,
      record.tvartFile,
      now(),
    );
  }

  function writeVideo(record: VideoRecord): void {
    requireStorable(record);
    for (const stream of record.streams) requireStorable(stream);
    // Every imported video leaves the queue, even if a person added its file to the library or a restore found it. If a run is working on
    // the queue item, the run removes the item.
    unqueue.run(record.videoId);
    const videoStream = record.streams.find((stream) => stream.type === 'video');
    replaceOthers.run(now(), record.mediaFile, record.videoId);
    // If the file was added again after its deletion, the video starts without marks, and the item in the trash stays there.
    if (isTrashed.get(record.videoId)) removeVideoRows(database, [record.videoId]);
    unmarkRemoved.run(record.videoId);
    const tubeArchivistVideo =
      record.isDescribed === false ? (videoFromTubeArchivist.get(record.videoId) as { id: number; subtitles: string } | undefined) : undefined;
    if (tubeArchivistVideo) return writeFile(tubeArchivistVideo, record);
    const { id } = putVideo.get(
      record.videoId,
      record.originalId,
      record.sourceUrl,
      record.channelId,
      record.title,
      record.description,
      record.kind,
      Number(record.isActive),
      Math.floor(Date.parse(record.publishedAt) / 1000) || 0,
      Math.floor(record.downloadedAt),
      now(),
      Math.round(record.durationSeconds),
      Math.round(record.viewCount),
      Math.round(record.likeCount),
      Math.round(record.dislikeCount),
      record.averageRating,
      videoStream?.width ?? 0,
      videoStream?.height ?? 0,
      record.mediaFile,
      record.mediaSizeBytes,
      record.mediaModifiedMs,
      record.thumbFile,
      JSON.stringify(record.tags),
      JSON.stringify(record.categories),
      JSON.stringify(record.streams),
      JSON.stringify(record.subtitles),
      JSON.stringify(record.chapters),
      record.sponsorSegments && JSON.stringify(record.sponsorSegments),
      record.comments && record.comments.length,
      JSON.stringify(record.companions),
    ) as { id: number };
    writeHeights(id, record);
    clearComments.run(id);
    if (record.comments && record.comments.length > 0) putComments.run(id, JSON.stringify(record.comments satisfies CommentRecord[]));
    putWords.run(id, record.title, record.tags.join(' '), record.categories.join(' '));
  }

  /**
   * Updates a video imported from TubeArchivist with the facts of its file only, because TubeArchivist's record is better for everything
   * else.
   */
  function writeFile({ id, subtitles }: { id: number; subtitles: string }, record: VideoRecord): void {
    const videoStream = record.streams.find((stream) => stream.type === 'video');
    const knownSubtitles = JSON.parse(subtitles) as SubtitleRecord[];
    const mergedSubtitles = record.subtitles.map((subtitle) => {
      const knownSubtitle = knownSubtitles.find(({ file }) => file === subtitle.file);
      return knownSubtitle ? { ...subtitle, name: knownSubtitle.name, source: knownSubtitle.source } : subtitle;
    });
    putFile.run(
      now(),
      Math.round(record.durationSeconds),
      videoStream?.width ?? 0,
      videoStream?.height ?? 0,
      record.mediaFile,
      record.mediaSizeBytes,
      record.mediaModifiedMs,
      JSON.stringify(record.streams),
      JSON.stringify(mergedSubtitles),
      record.thumbFile,
      JSON.stringify(record.companions),
      id,
    );
    writeHeights(id, record);
  }

  function writeHeights(id: number, { streams }: VideoRecord): void {
    clearHeights.run(id);
    for (const stream of streams) if (stream.height !== null) putHeight.run(stream.height, id);
  }

  function writePlaylist(record: PlaylistRecord): void {
    if (isRemovedPlaylist.get(record.playlistId)) return;
    for (const entry of record.entries) requireStorable(entry);
    putPlaylist.run(record.playlistId, record.name, sortKeyOf(record.name), record.description, record.channelId, record.sourceUrl, record.thumbFile, now());
    const listedIds = new Set(record.entries.map((entry) => entry.videoId));
    // If a video's file is missing, only its existing entry shows that the video belongs to the playlist.
    const unlistedEntries = (absentEntries.all(record.playlistId) as unknown as EntryRow[]).filter((entry) => !listedIds.has(entry.video_id));
    clearEntries.run(record.playlistId);
    // `bottom` reverses the source's order. A changed sort order takes effect the next time that the playlist is read.
    const { sort_order: order } = sortOrder.get(record.playlistId) as { sort_order: string };
    // Math.max(...) would fail for a list of 100 000, because a call cannot have that many arguments.
    const lastIndex = record.entries.reduce((highest, entry) => Math.max(highest, entry.index), 0);
    for (const { index, videoId, title, uploader } of record.entries) {
      putEntry.run(record.playlistId, order === 'bottom' ? lastIndex - index : index, videoId, title, uploader);
    }
    for (const { idx, video_id: videoId, title, uploader } of unlistedEntries) {
      const index = hasEntry.get(record.playlistId, idx) ? (nextPlace.get(record.playlistId) as { place: number }).place : idx;
      putEntry.run(record.playlistId, index, videoId, title, uploader);
    }
  }

  return {
    learned: createLearnedRows(database),
    putChannels: (records) => putEach(database, records, (record) => record.channelId, writeChannel),
    putVideos: (records) => putEach(database, records, (record) => record.videoId, writeVideo),
    putPlaylists: (records) => putEach(database, records, (record) => record.playlistId, writePlaylist),
    countMedia: () => ({ present: (countPresent.get() as { count: number }).count, ...(countMissing.get() as { missing: number; undecided: number }) }),
    hasDescribedChannel: (channelId) => hasDescribedChannel.get(channelId) !== undefined,
    mediaAt: (mediaFile) => knownMedia(mediaAt.get(mediaFile)),
    mediaOf: (videoId) => knownMedia(mediaOf.get(videoId)),
    mediaAfter: (lastMedia, limit) => mediaAfter.all(lastMedia?.mediaFile ?? '', lastMedia?.row ?? 0, limit).map((row) => knownMedia(row) as KnownMedia),
    rememberFingerprints: (fingerprintById) =>
      inTransaction(database, () => fingerprintById.forEach((fingerprint, videoId) => setFingerprint.run(fingerprint, videoId))),
    removedVideos: () => {
      // Rounded up to a whole second, so that no existing file counts as newer.
      const nowMs = 1000 * (now() + 1);
      // A deletion dated in the future means that the clock was ahead then, or is behind now. Until that date has passed, the time of the
      // first import that saw the deletion is used instead.
      settleRemoved.run(nowMs);
      return new Map((selectRemoved.all(nowMs) as { video_id: string; removed_ms: number }[]).map((row) => [row.video_id, row.removed_ms]));
    },
    markMissing: (videoIds) => inTransaction(database, () => videoIds.forEach((videoId) => setMissing.run(now(), videoId))),
    markFound: (videoIds) => inTransaction(database, () => videoIds.forEach((videoId) => setFound.run(videoId))),
    missingAfter: (lastMedia, limit, { withKept }) =>
      missingAfter.all(lastMedia?.mediaFile ?? '', lastMedia?.row ?? 0, withKept ? 1 : 0, limit).map((row) => knownMedia(row) as KnownMedia),
    unsampledAfter: (lastRow, limit) => unsampledAfter.all(lastRow, limit).map((row) => knownMedia(row) as KnownMedia),
    rememberSamples: (samples) => inTransaction(database, () => samples.forEach((sample, videoId) => setSample.run(sample, videoId))),
    moveMedia: (videoId, mediaFile) => void setMediaFile.run(mediaFile, videoId),
    ...createFindings(database),
    otherWrites: () => (dataVersion.get() as { data_version: number }).data_version,
    saveReport: (report) =>
      inTransaction(database, () => {
        const { problems } = report;
        addReport.run(JSON.stringify({ ...report, problems: problems.slice(0, maxReportProblems) }));
        clearProblems.run();
        addProblems.run(JSON.stringify(problems));
        trimReports.run();
      }),
  };
}

interface EntryRow {
  idx: number;
  video_id: string;
  title: string;
  uploader: string | null;
}

/** A report contains at most this many problems; a separate table contains all problems of the last scan. */
const maxReportProblems = 100;

interface MediaRow {
  id: number;
  video_id: string;
  media_file: string;
  media_size: number;
  media_modified_ms: number;
  sidecar_hash: string;
  absence: 'missing' | null;
  media_sample: string | null;
}

function knownMedia(queryResult: unknown): KnownMedia | null {
  if (queryResult === undefined) return null;
  const row = queryResult as MediaRow;
  return {
    row: row.id,
    videoId: row.video_id,
    mediaFile: row.media_file,
    sizeBytes: row.media_size,
    modifiedMs: row.media_modified_ms,
    fingerprint: row.sidecar_hash,
    isMissing: row.absence === 'missing',
    sample: row.media_sample,
  };
}
