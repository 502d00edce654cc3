// The player's messages over the picture: where playback resumed, that it waits, why there is no picture, and what to do.
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { pictureAddress } from '../lib/picture-address.ts';
import { playerTexts } from '../texts/player.ts';
import { uiTexts } from '../texts/ui.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import type { FailureReason } from './player-state.ts';
import type { NextVideo, Neighbour } from './queue-neighbours.ts';
import { usePlayback, usePlayerSession, useSessionValue } from './use-session.ts';
import buttons from '../ui/button.module.css';
import styles from './notices.module.css';

/**
 * "Continued at 12:31", or both positions if another device left a different one. A resumed position of 0 means that the video starts over,
 * because it was watched to the end on another device.
 */
export function ResumeNotice() {
  const session = usePlayerSession();
  const { resumedSeconds, skipped, video } = usePlayback();
  const { savedSeconds, alternativeSeconds, isAlternativeHere } = video;
  if (resumedSeconds === null || (resumedSeconds === 0 ? alternativeSeconds : savedSeconds) === null || skipped !== null) return null;
  return (
    <div className={styles['resume']} role="status">
      <span>{resumeText(resumedSeconds, alternativeSeconds, isAlternativeHere)}</span>
      {alternativeSeconds === null ? null : (
        <button type="button" onClick={() => session.goTo(alternativeSeconds)}>
          {playerTexts.goTo(alternativeSeconds)}
        </button>
      )}
      {resumedSeconds === 0 ? null : (
        <button type="button" onClick={session.startOver}>
          {playerTexts.startOver}
        </button>
      )}
    </div>
  );
}

function resumeText(positionSeconds: number, alternativeSeconds: number | null, isAlternativeHere: boolean): string {
  if (alternativeSeconds === null) return playerTexts.continuedAt(positionSeconds);
  if (positionSeconds === 0) return playerTexts.watchedElsewhere(alternativeSeconds);
  return isAlternativeHere ? playerTexts.conflict(alternativeSeconds, positionSeconds) : playerTexts.conflict(positionSeconds, alternativeSeconds);
}

/** Says that a segment was skipped. The skip can be undone for a few seconds. */
export function SkippedNotice() {
  const session = usePlayerSession();
  return (
    <div className={classNames(styles['resume'], styles['skipped'])} role="status">
      <span>{playerTexts.skipped}</span>
      <button type="button" aria-label={playerTexts.undoSkip} onClick={session.undoSkip}>
        {playerTexts.undo}
      </button>
    </div>
  );
}

/** The end of a video: what plays next, with a countdown, or the choices. */
export function EndNotice() {
  const session = usePlayerSession();
  const { following, skippedText, next } = useSessionValue(({ queue }) => queue);
  const secondsLeft = useSessionValue((snapshot) => snapshot.secondsLeft);
  const similarSection = useSimilarVideos();
  const replayButton = useRef<HTMLButtonElement>(null);
  const isCancelled = useRef(false);
  const isCounting = secondsLeft !== null;
  useLayoutEffect(() => {
    // The Cancel button, which had the focus, is no longer there.
    if (isCancelled.current) replayButton.current?.focus();
    isCancelled.current = false;
  }, [isCounting]);
  function cancel(): void {
    isCancelled.current = true;
    session.cancelCountdown();
  }
  if (following && secondsLeft !== null) {
    const followingPicture = pictureAddress(following.thumbUrl);
    return (
      <div className={styles['end']}>
        <div className={styles['card']}>
          {followingPicture === null ? null : <img src={followingPicture} alt="" decoding="async" />}
          {/* Announced once, because a live region must not count every second. */}
          <VisuallyHidden>
            <span role="status">{playerTexts.next(following.title)}</span>
          </VisuallyHidden>
          <b dir="auto">{playerTexts.nextIn(following.title, secondsLeft)}</b>
          {skippedText === null ? null : <p role="status">{skippedText}</p>}
          <span className={styles['answers']}>
            <Button tone="overlay" onClick={cancel}>
              {playerTexts.cancel}
            </Button>
            <Button tone="primary" icon="play" onClick={session.playFollowing}>
              {playerTexts.playNow}
            </Button>
          </span>
        </div>
      </div>
    );
  }
  return (
    <div className={styles['end']}>
      <div className={styles['card']}>
        <span className={styles['answers']}>
          <Button ref={replayButton} tone="overlay" onClick={() => session.request({ kind: 'play' })}>
            {playerTexts.replay}
          </Button>
          <NextButton following={following} next={next} />
          {similarSection ? (
            <Button tone="overlay" onClick={() => similarSection.scrollIntoView({ block: 'start' })}>
              {playerTexts.similar}
            </Button>
          ) : null}
        </span>
        {following?.isAway ? <p>{playerTexts.nextIsAway}</p> : null}
        {skippedText === null ? null : <p role="status">{skippedText}</p>}
      </div>
    </div>
  );
}

/** The section with similar videos, if the page has one. */
function useSimilarVideos(): HTMLElement | null {
  const [section, setSection] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const find = (): void => setSection(document.getElementById('similar-videos'));
    find();
    // The page may draw the section after the video has ended.
    const observer = new MutationObserver(find);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return section;
}

function NextButton({ following, next }: { following: NextVideo | null; next: Neighbour | null }) {
  const session = usePlayerSession();
  if (following) {
    return (
      <Button tone="overlay" aria-label={playerTexts.next(following.title)} onClick={session.playFollowing}>
        {playerTexts.nextShort}
      </Button>
    );
  }
  if (!next) return null;
  return (
    <ButtonLink to={next.to} tone="overlay" aria-label={playerTexts.next(next.title)}>
      {playerTexts.nextShort}
    </ButtonLink>
  );
}

interface BackButtonProps {
  /** Null if the surrounding screen has its own button to close the player. */
  onBack: (() => void) | null;
}

function BackButton({ onBack }: BackButtonProps) {
  return onBack === null ? null : (
    <div className={styles['top']}>
      <IconButton label={playerTexts.back} icon="arrow-back" className={styles['back']} onClick={onBack} />
    </div>
  );
}

/** Says that the archive knows the video, but that its file is missing for now. */
export function MissingNotice({ onBack }: BackButtonProps) {
  const { missing } = usePlayback().video;
  const { following, next } = useSessionValue(({ queue }) => queue);
  return (
    <div className={styles['failure']}>
      <BackButton onBack={onBack} />
      <div role="status" className={styles['message']}>
        <b>{uiTexts.fileMissing}</b>
        {missing === null ? null : <p>{playerTexts.missingSince(missing.since)}</p>}
      </div>
      <span className={styles['answers']}>
        {!missing?.adminUrl ? null : (
          <a href={missing.adminUrl} target="_blank" rel="noreferrer" className={classNames(buttons['button'], buttons['overlay'])}>
            {playerTexts.missingFiles}
          </a>
        )}
        <NextButton following={following} next={next} />
      </span>
    </div>
  );
}

export function ReconnectingNotice() {
  const isPartial = usePlayback().video.media?.isPartlyFromDevice;
  return (
    <div className={styles['waiting']} role="status">
      <i className={styles['spinner']} />
      <span>
        <b>{isPartial ? playerTexts.restNotHere : playerTexts.waitingForServer}</b>
        {isPartial ? playerTexts.restHint : playerTexts.waitingHint}
      </span>
    </div>
  );
}

interface FailureNoticeProps extends BackButtonProps {
  reason: FailureReason;
  /** A control for a video that is not on this device while the archive is away. */
  awayAction: ReactNode;
}

export function FailureNotice({ reason, awayAction, onBack }: FailureNoticeProps) {
  const session = usePlayerSession();
  const { undecodableCodec, video } = usePlayback();
  const { following, next } = useSessionValue(({ queue }) => queue);
  const isUnplayable = reason === 'unplayable';
  // A partly saved video starts without the archive, unless the file's index is at its end.
  const isPartlySaved = reason === 'unreachable' && video.media?.isPartlyFromDevice;
  const texts = isPartlySaved ? { title: playerTexts.restNotHere, text: playerTexts.startNotHere } : playerTexts.failures[reason];
  return (
    <div className={styles['failure']}>
      <BackButton onBack={onBack} />
      <div role="alert" className={styles['message']}>
        <Icon name={reason === 'unreachable' ? 'cloud-struck' : 'warning'} size={30} />
        <b>{isUnplayable && undecodableCodec !== null ? playerTexts.unplayableCodec(undecodableCodec) : texts.title}</b>
        <p>{texts.text}</p>
      </div>
      {isUnplayable && !following && !next ? null : (
        <span className={styles['answers']}>
          {/* Retrying does not help if this device cannot decode the video. */}
          {isUnplayable ? null : (
            <Button tone="overlay" icon="retry" onClick={session.retry}>
              {playerTexts.tryAgain}
            </Button>
          )}
          {reason === 'unreachable' ? awayAction : null}
          <NextButton following={following} next={next} />
        </span>
      )}
    </div>
  );
}
