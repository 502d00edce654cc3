import { expect, test } from 'vitest';
import { commentThreads } from '../../server/http/documents/comment-document.ts';
import { aComment } from '../builders/server-records.ts';

test('in a chain of 20 000 replies, each reply is served once, and none lies deeper than the fiftieth level', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) => aComment({ commentId: `c${index}`, parentId: index === 0 ? 'root' : `c${index - 1}` }));
  const threads = commentThreads(chain);
  const text = JSON.stringify(threads);
  expect(text.match(/"comment_id":/g)).toHaveLength(20_000);
  let depth = 0;
  for (let level = threads; level.length > 0; level = level[0]?.comment_replies ?? []) depth += 1;
  expect(depth).toBe(50);
});

test('replies in a circle, replies to a missing comment and a comment with the id “root” do not affect the others', () => {
  const threads = commentThreads([
    aComment({ commentId: 'root' }),
    aComment({ commentId: 'a', parentId: 'b' }),
    aComment({ commentId: 'b', parentId: 'a' }),
    aComment({ commentId: 'c', parentId: 'c' }),
    aComment({ commentId: 'd', parentId: 'gone' }),
    aComment({ commentId: 'e' }),
    aComment({ commentId: 'f', parentId: 'e' }),
  ]);
  expect(threads.map((thread) => [thread.comment_id, thread.comment_replies?.map((reply) => reply.comment_id)])).toEqual([
    ['root', []],
    ['e', ['f']],
  ]);
});

test('a time after the year 9999 is shown as the last minute of that year', () => {
  expect(commentThreads([aComment({ commentId: 'a', timestamp: 1e300 })])).toMatchObject([{ comment_time_text: '9999-12-31 23:59' }]);
});
