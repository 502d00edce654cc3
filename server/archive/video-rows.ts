// Reads complete videos as rows, by id. video-lists.ts finds the ids of a list.
import type { Database } from '../database/transaction.ts';
import type { ChapterRecord, SponsorSegmentRecord, StreamRecord, SubtitleRecord } from '../catalogue/records.ts';

/** Times are in Unix seconds. */
export interface VideoRow {
  id: number;
  videoId: string;
  /** The video's id at its source; null if unknown. */
  originalId: string | null;
  sourceUrl: string | null;
  channelId: string;
  title: string;
  description: string | null;
  kind: 'videos' | 'streams' | 'shorts';
  isActive: boolean;
  isWatched: boolean;
  watchedAt: number | null;
  publishedAt: number;
  downloadedAt: number;
  refreshedAt: number;
  /** Seconds; 0 when unknown. */
  duration: number;
  viewCount: number;
  likeCount: number;
  dislikeCount: number;
  averageRating: number;
  /** Stored name (library-places.ts). */
  mediaFile: string;
  /** Bytes. */
  mediaSize: number;
  thumbFile: string | null;
  tags: string[];
  categories: string[];
  streams: StreamRecord[];
  subtitles: SubtitleRecord[];
  chapters: ChapterRecord[];
  /** Null if SponsorBlock was never asked. */
  sponsorSegments: SponsorSegmentRecord[] | null;
  /** Null if comments were never fetched. */
  commentCount: number | null;
  /** When an import first did not find the video's file; null if the file is there. */
  missingSince: number | null;
  /** The files that the import found beside the media file and assigned to this video, as stored names; null if not recorded. */
  companions: string[] | null;
}

export function createVideoRows(database: Database) {
  const byVideoId = database.prepare("SELECT * FROM video WHERE video_id = ? AND absence IS NOT 'trash'");
  // The key is the index in the requested list, so the rows have the order of the requested ids.
  const byIds = database.prepare('SELECT video.* FROM json_each(?) AS wanted JOIN video ON video.id = wanted.value ORDER BY wanted.key');
  const playlistsOf = database.prepare(`
    SELECT DISTINCT entry.video_id, entry.playlist_id FROM json_each(?) AS wanted JOIN playlist_entry AS entry ON entry.video_id = wanted.value
    ORDER BY entry.playlist_id`);
  const ofChannel = database.prepare("SELECT video_id FROM video WHERE channel_id = ? AND absence IS NOT 'trash' ORDER BY published_at DESC, id");
  const ofPlaylist = database.prepare(
    "SELECT video_id FROM playlist_entry JOIN video USING (video_id) WHERE playlist_id = ? AND absence IS NOT 'trash' GROUP BY video_id ORDER BY min(idx)",
  );
  const mediaFiles = database.prepare('SELECT video_id, media_file FROM json_each(?) AS wanted JOIN video ON video_id = wanted.value WHERE absence IS NULL');
  const refreshedBefore = database.prepare(
    'SELECT video_id AS id, source_url AS address, channel_id AS channelId FROM video WHERE refreshed_at < ? AND absence IS NULL ORDER BY refreshed_at',
  );
  const withoutPicture = database.prepare('SELECT video_id FROM video WHERE thumb_file IS NULL AND absence IS NULL ORDER BY id DESC');
  const all = database.prepare('SELECT video_id FROM video WHERE absence IS NULL ORDER BY id');
  const ids = (rows: unknown[]): string[] => (rows as { video_id: string }[]).map((row) => row.video_id);

  return {
    /** Ids of the channel's videos, newest first, including missing videos. */
    idsOfChannel: (channelId: string): string[] => ids(ofChannel.all(channelId)),
    /** Ids of those videos of the playlist that are in the archive, in the playlist's order. */
    idsOfPlaylist: (playlistId: string): string[] => ids(ofPlaylist.all(playlistId)),
    /** The media files of videos whose file is there: id → stored name. */
    mediaFilesOf: (videoIds: string[]): Map<string, string> =>
      new Map((mediaFiles.all(JSON.stringify(videoIds)) as { video_id: string; media_file: string }[]).map((row) => [row.video_id, row.media_file])),
    /** Ids of all videos whose file is there. */
    allIds: (): string[] => ids(all.all()),
    /** Ids of videos without a picture, newest first. */
    idsWithoutPicture: (): string[] => ids(withoutPicture.all()),
    /** Videos last refreshed before this time, oldest first. */
    refreshedBefore: (unixSeconds: number) => refreshedBefore.all(unixSeconds) as { id: string; address: string | null; channelId: string }[],
    /** The video, which may be missing; null if it is in the trash or unknown. */
    find: (videoId: string): VideoRow | null => {
      const row = byVideoId.get(videoId) as Record<string, unknown> | undefined;
      return row ? toVideoRow(row) : null;
    },
    /** The videos with these row ids, in this order. */
    read: (ids: number[]): VideoRow[] => (byIds.all(JSON.stringify(ids)) as Record<string, unknown>[]).map(toVideoRow),
    /** The ids of the playlists that contain each video; a video in no playlist is not in the map. */
    playlistIds(videoIds: string[]): Map<string, string[]> {
      const idsByVideo = new Map<string, string[]>();
      for (const row of playlistsOf.all(JSON.stringify(videoIds)) as { video_id: string; playlist_id: string }[]) {
        idsByVideo.set(row.video_id, [...(idsByVideo.get(row.video_id) ?? []), row.playlist_id]);
      }
      return idsByVideo;
    },
  };
}

function toVideoRow(row: Record<string, unknown>): VideoRow {
  const text = (column: string): string => row[column] as string;
  const number = (column: string): number => row[column] as number;
  const json = <Value>(column: string): Value => JSON.parse(text(column)) as Value;
  return {
    id: number('id'),
    videoId: text('video_id'),
    originalId: row['original_id'] as string | null,
    sourceUrl: row['source_url'] as string | null,
    channelId: text('channel_id'),
    title: text('title'),
    description: row['description'] as string | null,
    kind: text('kind') as VideoRow['kind'],
    isActive: row['is_active'] === 1,
    isWatched: row['is_watched'] === 1,
    watchedAt: row['watched_at'] as number | null,
    publishedAt: number('published_at'),
    downloadedAt: number('downloaded_at'),
    refreshedAt: number('refreshed_at'),
    duration: number('duration'),
    viewCount: number('view_count'),
    likeCount: number('like_count'),
    dislikeCount: number('dislike_count'),
    averageRating: number('average_rating'),
    mediaFile: text('media_file'),
    mediaSize: number('media_size'),
    thumbFile: row['thumb_file'] as string | null,
    tags: json('tags'),
    categories: json('categories'),
    streams: json('streams'),
    subtitles: json('subtitles'),
    chapters: json('chapters'),
    sponsorSegments: row['sponsor_segments'] === null ? null : json('sponsor_segments'),
    commentCount: row['comment_count'] as number | null,
    missingSince: row['absence'] === 'missing' ? number('absent_since') : null,
    companions: row['companions'] === null ? null : json('companions'),
  };
}
