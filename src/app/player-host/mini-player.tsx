// The mini player, above the tab bar or at the bottom right: picture, title, play, close. A tap opens the video's page.
import { useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import type { PlaybackSnapshot } from '../../player/playback.ts';
import type { SessionSnapshot } from '../../player/player-session.ts';
import { wantsToPlay } from '../../player/player-state.ts';
import { requestOfKey, type PlayerRequest, type SessionRequest } from '../../player/shortcuts.ts';
import { usePlayerSession, useSessionValue } from '../../player/use-session.ts';
import { usePlayerHost } from '../../player/use-player-host.ts';
import type { VideoCard } from '../../queries/views.ts';
import { videoPath } from '../../lib/addresses.ts';
import { playerHostTexts } from '../../texts/player-host.ts';
import { playerTexts } from '../../texts/player.ts';
import { queueTexts } from '../../texts/queue.ts';
import { uiTexts } from '../../texts/ui.ts';
import { classNames } from '../../ui/class-names.ts';
import { PlayerIcon } from '../../ui/player-icon.tsx';
import { QueueIcon } from '../../ui/queue-icon.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useSheetAddress } from '../../ui/sheet-address.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import styles from './mini-player.module.css';

/** The keys that are useful with a small picture; the player's other keys work only on the video's page. */
const miniRequests: ReadonlySet<PlayerRequest['kind']> = new Set<SessionRequest['kind']>(['toggle-play', 'seek-by', 'toggle-muted', 'change-speed']);

const isMiniRequest = (request: PlayerRequest): request is SessionRequest => miniRequests.has(request.kind);

interface MiniPlayerProps {
  videoId: string;
  /** Null while the video's data is unknown. */
  video: VideoCard | null;
  /** Whether the video is not on this device, or does not exist. */
  isUnknown?: boolean;
}

export function MiniPlayer({ videoId, video, isUnknown = false }: MiniPlayerProps) {
  const host = usePlayerHost();
  const session = usePlayerSession();
  const playback = useSessionValue((snapshot) => (snapshot.playback?.video.videoId === videoId ? snapshot.playback : null));
  const { following } = useSessionValue(({ queue }) => queue);
  const secondsLeft = useSessionValue((snapshot) => snapshot.secondsLeft);
  const picture = useRef<HTMLSpanElement>(null);
  const playButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => (picture.current ? host.addFallback(picture.current) : undefined), [host]);

  const title = video?.title ?? (isUnknown ? playerHostTexts.missing : playerTexts.loading);
  const durationSeconds = playback?.durationSeconds ?? video?.durationSeconds ?? 0;
  const percent = playback && durationSeconds > 0 ? (playback.positionSeconds / durationSeconds) * 100 : 0;
  const { open: onOpenQueue } = useSheetAddress('queue');
  // While the countdown runs, the title of the next video replaces the title of the ended one.
  const announcedVideo = secondsLeft === null ? null : following;
  const isRunning = playback !== null && wantsToPlay(playback.state);

  function cancel(): void {
    playButton.current?.focus(); // the Cancel button, which has the focus, disappears
    session.cancelCountdown();
  }
  function onKeyDown(event: KeyboardEvent): void {
    const isActivationKey = event.key === ' ' || event.key === 'Enter';
    const request = isActivationKey ? null : requestOfKey(event.nativeEvent);
    if (request?.kind === 'leave') return host.close();
    if (!request || !isMiniRequest(request)) return;
    event.preventDefault();
    session.request(request);
  }

  return (
    <section className={styles['mini']} aria-label={playerHostTexts.mini(title)} data-owns-keys onKeyDown={onKeyDown}>
      <Link to={videoPath(videoId)} className={styles['open']} aria-label={playerHostTexts.openPage(title)}>
        <span ref={picture} className={styles['picture']} />
        <span className={styles['text']}>
          <b dir="auto">{announcedVideo?.title ?? title}</b>
          <small>{playback?.isMissing ? uiTexts.fileMissing : secondLineOf(playback, video, { following, secondsLeft })}</small>
        </span>
      </Link>
      {/* Contains only the title. With the countdown, the live region would be read out every second. */}
      <VisuallyHidden>
        <span role="status">{announcedVideo ? queueTexts.next(announcedVideo.title) : ''}</span>
      </VisuallyHidden>
      {announcedVideo ? (
        <button type="button" className={styles['text-button']} onClick={cancel}>
          {uiTexts.cancel}
        </button>
      ) : null}
      {/* Space is scarce, so the button is drawn only if something follows. The video's page always has this button. */}
      {following && !announcedVideo ? (
        <button type="button" className={classNames(styles['button'], styles['queue'])} aria-label={queueTexts.upNext} onClick={onOpenQueue}>
          <QueueIcon name="queue" size={22} />
        </button>
      ) : null}
      {playback?.isMissing ? null : (
        <button
          ref={playButton}
          type="button"
          className={styles['button']}
          aria-label={isRunning ? playerTexts.pause : playback?.state.name === 'ended' ? playerTexts.replay : playerTexts.play}
          onClick={() => (playback?.state.name === 'failed' ? session.retry() : session.request({ kind: 'toggle-play' }))}
        >
          {isRunning ? <PlayerIcon name="pause" size={24} /> : <Icon name="play" size={24} />}
        </button>
      )}
      <button type="button" className={styles['button']} aria-label={playerHostTexts.close} onClick={host.close}>
        <Icon name="close" size={22} />
      </button>
      <i className={styles['progress']} style={{ inlineSize: `${percent}%` }} />
    </section>
  );
}

type NextState = Pick<SessionSnapshot, 'secondsLeft'> & Pick<SessionSnapshot['queue'], 'following'>;

/** A message about playback if there is one, otherwise the channel's name. */
function secondLineOf(playback: PlaybackSnapshot | null, video: VideoCard | null, { following, secondsLeft }: NextState): string | undefined {
  const state = playback?.state;
  if (state?.name === 'reconnecting') return playerTexts.waitingForServer;
  if (state?.name === 'failed') return playerTexts.failures[state.reason].title;
  if (state?.name === 'ended' && following) {
    if (following.isAway) return queueTexts.nextIsAway;
    if (secondsLeft !== null) return queueTexts.nextIn(secondsLeft);
  }
  return video?.channelName;
}
