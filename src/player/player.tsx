// The player: our own controls over the browser's <video>. Used by the video screen; takes props and callbacks, knows
// nothing of the mirror. Mount it with the video's id as key: another video is another player.
import { useEffect, useImperativeHandle, useRef, useState, type MouseEvent, type Ref } from 'react';
import { playerTexts } from '../texts/player.ts';
import { classNames } from '../ui/class-names.ts';
import type { AroundPlayer } from './around.ts';
import { chapterAt, type Chapter } from './chapters.ts';
import { Controls, type Neighbour } from './controls.tsx';
import { FailureNotice, ReconnectingNotice, ResumeNotice } from './notices.tsx';
import { addressesOf } from './media-choice.ts';
import { browserDecoder, undecodable, type StreamFacts } from './playability.ts';
import type { PlayerSnapshot } from './player-engine.ts';
import { wantsToPlay, type FailureReason } from './player-state.ts';
import type { ProgressReport } from './progress-reporter.ts';
import type { PlayerRequest } from './shortcuts.ts';
import { speedAfter } from './speeds.ts';
import type { StartPlace } from './start-place.ts';
import { useControlsShown } from './use-controls-shown.ts';
import { useFrozenFrame } from './use-frozen-frame.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { noEngine, usePlayer } from './use-player.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { preferredTrack, useSubtitles } from './use-subtitles.ts';
import { useTransientMessage } from './use-transient-message.ts';
import styles from './player.module.css';

/** How long "Continued at" stands (docs/look-and-feel.md, Hit areas and keys). */
const resumeNoticeMs = 6000;

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
  isToPlayAtOnce: boolean;
  /** The saved position as it changes, also by other devices. */
  savedSeconds: number | null;
  alternativeSeconds: number | null;
  chapters: readonly Chapter[];
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
}

export function Player(props: PlayerProps) {
  const { title, posterUrl, file, chapters, onChapter, isMini = false } = props;
  const frame = useRef<HTMLElement>(null);
  const frozen = useRef<HTMLCanvasElement>(null);
  const [openMenu, setOpenMenu] = useState<'speed' | 'subtitles' | null>(null);
  const [resumed, setResumed] = useState<number | null>(null);
  const [undecodableCodec, setUndecodableCodec] = useState<string | null>(null);
  const message = useTransientMessage();

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
  const durationSeconds = snapshot.durationSeconds || props.durationSeconds;
  const fullscreen = useFullscreen(frame, element, message.show);
  const subtitles = useSubtitles(element, file?.subtitles.length ?? 0);
  const isRunning = wantsToPlay(state);
  const shown = useControlsShown(!isRunning || openMenu !== null || resumed !== null);
  const failure = props.failure ?? (state.name === 'failed' ? state.reason : null);
  useFrozenFrame(engine, element, frozen);

  const chapter = chapterAt(chapters, positionSeconds);
  const tellChapter = useRef(onChapter);
  tellChapter.current = onChapter;
  useEffect(() => tellChapter.current(chapter), [chapter]);

  const url = file?.url;
  const latestFile = useRef(file);
  latestFile.current = file;
  useEffect(() => {
    const opened = latestFile.current;
    if (!engine || !element || !opened || url === undefined) return undefined;
    if (opened.start.origin === 'saved') setResumed(opened.start.positionSeconds);
    let isAbandoned = false;
    // Asked beside loading, not before it: the answer is nearly always yes.
    void undecodable(opened.streams, browserDecoder(element)).then((stream) => {
      if (isAbandoned || !stream) return;
      setUndecodableCodec(stream.codec);
      engine.refuse('unplayable');
    });
    return () => {
      isAbandoned = true;
    };
  }, [engine, element, url]);

  // The notice counts from when it can be read: a blocked start may be long.
  const isNoticeDue = resumed !== null && (state.name === 'playing' || state.name === 'paused');
  useEffect(() => {
    if (!isNoticeDue) return undefined;
    const timer = setTimeout(() => setResumed(null), resumeNoticeMs);
    return () => clearTimeout(timer);
  }, [isNoticeDue]);

  const latestRequest = useRef(request);
  latestRequest.current = request;
  useImperativeHandle(
    props.ref,
    () => ({
      playFrom(seconds) {
        engine?.request({ kind: 'seek-to', positionSeconds: seconds });
        engine?.request({ kind: 'play' });
      },
      request: (wish) => latestRequest.current(wish),
      isRunning: () => engine !== null && wantsToPlay(engine.read().state),
      read: engine?.read ?? noEngine.read,
      subscribe: engine?.subscribe ?? noEngine.subscribe,
    }),
    [engine],
  );

  function request(wish: PlayerRequest): void {
    switch (wish.kind) {
      case 'toggle-fullscreen':
        return fullscreen.toggle();
      case 'toggle-subtitles':
        return showSubtitles(subtitles.shownIndex === null ? preferredTrack(file?.subtitles ?? [], navigator.languages) : null);
      case 'change-speed':
        message.show(playerTexts.speedShown(speedAfter(snapshot.speed, wish.steps)));
        break;
      case 'set-speed':
        message.show(playerTexts.speedShown(wish.speed));
        break;
      default:
        break;
    }
    engine?.request(wish);
  }

  function showSubtitles(index: number | null): void {
    if (!file || file.subtitles.length === 0) return;
    subtitles.show(index);
    const track = index === null ? null : file.subtitles[index];
    message.show(track ? playerTexts.subtitlesOn(track.name) : playerTexts.noSubtitles);
  }

  usePlayerKeys(!isMini, (wish) => {
    // What a key changes and the hidden controls do not show is said.
    if (wish.kind === 'seek-by') message.show(playerTexts.sought(wish.seconds));
    if (wish.kind === 'toggle-muted') message.show(snapshot.isMuted ? playerTexts.volumeMessage(Math.round(snapshot.volume * 100)) : playerTexts.muted);
    request(wish);
  });

  function startOver(): void {
    setResumed(null);
    engine?.request({ kind: 'seek-to', positionSeconds: 0 });
    props.onStartOver();
    engine?.request({ kind: 'play' });
  }

  function tapPicture(event: MouseEvent): void {
    // A finger asks for the controls, a mouse has them already.
    if (event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch') return shown.toggle();
    request({ kind: 'toggle-play' });
  }

  return (
    <section
      ref={frame}
      aria-label={playerTexts.player(title)}
      {...(isMini ? {} : { 'data-owns-keys': true })}
      className={classNames(styles['player'], !shown.isShown && failure === null && styles['bare'], fullscreen.isFullscreen && styles['is-full'], isMini && styles['mini'])}
      onPointerMove={shown.onPointerMove}
      onPointerLeave={shown.onPointerLeave}
      onFocus={shown.onFocus}
      onBlur={shown.onBlur}
    >
      {/* The title stands below; a click on the picture has a button beside it. */}
      <video ref={videoRef} className={styles['video']} playsInline onClick={tapPicture} tabIndex={-1}>
        {file?.subtitles.map((track) => (
          <track key={track.url} kind="subtitles" src={track.url} srcLang={track.lang} label={track.name} />
        ))}
      </video>
      <canvas ref={frozen} className={styles['video']} hidden={!snapshot.isPictureKept} aria-hidden="true" />
      {snapshot.hasStarted ? null : <Poster url={posterUrl} onClick={tapPicture} />}
      {isMini ? null : failure === null ? (
        <>
          <Controls
            snapshot={snapshot}
            durationSeconds={durationSeconds}
            chapters={chapters}
            subtitles={file?.subtitles ?? []}
            shownSubtitle={subtitles.shownIndex}
            isFullscreen={fullscreen.isFullscreen}
            isReady={file !== null}
            previous={props.previous}
            next={props.next}
            openMenu={openMenu}
            onOpenMenu={setOpenMenu}
            onShowSubtitles={showSubtitles}
            onRequest={request}
            onBack={props.onBack}
          />
          {resumed === null ? null : (
            <ResumeNotice
              positionSeconds={resumed}
              alternativeSeconds={props.alternativeSeconds}
              onStartOver={startOver}
              onGoTo={(seconds) => {
                setResumed(null);
                request({ kind: 'seek-to', positionSeconds: seconds });
                request({ kind: 'play' });
              }}
            />
          )}
          {state.name === 'reconnecting' ? <ReconnectingNotice /> : null}
        </>
      ) : (
        <FailureNotice
          reason={failure}
          codec={failure === 'unplayable' ? undecodableCodec : null}
          onBack={props.onBack}
          onRetry={failure === 'unplayable' ? null : () => (props.failure === null ? engine?.retry() : props.onRetry())}
        />
      )}
      <div role="status" className={classNames(styles['message'], message.text === null && styles['is-empty'])}>
        {message.text}
      </div>
    </section>
  );
}

function Poster({ url, onClick }: { url: string | null; onClick: (event: MouseEvent) => void }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  // Decoration: the title is beside it, and the play button is the control.
  return url !== null && url !== failedUrl ? (
    <img className={styles['poster']} src={url} alt="" decoding="async" fetchPriority="high" onClick={onClick} onError={() => setFailedUrl(url)} />
  ) : (
    <span className={styles['poster']} onClick={onClick} />
  );
}
