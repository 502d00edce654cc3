// Builds the contract's threads of comments from a video's stored comments.
import type { WireComment } from '../../../src/contract/names.ts';
import type { CommentRecord } from '../../catalogue/records.ts';
import { storedMoment } from './durations.ts';

/** People do not read deeper threads. Writing or rendering nested JSON would overflow the stack only at a far greater depth. */
const maxLevel = 50;

/**
 * Threads in stored order, nested up to `maxLevel`. Deeper replies become siblings at that level, with their real parent in
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
  // Depth first, without recursion, because a chain of replies may be as long as the file.
  const stack = (repliesTo.get('root') ?? []).map((document) => ({ document, siblings: threads, level: 1 })).toReversed();
  // The parent of top-level comments is `root`. Top-level comments are removed from the map, because a comment whose id is `root` would
  // otherwise get them as replies. If it were one of them, it would contain itself.
  repliesTo.delete('root');
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { document, siblings, level } = next;
    siblings.push(document);
    const isDeepest = level === maxLevel;
    const replyList = isDeepest ? siblings : (document.comment_replies ??= []);
    const replies = repliesTo.get(document.comment_id) ?? [];
    for (const reply of replies.toReversed()) stack.push({ document: reply, siblings: replyList, level: isDeepest ? level : level + 1 });
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

/** `YYYY-MM-DD HH:MM` in UTC; at midnight only the date. */
function timeText(unixSeconds: number): string {
  const text = storedMoment(unixSeconds * 1000).toISOString();
  const time = text.slice(11, 16);
  return time === '00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`;
}
