// Plays one video for as long as it is shown: the engine, and everything that belongs to this video alone (file, resume position,
// subtitles, speed, segments, reports, media session). Created by the session for each video. Independent of React and of the mirror.
// Nothing here survives a reload; positions are reported through `positions`.
import type { Clock } from '../lib/clock.ts';
import { keepPlayingInBackground } from './background-listening.ts';
import { chapterAt } from './chapters.ts';
import { addressesOf, type Attach } from './media-attachment.ts';
import { createSystemControls, type MediaNeighbours } from './media-session.ts';
import { createMissingWatch } from './missing-watch.ts';
import type { PagePort } from './page-port.ts';
import { findUndecodable, type Decoder } from '../lib/playability.ts';
import { createPlayerEngine, type PlayerSnapshot } from './player-engine.ts';
import { wantsToPlay } from './player-state.ts';
import type { PlayerPreferences, SubtitleStyle } from './player-preferences.ts';
import type { ProgressReport } from './progress-reporter.ts';
import { createSegmentSkipper } from './segment-skipper.ts';
import type { EngineRequest } from './shortcuts.ts';
import type { Media, ShownVideo, SubtitleFile } from './shown-video.ts';
import type { SkipSegment } from './skip-segments.ts';
import type { SourceCheck } from './source-check.ts';
import { secondsFromAddress, startPosition, type StartPosition } from './start-position.ts';
import { initialTrackIndex } from './subtitle-choice.ts';

/** How long "Continued at" is shown (docs/look-and-feel.md, Hit areas and keys). */
const resumeNoticeMs = 6000;
/** From SPEC §9. */
const normalSpeed = 1;
const noSubtitles: readonly SubtitleFile[] = [];

export interface PlaybackPorts {
  element: HTMLVideoElement;
  clock: Clock;
  page: PagePort;
  attach: Attach;
  /** Asks the server about the file, to find out why it does not play. */
  checkSource(url: string): Promise<SourceCheck>;
  decoder: Decoder;
  preferences: PlayerPreferences;
  /** Undefined where the browser has none. */
  mediaSession: MediaSession | undefined;
  positions: PositionsPort;
  /** Requests the video's details from the archive again. */
  refetch(videoId: string): void;
  isAudioOnly(): boolean;
  isReachable(): boolean;
  /** Whether the sleep timer is fading the sound out. The element's volume is then not the user's setting. */
  isFading(): boolean;
  onChange(): void;
}

/** The positions that this device stores. */
export interface PositionsPort {
  /** Where to resume, in seconds; null for the beginning. */
  saved(video: ShownVideo): number | null;
  report(video: ShownVideo, report: ProgressReport): void;
  startOver(video: ShownVideo): void;
}

export interface PlaybackSnapshot extends PlayerSnapshot {
  video: ShownVideo;
  /** Whether the file to play is known. */
  isReady: boolean;
  /** False for audio files. */
  hasPicture: boolean;
  /** Whether the file is missing in the archive, and is not opened until it is back. A video that already plays continues while it can. */
  isMissing: boolean;
  subtitles: readonly SubtitleFile[];
  /** Index of the shown track, or null for off. */
  shownSubtitles: number | null;
  subtitleStyle: SubtitleStyle;
  /** Whether the chosen speed is remembered for the channel. */
  isSpeedSaved: boolean;
  /** The resumed position, while the notice about it is shown. */
  resumedSeconds: number | null;
  /** The segment just skipped, while that can be undone. */
  skipped: SkipSegment | null;
  /** The codec that this device lacks, once that is known. */
  undecodableCodec: string | null;
  /** Index into the chapters; -1 for none. */
  chapterIndex: number;
}

export interface Playback {
  read(): PlaybackSnapshot;
  /** Updates the data of the same video. */
  update(video: ShownVideo): void;
  request(request: EngineRequest): void;
  /** Sets a speed chosen by the user. The speed while a finger presses (2×) is set by a request instead. */
  chooseSpeed(speed: number): void;
  saveSpeed(shouldSave: boolean): void;
  /** The choice is remembered for the next video. */
  showSubtitles(index: number | null): void;
  setSubtitleStyle(style: SubtitleStyle): void;
  undoSkip(): void;
  endResumeNotice(): void;
  retry(): void;
  setReachable(isReachable: boolean): void;
  /** Sets the targets of the system's previous and next keys. */
  setNeighbours(neighbours: MediaNeighbours): void;
  close(): void;
}

export function createPlayback(initialVideo: ShownVideo, ports: PlaybackPorts): Playback {
  const { element, clock, page, preferences, positions } = ports;
  const savedLanguage = preferences.subtitleLanguage();
  let video = initialVideo;
  let openedMedia: Media | null = null;
  let isMissing = false;
  /** Whether the file was ever missing. The video must not start by itself when its file is back, perhaps hours later. */
  let wasMissing = false;
  let wasNotFound = false;
  /** The position in a file that is gone or replaced, and the saved position at that moment. */
  let lastPosition: { positionSeconds: number; savedSeconds: number | null } | null = null;
  /** Whether the video was opened at the address's `t`, and the user has requested nothing since. */
  let isAtLinkedTime = false;
  let chosenSubtitles: { index: number | null } | null = null;
  let subtitleStyle = preferences.subtitleStyle();
  let isSpeedSaved = preferences.channelSpeed(initialVideo.channel.channelId) !== null;
  let resumedSeconds: number | null = null;
  let cancelNoticeTimer: (() => void) | null = null;
  let undecodableCodec: string | null = null;
  let isClosed = false;

  if (!ports.isFading()) element.volume = preferences.volume();
  element.muted = preferences.isMuted();
  const engine = createPlayerEngine({
    element,
    clock,
    attach: ports.attach,
    checkSource: ports.checkSource,
    report: (report) => positions.report(video, report),
  });
  const skipper = createSegmentSkipper({
    element,
    clock,
    seekTo: (positionSeconds) => engine.request({ kind: 'seek-to', positionSeconds }),
    onChange: publish,
  });
  const systemControls = createSystemControls(engine, ports.mediaSession);
  const missingWatch = createMissingWatch({ clock, page, ask: () => ports.refetch(video.videoId) });
  let snapshot = makeSnapshot();
  const saveVolume = () => preferences.setVolume(ports.isFading() ? preferences.volume() : element.volume, element.muted);
  element.addEventListener('volumechange', saveVolume);
  const cleanups = [
    page.onLeaving(engine.leaving),
    keepPlayingInBackground({ engine, element, clock, page, isSoundOnly: () => !snapshot.hasPicture || ports.isAudioOnly() }),
    engine.subscribe(updateAll),
    () => element.removeEventListener('volumechange', saveVolume),
  ];

  function makeSnapshot(): PlaybackSnapshot {
    const player = engine.read();
    const subtitles = openedMedia?.subtitles ?? noSubtitles;
    return {
      ...player,
      durationSeconds: player.durationSeconds || video.durationSeconds,
      video,
      isReady: openedMedia !== null,
      hasPicture: openedMedia === null || openedMedia.streams.length === 0 || openedMedia.streams.some(isPicture),
      isMissing,
      subtitles,
      shownSubtitles: chosenSubtitles ? chosenSubtitles.index : initialTrackIndex(subtitles, savedLanguage),
      subtitleStyle,
      isSpeedSaved,
      resumedSeconds,
      skipped: skipper.skipped(),
      undecodableCodec,
      chapterIndex: chapterAt(video.chapters, player.positionSeconds),
    };
  }
  function publish(): void {
    snapshot = makeSnapshot();
    ports.onChange();
  }

  /** Called when the engine's state or the video's details change. */
  function updateAll(): void {
    checkFile();
    updateNoticeTimer();
    systemControls.update({ title: video.title, artist: video.channel.name, posterUrl: video.posterUrl });
    publish();
  }

  function checkFile(): void {
    const { state, hasStarted } = engine.read();
    const isNotFound = state.name === 'failed' && state.reason === 'missing';
    // The details may be older than the file's disappearance.
    if (isNotFound && !wasNotFound) ports.refetch(video.videoId);
    wasNotFound = isNotFound;
    isMissing = video.missing !== null && (!hasStarted || state.name === 'failed');
    missingWatch.setMissing(isMissing);
    if (isMissing) {
      wasMissing = true;
      recordPosition();
      openedMedia = null;
      return;
    }
    // An address that is already open is not opened again, because that would seek to the position that was saved while watching.
    if (video.media !== null && video.media.url !== openedMedia?.url) open(video.media);
  }
  function recordPosition(): void {
    if (openedMedia === null) return;
    const { state, positionSeconds } = engine.read();
    lastPosition = { positionSeconds: state.name === 'failed' ? state.positionSeconds : positionSeconds, savedSeconds: positions.saved(video) };
  }
  /**
   * The address's `t` is used once. A position that was saved since the file went away, here or on another device, takes precedence over
   * `lastPosition`.
   */
  function resumePosition(): StartPosition {
    const savedSeconds = positions.saved(video);
    if (lastPosition === null) return startPosition(video.t, savedSeconds, video.durationSeconds);
    return startPosition(null, savedSeconds === lastPosition.savedSeconds ? lastPosition.positionSeconds : savedSeconds, video.durationSeconds);
  }
  function open(media: Media): void {
    // A new source of the same video plays or pauses as the previous one did.
    const shouldPlay = openedMedia === null ? video.shouldPlayAtOnce && !wasMissing : wantsToPlay(engine.read().state);
    recordPosition();
    openedMedia = media;
    undecodableCodec = null;
    const { positionSeconds, isFromAddress } = resumePosition();
    isAtLinkedTime ||= isFromAddress;
    // A video that was watched on another device starts over, and the position of this device is offered.
    if (!isFromAddress && (positionSeconds > 0 || video.alternativeSeconds !== null)) resumedSeconds = positionSeconds;
    engine.open({
      ...addressesOf(media),
      positionSeconds,
      shouldPlay,
      isPartial: media.isPartlyFromDevice,
      hasPicture: media.streams.some(isPicture),
    });
    // The codecs are checked while the file loads, because it can nearly always be decoded.
    void findUndecodable(media.streams, ports.decoder).then((stream) => {
      if (isClosed || openedMedia !== media || !stream) return;
      undecodableCodec = stream.codec;
      engine.fail('unplayable');
    });
  }

  /** Follows a link to a moment of the open video. After Back, which is not a tap on a link, the video keeps its position. */
  function seekToLinkedTime(): void {
    const positionSeconds = secondsFromAddress(video.t, snapshot.durationSeconds);
    if (positionSeconds === null || !video.shouldPlayAtOnce) return;
    lastPosition = null;
    if (openedMedia === null) return;
    endResumeNotice();
    engine.request({ kind: 'seek-to', positionSeconds });
    engine.request({ kind: 'play' });
  }

  /** Starts the notice's timer once the video is playing or paused, because loading may take a long time. */
  function updateNoticeTimer(): void {
    const { name } = engine.read().state;
    const isDue = resumedSeconds !== null && (name === 'playing' || name === 'paused');
    if (isDue) cancelNoticeTimer ??= clock.after(resumeNoticeMs, endResumeNotice);
    else {
      cancelNoticeTimer?.();
      cancelNoticeTimer = null;
    }
  }
  function endResumeNotice(): void {
    if (resumedSeconds === null) return;
    resumedSeconds = null;
    updateNoticeTimer();
    publish();
  }

  function applyChannelSpeed(): void {
    // The element is reused, and still has the speed of the previous video.
    engine.request({ kind: 'set-speed', speed: preferences.channelSpeed(video.channel.channelId) ?? normalSpeed });
  }

  applyChannelSpeed();
  engine.setReachable(ports.isReachable());
  skipper.setSegments(video.segments);
  updateAll();

  return {
    read: () => snapshot,
    update(next) {
      const previousVideo = video;
      video = next;
      if (next.channel.channelId !== previousVideo.channel.channelId) applyChannelSpeed();
      if (next.segments !== previousVideo.segments) skipper.setSegments(next.segments);
      // After a start, the system's keys may have paused the video, which is no request here.
      if (next.savedSeconds !== previousVideo.savedSeconds && (!isAtLinkedTime || engine.read().hasStarted)) engine.setSavedPosition(next.savedSeconds);
      if (next.t !== previousVideo.t) seekToLinkedTime();
      updateAll();
    },
    request(engineRequest) {
      isAtLinkedTime = false;
      engine.request(engineRequest);
    },
    chooseSpeed(speed) {
      engine.request({ kind: 'set-speed', speed });
      if (isSpeedSaved) preferences.setChannelSpeed(video.channel.channelId, speed);
    },
    saveSpeed(shouldSave) {
      isSpeedSaved = shouldSave;
      preferences.setChannelSpeed(video.channel.channelId, shouldSave ? engine.read().speed : null);
      publish();
    },
    showSubtitles(index) {
      chosenSubtitles = { index };
      preferences.setSubtitleLanguage(index === null ? null : (snapshot.subtitles[index]?.lang ?? null));
      publish();
    },
    setSubtitleStyle(style) {
      subtitleStyle = style;
      preferences.setSubtitleStyle(style);
      publish();
    },
    undoSkip() {
      const hasEnded = engine.read().state.name === 'ended';
      skipper.undo();
      if (hasEnded) engine.request({ kind: 'play' });
    },
    endResumeNotice,
    retry: () => engine.retry(),
    setReachable: engine.setReachable,
    setNeighbours: systemControls.setNeighbours,
    close() {
      isClosed = true;
      missingWatch.close();
      cancelNoticeTimer?.();
      systemControls.close();
      skipper.close();
      engine.close();
      for (const stop of cleanups) stop();
    },
  };
}

const isPicture = (stream: { type: string }): boolean => stream.type === 'video';
