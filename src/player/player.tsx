// The player: our own controls over the browser's <video>. Used by the video screen; takes props and callbacks, knows
// nothing of the mirror. Mount it with the video's id as key: another video is another player.
import { useCallback, useDeferredValue, useEffect, useImperativeHandle, useRef, useState, type HTMLAttributes, type MouseEvent, type Ref } from 'react';
import { useNavigate } from 'react-router-dom';
import { playerTexts } from '../texts/player.ts';
import { classNames } from '../ui/class-names.ts';
import type { AroundPlayer } from './around.ts';
import { chapterAt, type Chapter } from './chapters.ts';
import type { MenuName } from './controls-menu.tsx';
import { Controls, type Neighbour } from './controls.tsx';
import { HelpDialog } from './help-dialog.tsx';
import { KeptVideo } from './kept-video.tsx';
import { EndNotice, FailureNotice, MissingNotice, ReconnectingNotice, ResumeNotice, SkippedNotice, type MissingFile } from './notices.tsx';
import { addressesOf } from './media-choice.ts';
import type { StreamFacts } from './playability.ts';
import type { PlayerSnapshot } from './player-engine.ts';
import { wantsToPlay, type FailureReason } from './player-state.ts';
import { Poster } from './poster.tsx';
import type { ProgressReport } from './progress-reporter.ts';
import type { PlayerRequest } from './shortcuts.ts';
import type { SkipSegment } from './skip-segments.ts';
import { speedAfter } from './speeds.ts';
import type { StartPlace } from './start-place.ts';
import { useBackgroundListening } from './use-background-listening.ts';
import { useControlsShown } from './use-controls-shown.ts';
import { heldSpeed, useFingers } from './use-fingers.ts';
import { useFrozenFrame } from './use-frozen-frame.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { useKeptSound, useKeptSpeed } from './use-kept-choices.ts';
import { useMediaSession } from './use-media-session.ts';
import { usePictureInPicture } from './use-picture-in-picture.ts';
import { noEngine, usePlayer } from './use-player.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useResume } from './use-resume.ts';
import { useRemotePlayback } from './use-remote-playback.ts';
import { useSkipper } from './use-skipper.ts';
import { preferredTrack, useSubtitles } from './use-subtitles.ts';
import { useTheater } from './use-theater.ts';
import { useUndecodable } from './use-undecodable.ts';
import { useViewMode } from './view-modes.ts';
import { useTransientMessage } from './use-transient-message.ts';
import styles from './player.module.css';

const none: readonly SkipSegment[] = [];
const noSubtitles: readonly SubtitleFile[] = [];

export interface SubtitleFile {
  name: string;
  lang: string;
  source: 'user' | 'auto' | 'file';
  url: string;
}

export interface PlayerFile {
  /** The media itself: a file, or an .m3u8. */
  url: string;
  /** The same media as segments, made on demand; null where the archive makes none. */
  hlsUrl?: string | null;
  streams: readonly StreamFacts[];
  subtitles: readonly SubtitleFile[];
  start: StartPlace;
}

export interface PlayerHandle {
  /** For times in texts: goes there and plays. */
  playFrom(positionSeconds: number): void;
  request(wish: PlayerRequest): void;
  /** Whether the person wants it to run, whatever it does at the moment. */
  isRunning(): boolean;
  /** For useSyncExternalStore, with `subscribe`. */
  read(): PlayerSnapshot;
  subscribe(listener: () => void): () => void;
}

export interface PlayerProps {
  ref?: Ref<PlayerHandle>;
  /** The element that plays, kept from one video to the next (kept-video.tsx). */
  element: HTMLVideoElement;
  onElementLeft: () => void;
  /** The picture alone, without controls and keys: whoever shows it small has a few of its own. */
  isMini?: boolean;
  title: string;
  posterUrl: string | null;
  /** As the archive knows it: shown until the file tells. */
  durationSeconds: number;
  /** Null until it is known what to play. */
  file: PlayerFile | null;
  /** Why it will not be known: drawn over the poster. */
  failure: FailureReason | null;
  /** Drawn in place of the controls; `file` is null meanwhile. */
  missing?: MissingFile | null;
  isToPlayAtOnce: boolean;
  /** The saved position as it changes, also by other devices. */
  savedSeconds: number | null;
  /** A place that lost against the saved one; `isAlternativeHere`: this device's, and the saved one is another's. */
  alternativeSeconds: number | null;
  isAlternativeHere: boolean;
  chapters: readonly Chapter[];
  /** To be skipped; the same list keeps its identity. */
  segments?: readonly SkipSegment[];
  /** Parts that are on this device. */
  deviceParts?: readonly SkipSegment[];
  /** Null while it is not known. */
  channel?: { channelId: string; name: string } | null;
  /** Whether it stands in its own page: there it has the keys and may span the window. */
  isOnPage?: boolean;
  isReachable: boolean;
  previous: Neighbour | null;
  next: Neighbour | null;
  around: AroundPlayer;
  onBack: () => void;
  onReport: (report: ProgressReport) => void;
  onStartOver: () => void;
  /** For `failure`: after the player's own failures it tries again by itself. */
  onRetry: () => void;
  /** Index into `chapters`, -1 for none. */
  onChapter: (index: number) => void;
  /** Goes to the similar videos; null where there are none in view. */
  onSimilar?: (() => void) | null;
}

export function Player(props: PlayerProps) {
  const {
    title,
    posterUrl,
    file,
    chapters,
    onChapter,
    around,
    isMini = false,
    isOnPage = true,
    missing = null,
    segments = none,
    deviceParts = none,
    channel = null,
  } = props;
  const frame = useRef<HTMLElement>(null);
  const frozen = useRef<HTMLCanvasElement>(null);
  const [openMenu, setOpenMenu] = useState<MenuName | null>(null);
  const [isHelpShown, setIsHelpShown] = useState(false);
  const message = useTransientMessage();
  const hasPicture = file === null || file.streams.length === 0 || file.streams.some((stream) => stream.type === 'video');

  const { engine, element, snapshot, videoRef } = usePlayer({
    source: file && {
      ...addressesOf(file),
      positionSeconds: file.start.positionSeconds,
      isToPlay: props.isToPlayAtOnce,
      hasPicture: file.streams.some((stream) => stream.type === 'video'),
    },
    savedSeconds: props.savedSeconds,
    isReachable: props.isReachable,
    onReport: props.onReport,
  });
  const { state, positionSeconds } = snapshot;
  const closeHelp = useCallback(() => setIsHelpShown(false), []);
  const durationSeconds = snapshot.durationSeconds || props.durationSeconds;
  const subtitleFiles = file?.subtitles ?? noSubtitles;
  const subtitles = useSubtitles(element, subtitleFiles);
  const keptSpeed = useKeptSpeed(engine, channel?.channelId ?? null);
  const skipping = useSkipper(engine, element, segments);
  const fullscreen = useFullscreen(frame, element, message.show);
  const pictureInPicture = usePictureInPicture(element);
  const otherScreen = useRemotePlayback(element);
  const theater = useTheater(isOnPage && !isMini);
  const [isAudioOnly, setIsAudioOnly] = useViewMode('audio-only');
  const [isFilling, setIsFilling] = useState(false);
  const [resumed, endResume] = useResume(engine, file, state);
  const undecodableCodec = useUndecodable(engine, element, file);
  const isRunning = wantsToPlay(state);
  const shown = useControlsShown(!isRunning || openMenu !== null || resumed !== null);
  const failure = props.failure ?? (state.name === 'failed' ? state.reason : null);
  const isPictureOff = !hasPicture || isAudioOnly;
  useKeptSound(element);
  useFrozenFrame(engine, element, frozen);
  useBackgroundListening(engine, element, isPictureOff);
  // The picture is there at once; its controls come a moment behind a page that just opened, and go with it.
  const isWithControls = useDeferredValue(!isMini, false) && !isMini;
  const { previous, next } = props;
  const navigate = useNavigate();
  useMediaSession(
    engine,
    snapshot.hasStarted,
    { title, artist: channel?.name ?? '', album: null, posterUrl },
    { previous: previous && (() => void navigate(previous.to)), next: around.following?.onGo ?? (next && (() => void navigate(next.to))) },
  );

  const chapter = chapterAt(chapters, positionSeconds);
  const tellChapter = useRef(onChapter);
  tellChapter.current = onChapter;
  useEffect(() => tellChapter.current(chapter), [chapter]);

  const latestRequest = useRef(request);
  latestRequest.current = request;
  useImperativeHandle(
    props.ref,
    () => ({
      playFrom(seconds) {
        engine?.request({ kind: 'seek-to', positionSeconds: seconds });
        engine?.request({ kind: 'play' });
      },
      request: (wish) => void latestRequest.current(wish),
      isRunning: () => engine !== null && wantsToPlay(engine.read().state),
      read: engine?.read ?? noEngine.read,
      subscribe: engine?.subscribe ?? noEngine.subscribe,
    }),
    [engine],
  );

  /** False: there was nothing to do about it here. */
  function request(wish: PlayerRequest): boolean {
    switch (wish.kind) {
      case 'toggle-fullscreen':
        fullscreen.toggle();
        return true;
      case 'toggle-subtitles':
        showSubtitles(subtitles.shownIndex === null ? preferredTrack(subtitleFiles, navigator.languages) : null);
        return true;
      case 'toggle-theater':
        theater?.set(!theater.isOn);
        return theater !== null;
      case 'show-help':
        setIsHelpShown(!isHelpShown);
        return true;
      case 'leave':
        if (isHelpShown) setIsHelpShown(false);
        else if (theater?.isOn) theater.set(false);
        else return false;
        return true;
      case 'change-speed':
        // Of the element itself: a second press comes before the first one is drawn.
        chooseSpeed(speedAfter(element?.playbackRate ?? snapshot.speed, wish.steps));
        return true;
      case 'set-speed':
        chooseSpeed(wish.speed);
        return true;
      default:
        engine?.request(wish);
        return true;
    }
  }

  function chooseSpeed(speed: number): void {
    message.show(playerTexts.speedShown(speed));
    engine?.request({ kind: 'set-speed', speed });
    keptSpeed.chosen(speed);
  }

  function showSubtitles(index: number | null): void {
    if (subtitleFiles.length === 0) return;
    subtitles.show(index);
    const track = index === null ? null : subtitleFiles[index];
    message.show(track ? playerTexts.subtitlesOn(track.name) : playerTexts.noSubtitles);
  }

  usePlayerKeys(!isMini && missing === null, (wish) => {
    // In a list the arrows turn its pages, unless somebody is in the player.
    if (wish.kind === 'seek-by' && !isOnPage && !frame.current?.contains(document.activeElement)) return false;
    // What a key changes and the hidden controls do not show is said.
    if (wish.kind === 'seek-by') message.show(playerTexts.sought(wish.seconds));
    if (wish.kind === 'toggle-muted') message.show(snapshot.isMuted ? playerTexts.volumeMessage(Math.round(snapshot.volume * 100)) : playerTexts.muted);
    return request(wish);
  });

  function goTo(seconds: number): void {
    endResume();
    engine?.request({ kind: 'seek-to', positionSeconds: seconds });
    engine?.request({ kind: 'play' });
  }
  function startOver(): void {
    goTo(0);
    props.onStartOver();
  }
  function undoSkip(): void {
    skipping.undo();
    if (state.name === 'ended') engine?.request({ kind: 'play' });
  }

  const fingers = useFingers({
    engine,
    onTap: shown.toggle,
    onSwipeUp: () => !fullscreen.isFullscreen && fullscreen.toggle(),
    onSwipeDown: () => (fullscreen.isFullscreen ? fullscreen.toggle() : props.onBack()),
    onPinch: (isOut) => fullscreen.isFullscreen && setIsFilling(isOut),
  });
  const picture: HTMLAttributes<HTMLElement> = {
    ...fingers.listeners,
    onClick: (event: MouseEvent) => void (isOfFinger(event) || request({ kind: 'toggle-play' })),
    // The two clicks before it play and pause, or the other way round.
    onDoubleClick: (event: MouseEvent) => void (isOfFinger(event) || request({ kind: 'toggle-fullscreen' })),
    onContextMenu: (event: MouseEvent) => isOfFinger(event) && event.preventDefault(), // a finger that holds is no right click
  };

  return (
    <section
      ref={frame}
      aria-label={playerTexts.player(title)}
      {...(isMini ? {} : { 'data-owns-keys': true })}
      className={classNames(
        styles['player'],
        !shown.isShown && failure === null && missing === null && !isHelpShown && state.name !== 'ended' && styles['bare'],
        fullscreen.isFullscreen && styles['is-full'],
        fullscreen.isFullscreen && isFilling && styles['is-filled'],
        theater?.isOn && styles['theater'],
        isTall(file) && styles['tall'],
        isMini && styles['mini'],
      )}
      onPointerMove={shown.onPointerMove}
      onPointerLeave={shown.onPointerLeave}
      onFocus={shown.onFocus}
      onBlur={shown.onBlur}
    >
      {/* The title stands below; a click on the picture has a button beside it. */}
      <KeptVideo
        element={props.element}
        videoRef={videoRef}
        onLeave={props.onElementLeft}
        className={styles['slot']}
        videoClass={styles['video']}
        words={subtitles.size}
        {...(isMini ? {} : picture)}
      >
        {subtitleFiles.map((track) => (
          <track key={track.url} kind="subtitles" src={track.url} srcLang={track.lang} label={track.name} />
        ))}
      </KeptVideo>
      <canvas ref={frozen} className={styles['video']} hidden={!snapshot.isPictureKept} aria-hidden="true" />
      {snapshot.hasStarted && !isPictureOff ? null : <Poster url={posterUrl} {...(isMini ? {} : picture)} />}
      {snapshot.hasStarted && isAudioOnly && !isMini ? <p className={styles['caption']}>{playerTexts.soundOnly}</p> : null}
      {!isWithControls ? null : missing !== null ? (
        <MissingNotice {...missing} following={around.following} next={next} onBack={props.onBack} />
      ) : failure === null ? (
        <>
          <Controls
            snapshot={snapshot}
            title={title}
            durationSeconds={durationSeconds}
            chapters={chapters}
            segments={segments}
            deviceParts={deviceParts}
            subtitles={subtitleFiles}
            subtitleChoice={subtitles}
            keptSpeed={keptSpeed}
            channelName={channel?.name ?? null}
            modes={{
              isFullscreen: fullscreen.isFullscreen,
              theater,
              pictureInPicture,
              otherScreen,
              audioOnly: { isOn: isAudioOnly, set: setIsAudioOnly },
              filling: fullscreen.isFullscreen ? { isOn: isFilling, set: setIsFilling } : null,
            }}
            around={around}
            isReady={file !== null}
            previous={previous}
            next={next}
            openMenu={openMenu}
            onOpenMenu={setOpenMenu}
            onShowSubtitles={showSubtitles}
            onRequest={request}
            onBack={props.onBack}
          />
          {resumed === null || props.savedSeconds === null || skipping.skipped !== null ? null : (
            <ResumeNotice
              positionSeconds={resumed}
              alternativeSeconds={props.alternativeSeconds}
              isAlternativeHere={props.isAlternativeHere}
              onStartOver={startOver}
              onGoTo={goTo}
            />
          )}
          {skipping.skipped === null ? null : <SkippedNotice onUndo={undoSkip} />}
          {state.name === 'reconnecting' ? <ReconnectingNotice /> : null}
          {state.name === 'ended' ? (
            <EndNotice
              following={around.following}
              passedOver={around.passedOver}
              next={next}
              onReplay={() => request({ kind: 'play' })}
              onSimilar={props.onSimilar ?? null}
            />
          ) : null}
          {isHelpShown ? <HelpDialog onClose={closeHelp} /> : null}
        </>
      ) : (
        <FailureNotice
          reason={failure}
          codec={failure === 'unplayable' ? undecodableCodec : null}
          onBack={props.onBack}
          onRetry={failure === 'unplayable' ? null : () => (props.failure === null ? engine?.retry() : props.onRetry())}
        />
      )}
      {fingers.bubble === null ? null : (
        <div role="status" className={classNames(styles['bubble'], fingers.bubble < 0 ? styles['is-left'] : styles['is-right'])}>
          {playerTexts.sought(fingers.bubble)}
        </div>
      )}
      <div role="status" className={classNames(styles['message'], message.text === null && !fingers.isHeld && styles['is-empty'])}>
        {message.text ?? (fingers.isHeld ? playerTexts.speedShown(heldSpeed) : null)}
      </div>
    </section>
  );
}

const isOfFinger = (event: MouseEvent): boolean => event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch';

/** Higher than wide, as shorts are. */
function isTall(file: PlayerFile | null): boolean {
  const stream = file?.streams.find(({ type }) => type === 'video');
  return (stream?.height ?? 0) > (stream?.width ?? 0);
}
