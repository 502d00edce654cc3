// The player from its first video until it is closed, outside of React: what plays (a playback for each video), what follows it, what this
// device and this tab remember, the sleep timer, the message in the middle. Made once by the host above the routes
// (src/app/player-host), which tells it what the mirror knows and keeps what it reports; read by the controls through use-session.ts.
import { playerTexts } from '../texts/player.ts';
import { createCountdown } from './countdown.ts';
import type { PlayerPreferences, SubtitleSize } from './player-preferences.ts';
import { createPlayback, type Playback, type PlaybackPorts, type PlaybackSnapshot } from './playback.ts';
import { wantsToPlay } from './player-state.ts';
import type { QueuePlace, QueuePort } from './queue-place.ts';
import type { SessionRequest } from './shortcuts.ts';
import type { ShownVideo } from './shown-video.ts';
import { createFade, createSleepClock, type SleepClock } from './sleep-timer.ts';
import { speedAfter } from './speeds.ts';
import { preferredTrack } from './subtitle-choice.ts';
import type { ViewMode, ViewModes } from './view-modes.ts';

/** SPEC §9. */
const messageMs = 500;

export interface SessionPorts extends Omit<PlaybackPorts, 'isAudioOnly' | 'isReachable' | 'isFading' | 'onChange'> {
  preferences: PlayerPreferences;
  modes: ViewModes;
  queue: QueuePort;
  /** Of the reader, as the browser has them: the first first. */
  languages(): readonly string[];
  /** Index into the chapters of what is shown, -1 for none. */
  onChapter(index: number): void;
  /** Reads again what could not be read. */
  retryReads(): void;
}

export interface SessionSnapshot {
  /** Null while nothing is known to show. */
  playback: PlaybackSnapshot | null;
  queue: QueuePlace;
  /** Until what follows is gone to by itself; null when it is not. */
  secondsLeft: number | null;
  /** What just changed, for a moment. */
  message: string | null;
  isAudioOnly: boolean;
  /** The person wants it, where it can be. */
  isTheaterWanted: boolean;
}

export interface PlayerSession {
  /** The same value until something changes, as useSyncExternalStore wants it. */
  read(): SessionSnapshot;
  subscribe(listener: () => void): () => void;
  readonly sleep: SleepClock;

  /** What the host knows. Another id is another video: the one before is closed. */
  show(video: ShownVideo): void;
  /** This video is shown no more. */
  leave(videoId: string): void;
  setQueuePlace(place: QueuePlace): void;
  setReachable(isReachable: boolean): void;

  /** Whether the person wants it to run, whatever it does at the moment. */
  isRunning(): boolean;
  positionSeconds(): number;
  request(wish: SessionRequest): void;
  /** Goes there and plays. */
  playFrom(positionSeconds: number): void;
  /** So from a notice, which goes. */
  goTo(positionSeconds: number): void;
  /** While a finger holds; null: as fast as before. Not remembered. */
  holdSpeed(speed: number | null): void;
  startOver(): void;
  undoSkip(): void;
  retry(): void;
  keepSpeed(isToKeep: boolean): void;
  showSubtitles(index: number | null): void;
  setSubtitleSize(size: SubtitleSize): void;
  setMode(mode: ViewMode, isOn: boolean): void;
  playFollowing(): void;
  /** What follows is not gone to by itself. */
  cancelCountdown(): void;
  say(message: string): void;
  close(): void;
}

const nothingAround: QueuePlace = { previous: null, next: null, following: null, passedOver: null };

export function createPlayerSession(ports: SessionPorts): PlayerSession {
  const { element, clock, page, modes } = ports;
  const listeners = new Set<() => void>();
  let playback: Playback | null = null;
  let queue = nothingAround;
  let isReachable = true;
  let message: string | null = null;
  let cancelMessage: (() => void) | null = null;
  /** Of this video, while a finger holds. */
  let speedBefore: number | null = null;
  let toldChapter: number | null = null;
  let hasStarted = false;
  let hasEnded = false;
  /** What follows may be missing by now: asked once for each, while the seconds are counted, so that it is passed over. */
  let lookedAt: string | null = null;

  const countdown = createCountdown({ clock, page, onChange: publish, onDone: playFollowing });
  const fade = createFade(element);
  const sleep = createSleepClock({ clock, onLoudness: fade.setLoudness, onSleep: () => playback?.request({ kind: 'pause' }) });
  let snapshot = take();

  function take(): SessionSnapshot {
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
    snapshot = take();
    for (const listener of [...listeners]) listener();
  }

  /** The playback tells of something, or it is another one. */
  function follow(): void {
    const now = playback?.read() ?? null;
    if (now && now.chapterIndex !== toldChapter) ports.onChapter((toldChapter = now.chapterIndex));
    const [didStart, didEnd] = [hasStarted, hasEnded];
    hasStarted = now?.hasStarted ?? false;
    hasEnded = now?.state.name === 'ended';
    if (now && hasStarted && !didStart) ports.queue.started(now.video);
    if (!hasEnded) {
      lookedAt = null;
      countdown.stop();
    }
    lookAhead();
    publish();
    if (hasEnded && !didEnd && !sleep.isOver() && queue.following?.isAway === false) countdown.start();
  }
  function lookAhead(): void {
    const next = queue.following?.videoId;
    if (!hasEnded || next === undefined || next === lookedAt) return;
    lookedAt = next;
    ports.askAgain(next);
  }

  function end(): void {
    playback?.close();
    playback = null;
    queue = nothingAround;
    toldChapter = null;
    speedBefore = null;
  }

  function say(next: string): void {
    cancelMessage?.();
    cancelMessage = clock.after(messageMs, () => {
      message = null;
      publish();
    });
    message = next;
    publish();
  }
  function playFollowing(): void {
    if (queue.following) ports.queue.play(queue.following);
  }
  function offerNeighbours(): void {
    const { previous, next, following } = queue;
    playback?.offer({
      previous: previous && (() => ports.queue.open(previous.to)),
      next: following ? playFollowing : next && (() => ports.queue.open(next.to)),
    });
  }
  function playFrom(positionSeconds: number): void {
    playback?.request({ kind: 'seek-to', positionSeconds });
    playback?.request({ kind: 'play' });
  }
  function goTo(positionSeconds: number): void {
    playback?.endResumeNotice();
    playFrom(positionSeconds);
  }
  function chooseSpeed(speed: number): void {
    say(playerTexts.speedShown(speed));
    playback?.chooseSpeed(speed);
  }
  function showSubtitles(index: number | null): void {
    const { subtitles } = playback?.read() ?? { subtitles: [] };
    if (subtitles.length === 0) return;
    playback?.showSubtitles(index);
    const track = index === null ? null : subtitles[index];
    say(track ? playerTexts.subtitlesOn(track.name) : playerTexts.noSubtitles);
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
        toldChapter = null; // the stage forgets it when the same video is shown anew
        return playback.tell(video);
      }
      end();
      playback = createPlayback(video, {
        ...ports,
        isAudioOnly: () => modes.has('audio-only'),
        isReachable: () => isReachable,
        isFading: fade.isOn,
        onChange: follow,
      });
      follow();
    },
    leave(videoId) {
      if (playback?.read().video.videoId !== videoId) return;
      end();
      follow();
    },
    setQueuePlace(place) {
      queue = place;
      offerNeighbours();
      lookAhead();
      publish();
    },
    setReachable(next) {
      isReachable = next;
      playback?.setReachable(next);
    },
    isRunning: () => playback !== null && wantsToPlay(playback.read().state),
    positionSeconds: () => playback?.read().positionSeconds ?? 0,
    request(wish) {
      switch (wish.kind) {
        case 'change-speed':
          // Of the element itself: a second press comes before the first one is drawn.
          return chooseSpeed(speedAfter(element.playbackRate, wish.steps));
        case 'set-speed':
          return chooseSpeed(wish.speed);
        case 'toggle-subtitles': {
          const { shownSubtitles, subtitles } = playback?.read() ?? { shownSubtitles: null, subtitles: [] };
          return showSubtitles(shownSubtitles === null ? preferredTrack(subtitles, ports.languages()) : null);
        }
        default:
          return playback?.request(wish);
      }
    },
    playFrom,
    goTo,
    holdSpeed(speed) {
      const next = speed ?? speedBefore;
      speedBefore = speed === null ? null : element.playbackRate;
      if (next !== null) playback?.request({ kind: 'set-speed', speed: next });
    },
    startOver() {
      const video = playback?.read().video;
      if (!video) return;
      goTo(0);
      ports.places.startOver(video);
    },
    undoSkip: () => playback?.undoSkip(),
    retry() {
      // What could not be read is read again; the player's own failures are tried again from the same place.
      if (playback?.read().video.failure) ports.retryReads();
      else playback?.retry();
    },
    keepSpeed: (isToKeep) => playback?.keepSpeed(isToKeep),
    showSubtitles,
    setSubtitleSize: (size) => playback?.setSubtitleSize(size),
    setMode(mode, isOn) {
      modes.set(mode, isOn);
      publish();
    },
    playFollowing,
    cancelCountdown: countdown.stop,
    say,
    close() {
      end();
      countdown.stop();
      sleep.choose(null);
      cancelMessage?.();
      publish();
    },
  };
}
