import type { WireComment } from '../../../src/contract/names.ts';
import type { CommentRecord } from '../../catalogue/records.ts';

/** Threads nested to any depth, in stored order. Replies whose parent is not stored are dropped. */
export function commentThreads(records: CommentRecord[]): WireComment[] {
  const documents = new Map(records.map((record) => [record.commentId, commentDocument(record)]));
  const threads: WireComment[] = [];
  for (const document of documents.values()) {
    if (document.comment_parent === 'root') threads.push(document);
    else documents.get(document.comment_parent)?.comment_replies?.push(document);
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

/** `YYYY-MM-DD HH:MM` in UTC; midnight stands for a date without a time. */
function timeText(unixSeconds: number): string {
  const text = new Date(unixSeconds * 1000).toISOString();
  const time = text.slice(11, 16);
  return time === '00:00' ? text.slice(0, 10) : `${text.slice(0, 10)} ${time}`;
}
