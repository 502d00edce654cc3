// The player from its first video until it is closed, outside React: the current playback, the next video, remembered preferences, the
// sleep timer and the message over the picture. Created once by the host above the routes (src/app/player-host), which passes in data from
// the mirror and stores what the session reports. The controls read it through use-session.ts.
import { playerTexts } from '../texts/player.ts';
import { createCountdown } from './countdown.ts';
import type { PlayerPreferences, SubtitleStyle } from './player-preferences.ts';
import { createPlayback, type Playback, type PlaybackPorts, type PlaybackSnapshot } from './playback.ts';
import { wantsToPlay } from './player-state.ts';
import type { QueueNeighbours, QueuePort } from './queue-neighbours.ts';
import type { SessionRequest } from './shortcuts.ts';
import type { ShownVideo } from './shown-video.ts';
import { createFade, createSleepTimer, type SleepTimer } from './sleep-timer.ts';
import { speedAfter } from './speeds.ts';
import { preferredTrackIndex } from './subtitle-choice.ts';
import type { ViewMode, ViewModes } from './view-modes.ts';

/** From SPEC §9. */
const messageMs = 500;

export interface SessionPorts extends Omit<PlaybackPorts, 'isAudioOnly' | 'isReachable' | 'isFading' | 'onChange'> {
  preferences: PlayerPreferences;
  modes: ViewModes;
  queue: QueuePort;
  /** The browser's preferred languages, most preferred first. */
  languages(): readonly string[];
  /** Called with an index into the chapters of the shown video; -1 for none. */
  onChapter(index: number): void;
  /** Retries failed reads. */
  retryReads(): void;
}

export interface SessionSnapshot {
  /** Null while nothing is shown. */
  playback: PlaybackSnapshot | null;
  queue: QueueNeighbours;
  /** Seconds until the next video starts by itself; null when none will. */
  secondsLeft: number | null;
  /** The text about a change, shown briefly over the picture. */
  message: string | null;
  isAudioOnly: boolean;
  /** Whether the user wants theater mode where it is possible. */
  isTheaterWanted: boolean;
}

export interface PlayerSession {
  /** Returns the same object until something changes, as useSyncExternalStore requires. */
  read(): SessionSnapshot;
  subscribe(listener: () => void): () => void;
  readonly sleep: SleepTimer;

  /** Shows a video, or updates the data of the current one. A different id closes the current playback. */
  show(video: ShownVideo): void;
  /** Closes the playback if it is that of this video. */
  leave(videoId: string): void;
  setNeighbours(neighbours: QueueNeighbours): void;
  setReachable(isReachable: boolean): void;

  /** Whether the user wants the video to play, even while it is stalled. */
  isRunning(): boolean;
  positionSeconds(): number;
  request(sessionRequest: SessionRequest): void;
  /** Seeks and plays, except to a position outside the video. */
  playFrom(positionSeconds: number): void;
  /** Seeks from a notice, which is then hidden. */
  goTo(positionSeconds: number): void;
  /** Changes the speed while a finger presses the picture; null restores the previous speed. The channel's remembered speed stays. */
  holdSpeed(speed: number | null): void;
  startOver(): void;
  undoSkip(): void;
  retry(): void;
  saveSpeed(shouldSave: boolean): void;
  showSubtitles(index: number | null): void;
  setSubtitleStyle(style: SubtitleStyle): void;
  setMode(mode: ViewMode, isOn: boolean): void;
  playFollowing(): void;
  /** Stops the next video from starting by itself. */
  cancelCountdown(): void;
  notify(message: string): void;
  close(): void;
}

const noNeighbours: QueueNeighbours = { previous: null, next: null, following: null, skippedText: null };

export function createPlayerSession(ports: SessionPorts): PlayerSession {
  const { element, clock, page, modes } = ports;
  const listeners = new Set<() => void>();
  let playback: Playback | null = null;
  let queue = noNeighbours;
  let isReachable = true;
  let message: string | null = null;
  let cancelMessage: (() => void) | null = null;
  /** The speed to restore when the finger is lifted; null when no finger presses. */
  let speedBeforeHold: number | null = null;
  /** The track of this video that was shown last: toggling subtitles off and on shows it again. */
  let lastSubtitles: number | null = null;
  let lastChapter: number | null = null;
  /**
   * Whether the start of this video was reported. It is reported only once, because each report removes an entry from the queue, and the
   * video may have a second entry for later.
   */
  let isStartReported = false;
  let hasEnded = false;
  /**
   * The id of the next video whose details were requested again when the shown one ended. The next video is skipped if its file is missing
   * by now.
   */
  let refetchedId: string | null = null;

  const countdown = createCountdown({ clock, page, onChange: publish, onDone: () => canFollow() && playFollowing() });
  const fade = createFade(element);
  const sleep = createSleepTimer({
    clock,
    scaleVolume: fade.scaleVolume,
    onSleep() {
      countdown.stop();
      playback?.request({ kind: 'pause' });
    },
  });
  let snapshot = makeSnapshot();

  function makeSnapshot(): SessionSnapshot {
    return {
      playback: playback?.read() ?? null,
      queue,
      secondsLeft: countdown.secondsLeft(),
      message,
      isAudioOnly: modes.has('audio-only'),
      isTheaterWanted: modes.has('theater'),
    };
  }
  function publish(): void {
    snapshot = makeSnapshot();
    for (const listener of [...listeners]) listener();
  }

  /** Called when the playback changes or is replaced. */
  function onPlaybackChange(): void {
    const playbackSnapshot = playback?.read() ?? null;
    if (playbackSnapshot && playbackSnapshot.chapterIndex !== lastChapter) ports.onChapter((lastChapter = playbackSnapshot.chapterIndex));
    const hadEnded = hasEnded;
    const failure = playbackSnapshot?.state.name === 'failed' ? playbackSnapshot.state.reason : null;
    // A video that should have started but cannot be played also leaves the queue, because otherwise it would be next again.
    const isImpossible = playbackSnapshot?.video.shouldPlayAtOnce === true && (failure === 'unplayable' || failure === 'missing' || failure === 'damaged');
    hasEnded = playbackSnapshot?.state.name === 'ended';
    if (playbackSnapshot && (playbackSnapshot.hasStarted || isImpossible) && !isStartReported) {
      isStartReported = true;
      ports.queue.started(playbackSnapshot.video);
    }
    if (!hasEnded) {
      refetchedId = null;
      countdown.stop();
    }
    refetchNext();
    publish();
    if (hasEnded && !hadEnded && !sleep.handleVideoEnd() && canFollow()) countdown.start();
  }
  function canFollow(): boolean {
    return queue.following?.isAway === false;
  }
  function refetchNext(): void {
    const nextId = queue.following?.videoId;
    if (!hasEnded || nextId === undefined || nextId === refetchedId) return;
    refetchedId = nextId;
    ports.refetch(nextId);
  }

  function closePlayback(): void {
    playback?.close();
    playback = null;
    queue = noNeighbours;
    lastChapter = lastSubtitles = null;
    speedBeforeHold = null;
    isStartReported = false;
  }

  function notify(text: string): void {
    cancelMessage?.();
    cancelMessage = clock.after(messageMs, () => {
      message = null;
      publish();
    });
    message = text;
    publish();
  }
  function playFollowing(): void {
    if (queue.following) ports.queue.play(queue.following);
  }
  function offerNeighbours(): void {
    const { previous, next, following } = queue;
    playback?.setNeighbours({
      previous: previous && (() => ports.queue.open(previous.to)),
      next: following ? playFollowing : next && (() => ports.queue.open(next.to)),
    });
  }
  function playFrom(positionSeconds: number): void {
    const durationSeconds = playback?.read().durationSeconds ?? 0;
    // The `t` of a link may lie outside the video, which would then end at once. The archive's own duration is rounded.
    if (positionSeconds < 0 || (durationSeconds > 0 && positionSeconds > Math.ceil(durationSeconds))) return;
    playback?.request({ kind: 'seek-to', positionSeconds });
    playback?.request({ kind: 'play' });
  }
  function goTo(positionSeconds: number): void {
    playback?.endResumeNotice();
    playFrom(positionSeconds);
  }
  function chooseSpeed(speed: number): void {
    notify(playerTexts.speedShown(speed));
    playback?.chooseSpeed(speed);
  }
  function showSubtitles(index: number | null): void {
    const { subtitles } = playback?.read() ?? { subtitles: [] };
    if (subtitles.length === 0) return;
    lastSubtitles = index ?? playback?.read().shownSubtitles ?? lastSubtitles;
    playback?.showSubtitles(index);
    const track = index === null ? null : subtitles[index];
    notify(track ? playerTexts.subtitlesOn(track.name) : playerTexts.noSubtitles);
  }

  return {
    read: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sleep,
    show(video) {
      if (playback?.read().video.videoId === video.videoId) {
        lastChapter = null; // the host forgets the chapter when the same video is shown again
        return playback.update(video);
      }
      closePlayback();
      playback = createPlayback(video, {
        ...ports,
        isAudioOnly: () => modes.has('audio-only'),
        isReachable: () => isReachable,
        isFading: fade.isOn,
        onChange: onPlaybackChange,
      });
      onPlaybackChange();
    },
    leave(videoId) {
      if (playback?.read().video.videoId !== videoId) return;
      closePlayback();
      onPlaybackChange();
    },
    setNeighbours(neighbours) {
      queue = neighbours;
      offerNeighbours();
      refetchNext();
      publish();
    },
    setReachable(next) {
      isReachable = next;
      playback?.setReachable(next);
    },
    isRunning: () => playback !== null && wantsToPlay(playback.read().state),
    positionSeconds: () => playback?.read().positionSeconds ?? 0,
    request(sessionRequest) {
      switch (sessionRequest.kind) {
        case 'change-speed':
          // The speed is read from the element, because a second press may come before the first is drawn.
          return chooseSpeed(speedAfter(element.playbackRate, sessionRequest.steps));
        case 'set-speed':
          return chooseSpeed(sessionRequest.speed);
        case 'toggle-subtitles': {
          const { shownSubtitles, subtitles } = playback?.read() ?? { shownSubtitles: null, subtitles: [] };
          return showSubtitles(shownSubtitles === null ? (lastSubtitles ?? preferredTrackIndex(subtitles, ports.languages())) : null);
        }
        default:
          return playback?.request(sessionRequest);
      }
    },
    playFrom,
    goTo,
    holdSpeed(speed) {
      const nextSpeed = speed ?? speedBeforeHold;
      speedBeforeHold = speed === null ? null : element.playbackRate;
      if (nextSpeed !== null) playback?.request({ kind: 'set-speed', speed: nextSpeed });
    },
    startOver() {
      const video = playback?.read().video;
      if (!video) return;
      goTo(0);
      ports.positions.startOver(video);
    },
    undoSkip: () => playback?.undoSkip(),
    retry() {
      // If reading the video's data failed, the reads are retried. If the player itself failed, it retries from the same position.
      if (playback?.read().video.failure) ports.retryReads();
      else playback?.retry();
    },
    saveSpeed: (shouldSave) => playback?.saveSpeed(shouldSave),
    showSubtitles,
    setSubtitleStyle: (style) => playback?.setSubtitleStyle(style),
    setMode(mode, isOn) {
      modes.set(mode, isOn);
      publish();
    },
    playFollowing,
    cancelCountdown: countdown.stop,
    notify,
    close() {
      closePlayback();
      countdown.stop();
      sleep.choose(null);
      cancelMessage?.();
      publish();
    },
  };
}
