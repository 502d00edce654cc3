// The title and the line of facts below it. Counts of 0 are not shown. For dislikes SPEC requires that; for the others 0 means unknown.
import { useState } from 'react';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { truncateAtWord } from '../../features/rich-text/description-lines.ts';
import { count } from '../../texts/formats.ts';
import { calendarDay } from '../../texts/page-formats.ts';
import { videoTexts } from '../../texts/video.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { PlayerIcon } from '../../ui/player-icon.tsx';
import { Tag } from '../../ui/tag.tsx';
import { uiTexts } from '../../texts/ui.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { VideoPageView } from '../../queries/views.ts';
import { originalOfVideo } from '../../features/page/original-address.ts';
import { starsOf } from './video-rules.ts';
import styles from './video-facts.module.css';

const starIcons = { full: 'star', half: 'star-half', empty: 'star-empty' } as const;

export function VideoFacts({ video }: { video: VideoPageView }) {
  // While the archive is reachable, the tag would only flicker: a change waits for a moment, and playback sends a position about every ten
  // seconds.
  const isAway = useIsAway();
  const { details } = video;
  const publishedDay = calendarDay(video.publishedAt);
  return (
    <header className={styles['head']}>
      <Title title={video.title} />
      <div className={styles['line']}>
        {publishedDay === '' ? null : (
          <span>
            <VisuallyHidden>{videoTexts.published} </VisuallyHidden>
            {publishedDay}
          </span>
        )}
        {video.viewCount > 0 ? <Count icon="eye" countText={count(video.viewCount)} name={videoTexts.views(video.viewCount)} /> : null}
        {video.likeCount > 0 ? <Count icon="thumb-up" countText={count(video.likeCount)} name={videoTexts.likes(video.likeCount)} /> : null}
        {details && details.dislikeCount > 0 ? (
          <Count icon="thumb-down" countText={count(details.dislikeCount)} name={videoTexts.dislikes(details.dislikeCount)} />
        ) : null}
        {details && details.averageRating > 0 ? (
          <span className={styles['stars']} role="img" aria-label={videoTexts.rating(details.averageRating)}>
            {starsOf(details.averageRating).map((star, index) => (
              <PlayerIcon key={index} name={starIcons[star]} size={16} />
            ))}
          </span>
        ) : null}
        {details ? <Origin videoId={video.videoId} isActive={video.isActive} sourceUrl={details.sourceUrl} /> : null}
        {video.isWatched ? <Tag>{uiTexts.watched}</Tag> : null}
        {video.isWaiting && isAway ? (
          <Tag tone="waiting" isSoft>
            {uiTexts.waiting}
          </Tag>
        ) : null}
      </div>
    </header>
  );
}

/** YouTube's titles have at most 100 characters; other sites use a whole post as the title. */
const maxTitleLength = 140;
const beginningLength = 110;

/** A very long title is cut until expanded. The page is keyed by its video, so the title of the next video starts cut. */
function Title({ title }: { title: string }) {
  const [isOpen, setIsOpen] = useState(false);
  if (title.length <= maxTitleLength) return <h1 dir="auto">{title}</h1>;
  return (
    <>
      <h1 dir="auto">{isOpen ? title : truncateAtWord(title, beginningLength)}</h1>
      <button type="button" className={classNames(styles['more'], isOpen && styles['is-open'])} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {isOpen ? videoTexts.showLess : videoTexts.showMore}
        <Icon name="chevron-down" size={15} />
      </button>
    </>
  );
}

function Count({ icon, countText, name }: { icon: 'eye' | 'thumb-up' | 'thumb-down'; countText: string; name: string }) {
  return (
    <span className={styles['count']}>
      {icon === 'eye' ? <Icon name={icon} size={15} /> : <PlayerIcon name={icon} size={15} />}
      <span aria-hidden="true">{countText}</span>
      <VisuallyHidden>{name}</VisuallyHidden>
    </span>
  );
}

function Origin({ videoId, isActive, sourceUrl }: { videoId: string; isActive: boolean; sourceUrl: string | null }) {
  if (!isActive)
    return (
      <Tag tone="warn" isSoft>
        {videoTexts.deactivated}
      </Tag>
    );
  const href = originalOfVideo(videoId, sourceUrl);
  if (href === null) return null;
  return (
    <a className={styles['original']} href={href} target="_blank" rel="noopener noreferrer">
      <ListIcon name="external" size={15} />
      {videoTexts.original}
    </a>
  );
}
