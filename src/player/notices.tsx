// What the player says over the picture: where it went on, that it waits, why there is no picture and what to do.
import { playerTexts } from '../texts/player.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import type { FailureReason } from './player-state.ts';
import styles from './notices.module.css';

interface ResumeNoticeProps {
  positionSeconds: number;
  alternativeSeconds: number | null;
  onStartOver: () => void;
  onGoTo: (positionSeconds: number) => void;
}

/** "Continued at 12:31", or both places when another device left a different one. */
export function ResumeNotice({ positionSeconds, alternativeSeconds, onStartOver, onGoTo }: ResumeNoticeProps) {
  return (
    <div className={styles['resume']} role="status">
      <span>{alternativeSeconds === null ? playerTexts.continuedAt(positionSeconds) : playerTexts.twoPlaces(positionSeconds, alternativeSeconds)}</span>
      {alternativeSeconds === null ? null : (
        <button type="button" onClick={() => onGoTo(alternativeSeconds)}>
          {playerTexts.goTo(alternativeSeconds)}
        </button>
      )}
      <button type="button" onClick={onStartOver}>
        {playerTexts.startOver}
      </button>
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
