import type { WireComment } from '../../../src/contract/names.ts';
import type { CommentRecord } from '../../catalogue/records.ts';

/** Deeper than people read, and far from where writing or drawing nested JSON ends for want of stack. */
const deepestLevel = 50;

/**
 * Threads in stored order, nested to `deepestLevel`: what answers to a comment there stands beside it, with its real parent in
 * `comment_parent`. Replies whose parent is not stored are dropped.
 */
export function commentThreads(records: CommentRecord[]): WireComment[] {
  const repliesTo = new Map<string, WireComment[]>();
  for (const document of new Map(records.map((record) => [record.commentId, commentDocument(record)])).values()) {
    const replies = repliesTo.get(document.comment_parent);
    if (replies) replies.push(document);
    else repliesTo.set(document.comment_parent, [document]);
  }
  const threads: WireComment[] = [];
  // Depth first without recursion: a chain of answers may be as long as the file.
  const waiting = (repliesTo.get('root') ?? []).map((document) => ({ document, beside: threads, level: 1 })).toReversed();
  // Those of the video are not the replies of a comment that calls itself root: it would contain itself.
  repliesTo.delete('root');
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { document, beside, level } = next;
    beside.push(document);
    const isDeepest = level === deepestLevel;
    const below = isDeepest ? beside : (document.comment_replies ??= []);
    const replies = repliesTo.get(document.comment_id) ?? [];
    for (const reply of replies.toReversed()) waiting.push({ document: reply, beside: below, level: isDeepest ? level : level + 1 });
  }
  return threads;
}

function commentDocument(record: CommentRecord): WireComment {
  return {
    comment_author: record.author,
    comment_author_id: record.authorId,
    comment_author_is_uploader: record.isUploader,
    comment_author_thumbnail: record.authorThumbnail,
    comment_id: record.commentId,
    comment_is_favorited: record.isFavorited,
    comment_likecount: record.likeCount,
    comment_parent: record.parentId,
    comment_text: record.text,
    comment_time_text: timeText(record.timestamp),
    comment_timestamp: record.timestamp,
    comment_replies: [],
  };
}

/** The end of the year 9999: what a file gives beyond it is no time, and further on no date can be made of it. */
const latestSeconds = 253_402_300_799;

/** `YYYY-MM-DD HH:MM` in UTC; midnight stands for a date without a time. */
function timeText(unixSeconds: number): string {
  const text = new Date(Math.min(unixSeconds, latestSeconds) * 1000).toISOString();
  const time = text.slice(11, 16);
  return time === '00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`;
}
