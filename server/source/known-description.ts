// Describes a video from the archive's rows as yt-dlp would have. Used to write a description for a file without one. Pure.
import type { ChannelRow } from '../archive/channels.ts';
import type { VideoRow } from '../archive/video-rows.ts';
import type { CommentRecord } from '../catalogue/records.ts';
import type { Info } from '../library/info-values.ts';
import { isoDate } from '../library/video-facts.ts';

export function knownDescription(row: VideoRow, channel: ChannelRow | null, comments: CommentRecord[] | null): Info {
  return {
    _type: 'video',
    id: row.videoId,
    // A video without a description has an address only if its id is YouTube's, so no other extractor is possible.
    extractor: 'youtube',
    title: row.title,
    description: row.description,
    webpage_url: row.sourceUrl,
    upload_date: isoDate(row.publishedAt).slice(0, 10).replaceAll('-', ''),
    epoch: row.downloadedAt,
    duration: row.duration,
    view_count: row.viewCount,
    like_count: row.likeCount,
    dislike_count: row.dislikeCount,
    average_rating: row.averageRating,
    tags: row.tags,
    categories: row.categories,
    ...(row.kind === 'videos' ? {} : { media_type: row.kind === 'streams' ? 'livestream' : 'short' }),
    ...(channel === null
      ? {}
      : { channel: channel.name, channel_id: row.channelId, channel_url: channel.sourceUrl, channel_follower_count: channel.subscriberCount }),
    ...(row.chapters.length === 0 ? {} : { chapters: row.chapters.map(({ title, startSeconds }) => ({ title, start_time: startSeconds })) }),
    ...(comments === null ? {} : { comments: comments.map(commentOf) }),
    ...(row.sponsorSegments === null ? {} : { sponsorblock_chapters: row.sponsorSegments.map(segmentOf) }),
  };
}

function commentOf(comment: CommentRecord): Info {
  return {
    id: comment.commentId,
    parent: comment.parentId,
    author: comment.author,
    author_id: comment.authorId,
    author_thumbnail: comment.authorThumbnail,
    author_is_uploader: comment.isUploader,
    is_favorited: comment.isFavorited,
    like_count: comment.likeCount,
    text: comment.text,
    timestamp: comment.timestamp,
  };
}

function segmentOf({ uuid, actionType, category, startSeconds, endSeconds, votes, isLocked }: NonNullable<VideoRow['sponsorSegments']>[number]): Info {
  return { UUID: uuid, actionType, category, start_time: startSeconds, end_time: endSeconds, votes, locked: isLocked };
}
