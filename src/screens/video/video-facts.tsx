// Title and the line of facts beneath it. Counts of 0 are no news (dislikes by SPEC; the others, as the archive sends 0 for unknown).
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { count } from '../../texts/formats.ts';
import { calendarDay } from '../../texts/page-formats.ts';
import { videoTexts } from '../../texts/video.ts';
import { Icon } from '../../ui/icon.tsx';
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
  // While the archive is there, what waits is on its way at once, and saying so would flicker every ten seconds.
  const isAway = useIsAway();
  const { details } = video;
  const published = calendarDay(video.publishedAt);
  return (
    <header className={styles['head']}>
      <h1 dir="auto">{video.title}</h1>
      <div className={styles['line']}>
        {published === '' ? null : (
          <span>
            <VisuallyHidden>{videoTexts.published} </VisuallyHidden>
            {published}
          </span>
        )}
        {video.viewCount > 0 ? <Count icon="eye" shown={count(video.viewCount)} name={videoTexts.views(video.viewCount)} /> : null}
        {video.likeCount > 0 ? <Count icon="thumb-up" shown={count(video.likeCount)} name={videoTexts.likes(video.likeCount)} /> : null}
        {details && details.dislikeCount > 0 ? (
          <Count icon="thumb-down" shown={count(details.dislikeCount)} name={videoTexts.dislikes(details.dislikeCount)} />
        ) : null}
        {details && details.averageRating > 0 ? (
          <span className={styles['stars']} role="img" aria-label={videoTexts.rating(details.averageRating)}>
            {starsOf(details.averageRating).map((star, at) => (
              <PlayerIcon key={at} name={starIcons[star]} size={16} />
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

function Count({ icon, shown, name }: { icon: 'eye' | 'thumb-up' | 'thumb-down'; shown: string; name: string }) {
  return (
    <span className={styles['count']}>
      {icon === 'eye' ? <Icon name={icon} size={15} /> : <PlayerIcon name={icon} size={15} />}
      <span aria-hidden="true">{shown}</span>
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
      <Icon name="external" size={15} />
      {videoTexts.original}
    </a>
  );
}
