// Comments at any depth, drawn in steps while the user scrolls, because a thousand drawn together would block the page for seconds.
import { memo, startTransition, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { WireComment } from '../../contract/names.ts';
import { useRetryReads } from '../../queries/sync.ts';
import { useComments } from '../../queries/video-page.ts';
import { errorTexts } from '../../texts/errors.ts';
import { count as countText, roughAge } from '../../texts/formats.ts';
import { videoTexts } from '../../texts/video.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { RareIcon } from '../../ui/rare-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PlayerIcon } from '../../ui/player-icon.tsx';
import { LineSkeleton } from '../../ui/skeleton.tsx';
import { Tag } from '../../ui/tag.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { RichLine } from '../../features/rich-text/rich-line.tsx';
import { partsOf } from '../../features/rich-text/rich-text.ts';
import sections from './section.module.css';
import styles from './comments.module.css';

/** The comments of one step fill about two screens, and are drawn in well under 50 ms on a slow phone. */
const stepSize = 20;
/** The list grows about a screen before its end, so that scrolling does not stop there. */
const growMargin = '800px 0px';

interface SharedProps {
  durationSeconds: number;
  nowMs: number;
  onSeek: (seconds: number) => void;
}

interface CommentsProps extends SharedProps {
  videoId: string;
  /** The archive's count, replies included; null if comments were never indexed. */
  count: number | null;
}

/** Memoised, because the page re-renders with every progress tick, and a thousand comments must not. */
export const Comments = memo(function Comments({ videoId, count, ...sharedProps }: CommentsProps) {
  const id = useId();
  const view = useComments(videoId);
  const retryReads = useRetryReads();
  const isEmpty = view.state === 'not-found' || (view.state === 'ready' && view.data.length === 0);
  return (
    <section className={classNames(sections['section'], styles['comments'])} aria-labelledby={id} aria-busy={view.state === 'loading'}>
      <div className={sections['head']}>
        <h2 id={id}>{videoTexts.comments}</h2>
        {count !== null && count > 0 && !isEmpty ? <span className={sections['count']}>{countText(count)}</span> : null}
      </div>
      {view.state === 'loading' ? <LineSkeleton /> : null}
      {isEmpty ? <p className={styles['none']}>{videoTexts.noComments}</p> : null}
      {view.state === 'missing' ? (
        <p className={styles['none']}>
          {videoTexts.commentsMissing}
          <Button size="small" icon="retry" onClick={retryReads}>
            {errorTexts.tryAgain}
          </Button>
        </p>
      ) : null}
      {view.state === 'ready' ? <CommentList comments={view.data} {...sharedProps} /> : null}
    </section>
  );
});

function CommentList({ comments, ...sharedProps }: SharedProps & { comments: readonly WireComment[] }) {
  const [shownCount, setShownCount] = useState(stepSize);
  const remainingCount = comments.length - shownCount;
  return (
    <>
      <ul>
        {comments.slice(0, shownCount).map((comment) => (
          <li key={comment.comment_id}>
            <Comment comment={comment} {...sharedProps} />
          </li>
        ))}
      </ul>
      {remainingCount > 0 ? <MoreComments remainingCount={remainingCount} onMore={() => startTransition(() => setShownCount(shownCount + stepSize))} /> : null}
    </>
  );
}

/** A button that presses itself when it comes near the viewport. Users who do not scroll can press it. */
function MoreComments({ remainingCount, onMore }: { remainingCount: number; onMore: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const press = useEffectEvent(onMore);
  // Observes again after each step, because the old observer does not fire while the button stays near the viewport.
  useEffect(() => {
    // Only the last entry is current: on a busy page, one callback may receive several entries.
    const observer = new IntersectionObserver((entries) => entries.at(-1)?.isIntersecting && press(), { rootMargin: growMargin });
    if (button.current) observer.observe(button.current);
    return () => observer.disconnect();
  }, [remainingCount]);
  return (
    <Button ref={button} size="small" icon="chevron-down" onClick={onMore}>
      {videoTexts.moreComments(remainingCount)}
    </Button>
  );
}

const Comment = memo(function Comment({ comment, ...sharedProps }: SharedProps & { comment: WireComment }) {
  const [isOpen, setIsOpen] = useState(false);
  const replies = comment.comment_replies ?? [];
  const likes = comment.comment_likecount ?? 0;
  const writtenAt = isoOf(comment.comment_timestamp);
  const { durationSeconds, nowMs, onSeek } = sharedProps;
  const lines = useMemo(
    () =>
      comment.comment_text
        .trim()
        .split(/\r?\n/)
        .map((line) => partsOf(line, durationSeconds)),
    [comment.comment_text, durationSeconds],
  );
  return (
    <article className={styles['comment']}>
      <Avatar name={comment.comment_author.replace(/^@/, '')} id={null} size={36} />
      <div className={styles['text']}>
        <p className={styles['head']}>
          <b dir="auto">{comment.comment_author}</b>
          {comment.comment_author_is_uploader ? (
            <Tag tone="accent" isSoft>
              {videoTexts.uploader}
            </Tag>
          ) : null}
          {writtenAt === '' ? null : (
            <time dateTime={writtenAt} title={comment.comment_time_text}>
              {roughAge(writtenAt, nowMs)}
            </time>
          )}
        </p>
        {lines.map((parts, index) => (
          <RichLine key={index} parts={parts} onSeek={onSeek} />
        ))}
        <p className={styles['foot']}>
          {likes > 0 ? (
            <span>
              <PlayerIcon name="thumb-up" size={16} />
              <span aria-hidden="true">{countText(likes)}</span>
              <VisuallyHidden>{videoTexts.likes(likes)}</VisuallyHidden>
            </span>
          ) : null}
          {comment.comment_is_favorited ? (
            <span className={styles['favorited']} role="img" aria-label={videoTexts.favorited}>
              <RareIcon name="heart" size={15} />
            </span>
          ) : null}
          {replies.length > 0 ? (
            <button
              type="button"
              className={classNames(styles['toggle'], isOpen && styles['is-open'])}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <Icon name="chevron-down" size={15} />
              {videoTexts.replies(replies.length)}
            </button>
          ) : null}
        </p>
        {isOpen ? (
          <div className={styles['replies']}>
            <CommentList comments={replies} {...sharedProps} />
          </div>
        ) : null}
      </div>
    </article>
  );
});

/** The time in ISO 8601; empty for an invalid time, and for 0, which means unknown. */
function isoOf(timestampSeconds: number): string {
  const date = new Date(timestampSeconds * 1000);
  return timestampSeconds === 0 || Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
