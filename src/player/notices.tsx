// What the player says over the picture: where it went on, that it waits, why there is no picture and what to do.
import { playerTexts } from '../texts/player.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import type { Following } from './around.ts';
import type { FailureReason } from './player-state.ts';
import buttons from '../ui/button.module.css';
import styles from './notices.module.css';

interface ResumeNoticeProps {
  /** 0: it begins anew, as another device has watched it to its end. */
  positionSeconds: number;
  alternativeSeconds: number | null;
  isAlternativeHere: boolean;
  onStartOver: () => void;
  onGoTo: (positionSeconds: number) => void;
}

/** "Continued at 12:31", or both places when another device left a different one. */
export function ResumeNotice({ positionSeconds, alternativeSeconds, isAlternativeHere, onStartOver, onGoTo }: ResumeNoticeProps) {
  return (
    <div className={styles['resume']} role="status">
      <span>{resumeWords(positionSeconds, alternativeSeconds, isAlternativeHere)}</span>
      {alternativeSeconds === null ? null : (
        <button type="button" onClick={() => onGoTo(alternativeSeconds)}>
          {playerTexts.goTo(alternativeSeconds)}
        </button>
      )}
      {positionSeconds === 0 ? null : (
        <button type="button" onClick={onStartOver}>
          {playerTexts.startOver}
        </button>
      )}
    </div>
  );
}

function resumeWords(positionSeconds: number, alternativeSeconds: number | null, isAlternativeHere: boolean): string {
  if (alternativeSeconds === null) return playerTexts.continuedAt(positionSeconds);
  if (positionSeconds === 0) return playerTexts.watchedElsewhere(alternativeSeconds);
  return isAlternativeHere ? playerTexts.twoPlaces(alternativeSeconds, positionSeconds) : playerTexts.twoPlaces(positionSeconds, alternativeSeconds);
}

/** A part was skipped; for a while it can be taken back. */
export function SkippedNotice({ onUndo }: { onUndo: () => void }) {
  return (
    <div className={classNames(styles['resume'], styles['skipped'])} role="status">
      <span>{playerTexts.skipped}</span>
      <button type="button" aria-label={playerTexts.undoSkip} onClick={onUndo}>
        {playerTexts.undo}
      </button>
    </div>
  );
}

interface EndNoticeProps {
  following: Following | null;
  passedOver: string | null;
  /** Where nothing follows by itself. */
  next: { to: string; title: string } | null;
  onReplay: () => void;
  onSimilar: (() => void) | null;
}

/** The end of a video: what follows by itself with the seconds until then, or what there is to choose. */
export function EndNotice({ following, passedOver, next, onReplay, onSimilar }: EndNoticeProps) {
  if (following && following.secondsLeft !== null) {
    return (
      <div className={styles['end']}>
        <div className={styles['card']}>
          {following.thumbUrl === null ? null : <img src={following.thumbUrl} alt="" />}
          {/* Spoken once: a second that goes by is no news. */}
          <VisuallyHidden>
            <span role="status">{playerTexts.nextAfter(following.title)}</span>
          </VisuallyHidden>
          <b dir="auto">{playerTexts.nextIn(following.title, following.secondsLeft)}</b>
          {passedOver === null ? null : <p role="status">{passedOver}</p>}
          <span className={styles['answers']}>
            <Button tone="overlay" onClick={following.onCancel}>
              {playerTexts.cancel}
            </Button>
            <Button tone="primary" icon="play" onClick={following.onGo}>
              {playerTexts.playNow}
            </Button>
          </span>
        </div>
      </div>
    );
  }
  return (
    <div className={styles['end']}>
      <div className={styles['choices']}>
        <span className={styles['answers']}>
          <Button tone="overlay" onClick={onReplay}>
            {playerTexts.replay}
          </Button>
          <NextButton following={following} next={next} />
          {onSimilar ? (
            <Button tone="overlay" onClick={onSimilar}>
              {playerTexts.similar}
            </Button>
          ) : null}
        </span>
        {following?.isAway ? <p>{playerTexts.nextIsAway}</p> : null}
        {passedOver === null ? null : <p role="status">{passedOver}</p>}
      </div>
    </div>
  );
}

function NextButton({ following, next }: Pick<EndNoticeProps, 'following' | 'next'>) {
  if (following) {
    return (
      <Button tone="overlay" aria-label={playerTexts.nextAfter(following.title)} onClick={following.onGo}>
        {playerTexts.nextShort}
      </Button>
    );
  }
  if (!next) return null;
  return (
    <ButtonLink to={next.to} tone="overlay" aria-label={playerTexts.nextAfter(next.title)}>
      {playerTexts.nextShort}
    </ButtonLink>
  );
}

/** The archive has the video and, for now, not its file. */
export interface MissingFile {
  /** In words: "14:02". */
  since: string;
  /** Where staff see what is missing; null for others. */
  adminUrl: string | null;
}

interface MissingNoticeProps extends MissingFile, Pick<EndNoticeProps, 'following' | 'next'> {
  onBack: () => void;
}

export function MissingNotice({ since, adminUrl, following, next, onBack }: MissingNoticeProps) {
  return (
    <div className={styles['failure']}>
      <div className={styles['top']}>
        <IconButton label={playerTexts.back} icon="arrow-back" className={styles['back']} onClick={onBack} />
      </div>
      <div role="status" className={styles['words']}>
        <b>{uiTexts.fileMissing}</b>
        <p>{playerTexts.missingSince(since)}</p>
      </div>
      <span className={styles['answers']}>
        {adminUrl === null ? null : (
          <a href={adminUrl} target="_blank" rel="noreferrer" className={classNames(buttons['button'], buttons['overlay'])}>
            {playerTexts.missingFiles}
          </a>
        )}
        <NextButton following={following} next={next} />
      </span>
    </div>
  );
}

export function ReconnectingNotice() {
  return (
    <div className={styles['waiting']} role="status">
      <i className={styles['spinner']} />
      <span>
        <b>{playerTexts.waitingForServer}</b>
        {playerTexts.waitingHint}
      </span>
    </div>
  );
}

interface FailureNoticeProps {
  reason: FailureReason;
  /** The codec this device lacks, where it is known. */
  codec: string | null;
  onBack: () => void;
  /** Null where trying again changes nothing. */
  onRetry: (() => void) | null;
}

export function FailureNotice({ reason, codec, onBack, onRetry }: FailureNoticeProps) {
  const words = playerTexts.failures[reason];
  return (
    <div className={styles['failure']}>
      <div className={styles['top']}>
        <IconButton label={playerTexts.back} icon="arrow-back" className={styles['back']} onClick={onBack} />
      </div>
      <div role="alert" className={styles['words']}>
        <Icon name={reason === 'unreachable' ? 'cloud-struck' : 'warning'} size={30} />
        <b>{codec === null ? words.title : playerTexts.unplayableCodec(codec)}</b>
        <p>{words.text}</p>
      </div>
      {onRetry ? (
        <Button tone="overlay" icon="retry" onClick={onRetry}>
          {playerTexts.tryAgain}
        </Button>
      ) : null}
    </div>
  );
}
