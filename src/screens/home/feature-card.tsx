// The first video of Continue Watching as a large card. Where there is no space for it, a small card is shown instead.
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { videoPath } from '../../lib/addresses.ts';
import { pictureAddress } from '../../lib/picture-address.ts';
import type { VideoCard } from '../../queries/views.ts';
import { duration } from '../../texts/formats.ts';
import { homeTexts } from '../../texts/home.ts';
import { uiTexts } from '../../texts/ui.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import type { MenuItem } from '../../ui/menu.tsx';
import { SaveControlSlot } from '../../ui/save-control.ts';
import { Tag } from '../../ui/tag.tsx';
import { Thumb } from '../../ui/thumb.tsx';
import { percentWatched, type VideoFacts } from '../../ui/video-facts.ts';
import { VideoMenu } from '../../ui/video-menu.tsx';
import styles from './feature-card.module.css';

interface FeatureCardProps {
  video: VideoCard;
  onMarkWatched: (video: Pick<VideoCard, 'videoId' | 'title'>, isWatched: boolean) => void;
  moreItems: (video: VideoFacts) => readonly MenuItem[];
}

export const FeatureCard = memo(function FeatureCard({ video, onMarkWatched, moreItems }: FeatureCardProps) {
  const positionSeconds = video.positionSeconds ?? 0;
  const percent = percentWatched(video);
  const isMissing = video.missingSince !== undefined;
  const address = videoPath(video.videoId);
  const glowUrl = pictureAddress(video.thumbUrl, 'feature');
  return (
    <article className={styles['feature']}>
      {glowUrl ? (
        <div className={styles['glow']} aria-hidden="true">
          <img src={glowUrl} alt="" loading="lazy" decoding="async" />
        </div>
      ) : null}
      <div className={styles['frame']}>
        <Thumb src={video.thumbUrl} place="feature" isDim={isMissing} isEager className={styles['thumb']} />
        <SaveControlSlot video={video} />
        <div className={styles['caption']}>
          <div className={styles['tags']}>
            {video.isWaiting ? <Tag tone="waiting">{uiTexts.waiting}</Tag> : null}
            <SaveControlSlot video={video} variant="tag" />
          </div>
          <h3>
            <Link to={address}>{video.title}</Link>
          </h3>
          <p>
            {homeTexts.featured(video.channelName, uiTexts.timeLeft(video.durationSeconds - positionSeconds))}
            <SaveControlSlot video={video} variant="fact" />
          </p>
          {isMissing ? <p>{uiTexts.fileMissing}</p> : null}
          <div className={styles['actions']}>
            {isMissing ? null : (
              <ButtonLink tone="primary" icon="play" to={address} className={styles['continue']}>
                {uiTexts.continueAt(duration(positionSeconds))}
              </ButtonLink>
            )}
            <Button tone="overlay" icon="eye" onClick={() => onMarkWatched(video, true)}>
              {uiTexts.markWatched}
            </Button>
            <VideoMenu video={video} onMarkWatched={onMarkWatched} moreItems={moreItems} className={styles['more']} />
          </div>
        </div>
        {percent === null ? null : (
          <span className={styles['progress']} aria-hidden="true">
            <i style={{ inlineSize: `${percent}%` }} />
          </span>
        )}
      </div>
    </article>
  );
});
