// One video in a list: as a card of a grid or as a row. The component is memoised, so pass stable callbacks.
import { memo, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { videoPath } from '../lib/addresses.ts';
import type { PicturePlace } from '../lib/picture-address.ts';
import { duration, roughAge } from '../texts/formats.ts';
import { uiTexts } from '../texts/ui.ts';
import { Avatar } from './avatar.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { MenuItem } from './menu.tsx';
import { SaveControlSlot } from './save-control.ts';
import { Tag } from './tag.tsx';
import { Thumb } from './thumb.tsx';
import { percentWatched, type VideoFacts } from './video-facts.ts';
import { VideoMenu } from './video-menu.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';
import styles from './video-card.module.css';

export interface VideoCardProps {
  video: VideoFacts;
  variant?: 'grid' | 'row';
  /** Whether the channel's name and picture are shown. Lists of one channel omit them. */
  isChannelShown?: boolean;
  /** True in lists of videos in progress, which show "16 min left" instead of the age. */
  isContinuing?: boolean;
  /** Absent where videos cannot be marked. */
  onMarkWatched?: ((video: VideoFacts, isWatched: boolean) => void) | undefined;
  /** The time from which ages are measured. It changes twice a minute at most, so that cards rarely re-render. */
  nowMs: number;
  isEager?: boolean;
  /** The picture's place, if it is not an ordinary card's (src/lib/picture-address.ts). */
  place?: PicturePlace;
  /** Whether the picture is 9:16, as in lists of shorts. */
  isTall?: boolean;
  /** Shown in the menu after Mark watched and Mark unwatched. Must be a stable callback. */
  moreItems?: ((video: VideoFacts) => readonly MenuItem[]) | undefined;
  /** Whether the card is picked in selection mode, where a checkbox replaces its controls. Undefined outside selection mode. */
  isPicked?: boolean | undefined;
  onPick?: ((videoId: string, isRange: boolean) => void) | undefined;
  /** Shown in a row instead of the age. */
  fact?: ReactNode;
  /** Shown in a row instead of its tags. */
  notes?: ReactNode;
  /** Shown in a row instead of its menu. */
  menu?: ReactNode;
  className?: string | undefined;
}

export const VideoCard = memo(function VideoCard(props: VideoCardProps) {
  const { video, variant = 'grid', isChannelShown = true, isContinuing = false, isPicked, onMarkWatched, className } = props;
  const hasAvatar = isChannelShown && !isContinuing;
  const stateClasses = classNames(isPicked === true && styles['picked'], video.missingSince !== undefined && styles['away']);
  return variant === 'row' ? (
    <article className={classNames(styles['row'], stateClasses, className)}>
      <Picture {...props} />
      <div>
        <Title video={video} />
        <FactsLine {...props} />
        <div className={styles['row-tags']}>{props.notes ?? <StateTags video={video} isOnPicture={false} />}</div>
      </div>
      <div className={styles['row-controls']}>
        <SaveControlSlot video={video} isPlain isInSelectionMode={isPicked !== undefined} />
        {(isPicked === undefined ? props.menu : null) ?? <CardMenu {...props} />}
      </div>
      <PickBox {...props} />
    </article>
  ) : (
    <article className={classNames(styles['card'], isContinuing && styles['continuing'], stateClasses, className)}>
      <Picture {...props} />
      <SaveControlSlot video={video} isInSelectionMode={isPicked !== undefined} />
      {onMarkWatched && isPicked === undefined ? (
        <button
          type="button"
          className={styles['quick']}
          aria-label={markLabel(video)}
          title={markText(video)}
          onClick={() => onMarkWatched(video, !video.isWatched)}
        >
          <Icon name={video.isWatched ? 'eye-struck' : 'eye'} size={19} />
        </button>
      ) : null}
      <div className={classNames(styles['meta'], !hasAvatar && styles['plain-meta'])}>
        {hasAvatar ? <Avatar name={video.channelName} id={video.channelId} src={video.channelThumbUrl} /> : null}
        <div>
          <Title video={video} />
          <FactsLine {...props} />
        </div>
        <CardMenu {...props} />
      </div>
      <PickBox {...props} />
    </article>
  );
});

function PickBox({ video, isPicked, onPick }: VideoCardProps) {
  if (isPicked === undefined) return null;
  return (
    <>
      <input
        type="checkbox"
        className={styles['pick']}
        aria-label={video.title}
        checked={isPicked}
        onChange={({ nativeEvent }) => onPick?.(video.videoId, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      <span className={styles['pick-box']} aria-hidden="true">
        {isPicked ? <Icon name="tick" size={18} /> : null}
      </span>
    </>
  );
}

function Picture({ video, variant, isContinuing = false, isEager = false, place, isTall = false }: VideoCardProps) {
  const percent = percentWatched(video);
  const isMissing = video.missingSince !== undefined;
  return (
    <Thumb
      src={video.thumbUrl}
      isMuted={video.isWatched}
      isDim={isMissing}
      isEager={isEager}
      place={place}
      isTall={isTall}
      className={classNames(styles['thumb'], percent !== null && styles['has-progress'])}
    >
      {variant === 'row' ? null : (
        <span className={styles['tags']}>
          <StateTags video={video} isOnPicture />
        </span>
      )}
      {isContinuing && !isMissing && video.positionSeconds !== null ? (
        <span className={styles['resume']} aria-hidden="true">
          <Icon name="play" size={12} />
          {duration(video.positionSeconds)}
        </span>
      ) : null}
      {video.durationSeconds > 0 ? (
        <span className={styles['duration']} aria-hidden="true">
          {duration(video.durationSeconds)}
        </span>
      ) : null}
      {percent === null ? null : (
        <span className={styles['progress']} aria-hidden="true">
          <i style={{ inlineSize: `${percent}%` }} />
        </span>
      )}
    </Thumb>
  );
}

function StateTags({ video, isOnPicture }: { video: VideoFacts; isOnPicture: boolean }) {
  return (
    <>
      {video.isWaiting ? (
        <Tag tone="waiting" isSoft={!isOnPicture} isSilent>
          {uiTexts.waiting}
        </Tag>
      ) : null}
      {video.isWatched ? (
        <Tag tone={isOnPicture ? 'overlay' : 'plain'} isSilent>
          {uiTexts.watched}
        </Tag>
      ) : null}
      {!isOnPicture && video.positionSeconds !== null && video.missingSince === undefined ? (
        <Tag tone="accent" isSoft isSilent>
          {uiTexts.continueAt(duration(video.positionSeconds))}
        </Tag>
      ) : null}
    </>
  );
}

function Title({ video }: { video: VideoFacts }) {
  return (
    <h3 className={styles['title']}>
      <Link className={styles['link']} to={videoPath(video.videoId)}>
        {video.title}
        <VisuallyHidden>{uiTexts.cardFacts(video, percentWatched(video))}</VisuallyHidden>
      </Link>
    </h3>
  );
}

function FactsLine({ video, isChannelShown = true, isContinuing = false, nowMs, fact }: VideoCardProps) {
  const ageOrTimeLeft =
    isContinuing && video.positionSeconds !== null && video.missingSince === undefined
      ? uiTexts.timeLeft(video.durationSeconds - video.positionSeconds)
      : roughAge(video.publishedAt, nowMs);
  const shownFact = fact ?? ageOrTimeLeft;
  return (
    <>
      <p className={styles['facts']}>
        {isChannelShown ? <b>{video.channelName}</b> : null}
        <span>
          {isChannelShown && shownFact !== '' ? ' · ' : null}
          {shownFact}
        </span>
      </p>
      {video.missingSince === undefined ? null : <p className={styles['missing']}>{uiTexts.fileMissing}</p>}
    </>
  );
}

function CardMenu({ video, onMarkWatched, moreItems, isPicked }: VideoCardProps) {
  if (!onMarkWatched || isPicked !== undefined) return null;
  return <VideoMenu video={video} onMarkWatched={onMarkWatched} moreItems={moreItems} className={styles['more']} />;
}

function markText(video: VideoFacts): string {
  return video.isWatched ? uiTexts.markUnwatched : uiTexts.markWatched;
}

function markLabel(video: VideoFacts): string {
  return `${markText(video)}: ${video.title}`;
}
