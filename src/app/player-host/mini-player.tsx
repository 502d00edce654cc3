// What plays, small, above the tab bar or at the bottom right: picture, title, play, close. A tap leads to its page.
import { useLayoutEffect, useRef, useSyncExternalStore, type KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import type { Following } from '../../player/around.ts';
import type { PlayerSnapshot } from '../../player/player-engine.ts';
import { noEngine } from '../../player/use-player.ts';
import { wantsToPlay } from '../../player/player-state.ts';
import { requestOfKey, type PlayerRequest } from '../../player/shortcuts.ts';
import { useStage, useStageState } from '../../player/use-stage.ts';
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

/** What makes sense without seeing much: the rest of the player's keys belongs to its page. */
const smallRequests: ReadonlySet<PlayerRequest['kind']> = new Set(['toggle-play', 'seek-by', 'toggle-muted', 'change-speed']);

interface MiniPlayerProps {
  videoId: string;
  /** Null while it is not known. */
  video: VideoCard | null;
  following: Following | null;
  /** `unknown`: it is not on this device, or nowhere. `file-missing`: it is known, and its file is missing on the server. */
  trouble?: 'unknown' | 'file-missing' | null;
}

export function MiniPlayer({ videoId, video, following, trouble = null }: MiniPlayerProps) {
  const stage = useStage();
  const { handle } = useStageState();
  const picture = useRef<HTMLSpanElement>(null);
  const snapshot = useSyncExternalStore(handle?.subscribe ?? noEngine.subscribe, handle?.read ?? noEngine.read);
  useLayoutEffect(() => (picture.current ? stage.standBy(picture.current) : undefined), [stage]);

  const title = video?.title ?? (trouble === 'unknown' ? playerHostTexts.missing : playerTexts.loading);
  const durationSeconds = snapshot.durationSeconds || (video?.durationSeconds ?? 0);
  const percent = durationSeconds > 0 ? (snapshot.positionSeconds / durationSeconds) * 100 : 0;
  const { open: onOpenQueue } = useSheetAddress('queue');
  // What follows by itself takes the words of what has ended.
  const counting = following !== null && following.secondsLeft !== null ? following : null;
  const isRunning = wantsToPlay(snapshot.state);

  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') return stage.close();
    const isPressed = event.key === ' ' || event.key === 'Enter';
    const request = isPressed ? null : requestOfKey(event.nativeEvent);
    if (!request || !smallRequests.has(request.kind)) return;
    event.preventDefault();
    handle?.request(request);
  }

  return (
    <section className={styles['mini']} aria-label={playerHostTexts.mini(title)} data-owns-keys onKeyDown={press}>
      <Link to={videoPath(videoId)} className={styles['open']} aria-label={playerHostTexts.openPage(title)}>
        <span ref={picture} className={styles['picture']} />
        <span className={styles['words']}>
          <b dir="auto">{counting?.title ?? title}</b>
          <small>{trouble === 'file-missing' ? uiTexts.fileMissing : lineOf(snapshot, video, following)}</small>
        </span>
      </Link>
      {/* Spoken once: a second that goes by is no news. */}
      <VisuallyHidden>
        <span role="status">{counting ? queueTexts.next(counting.title) : ''}</span>
      </VisuallyHidden>
      {counting ? (
        <button type="button" className={styles['words-button']} onClick={counting.onCancel}>
          {uiTexts.cancel}
        </button>
      ) : null}
      {/* Room is scarce here: while nothing follows, the queue is reached from the video's page. */}
      {following && !counting ? (
        <button type="button" className={classNames(styles['button'], styles['queue'])} aria-label={queueTexts.upNext} onClick={onOpenQueue}>
          <QueueIcon name="queue" size={22} />
        </button>
      ) : null}
      {trouble === 'file-missing' ? null : (
        <button
          type="button"
          className={styles['button']}
          aria-label={isRunning ? playerTexts.pause : snapshot.state.name === 'ended' ? playerTexts.replay : playerTexts.play}
          onClick={() => handle?.request({ kind: 'toggle-play' })}
        >
          {isRunning ? <PlayerIcon name="pause" size={24} /> : <Icon name="play" size={24} />}
        </button>
      )}
      <button type="button" className={styles['button']} aria-label={playerHostTexts.close} onClick={stage.close}>
        <Icon name="close" size={22} />
      </button>
      <i className={styles['progress']} style={{ inlineSize: `${percent}%` }} />
    </section>
  );
}

/** What there is to say, else whose it is. */
function lineOf({ state }: PlayerSnapshot, video: VideoCard | null, following: Following | null): string | undefined {
  if (state.name === 'reconnecting') return playerTexts.waitingForServer;
  if (state.name === 'failed') return playerTexts.failures[state.reason].title;
  if (state.name === 'ended' && following) {
    if (following.isAway) return queueTexts.nextIsAway;
    if (following.secondsLeft !== null) return queueTexts.nextIn(following.secondsLeft);
  }
  return video?.channelName;
}
