// The player: our own controls over the browser's <video>. The host draws it into its frame. It reads the playback from the session, and is
// independent of the mirror.
import { useDeferredValue, useRef, useState, type HTMLAttributes, type MouseEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { pictureAddress } from '../lib/picture-address.ts';
import { playerTexts } from '../texts/player.ts';
import { classNames } from '../ui/class-names.ts';
import { lazyChunk } from '../ui/lazy-chunk.tsx';
import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { Controls } from './controls.tsx';
import { FrameContext, type CastControl, type MenuName, type PlayerFrame } from './frame-context.ts';
import { PersistentVideo } from './persistent-video.tsx';
import { EndNotice, FailureNotice, MissingNotice, ReconnectingNotice, ResumeNotice, SkippedNotice } from './notices.tsx';
import { wantsToPlay } from './player-state.ts';
import type { PlayerRequest } from './shortcuts.ts';
import type { ShownVideo } from './shown-video.ts';
import { useControlsShown } from './use-controls-shown.ts';
import { heldSpeed, useTouchGestures } from './use-touch-gestures.ts';
import { useFrozenFrame } from './use-frozen-frame.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { usePictureInPicture } from './use-picture-in-picture.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { useRemotePlayback } from './use-remote-playback.ts';
import { usePlayback, usePlayerSession, useSessionValue } from './use-session.ts';
import { usePlayerHost, useHostState } from './use-player-host.ts';
import { useTheater } from './use-theater.ts';
import styles from './player.module.css';

/** The requests that work even if the video cannot be played. */
const requestsWithoutPlayback: ReadonlySet<PlayerRequest['kind']> = new Set(['toggle-fullscreen', 'toggle-theater', 'leave']);

const helpDialog = lazyChunk(async () => (await import('./help-dialog.tsx')).HelpDialog);

/** The parts that the host adds around the player. */
interface PlayerProps {
  cast: CastControl | null;
  onOpenQueue: () => void;
  /** A control for a video that is not on this device while the archive is away. */
  awayAction: ReactNode;
}

export function Player(props: PlayerProps) {
  const videoId = useSessionValue(({ playback }) => playback?.video.videoId);
  // Another video gets a new frame, with no open menu and with visible controls.
  return videoId === undefined ? null : <VideoFrame key={videoId} {...props} />;
}

function VideoFrame({ cast, onOpenQueue, awayAction }: PlayerProps) {
  const session = usePlayerSession();
  const host = usePlayerHost();
  const { slotKind } = useHostState();
  // The mini player has its own controls and keys, so only the picture is drawn there.
  const isMini = slotKind === 'mini';
  const playback = usePlayback();
  const { state, video } = playback;
  const message = useSessionValue((snapshot) => snapshot.message);
  const isAudioOnly = useSessionValue((snapshot) => snapshot.isAudioOnly);
  const section = useRef<HTMLElement>(null);
  const frozenFrame = useRef<HTMLCanvasElement>(null);
  const [openMenu, setOpenMenu] = useState<MenuName | null>(null);
  const [isHelpShown, setIsHelpShown] = useState(false);
  const [isFilling, setIsFilling] = useState(false);
  const back = useBack();
  const { isFullscreen, toggle: toggleFullscreen } = useFullscreen(host.frame, host.video, session.notify);
  const pictureInPicture = usePictureInPicture(host.video);
  const remotePlayback = useRemotePlayback(host.video);
  const theater = useTheater(slotKind === 'page');
  const controlsShown = useControlsShown(!wantsToPlay(state) || openMenu !== null || playback.resumedSeconds !== null);
  const failure = video.failure ?? (state.name === 'failed' ? state.reason : null);
  useFrozenFrame(host.video, frozenFrame);
  // The picture is drawn immediately. The controls are drawn after the page that just opened, and removed with it.
  const hasControls = useDeferredValue(!isMini, false) && !isMini;

  /** Returns false if the request had no effect. */
  function request(playerRequest: PlayerRequest): boolean {
    switch (playerRequest.kind) {
      case 'toggle-fullscreen':
        toggleFullscreen();
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
      default:
        session.request(playerRequest);
        return true;
    }
  }

  usePlayerKeys(!isMini, (keyRequest) => {
    // While a message replaces the controls, the player uses no keys except those of `requestsWithoutPlayback`.
    if ((failure !== null || playback.isMissing) && !requestsWithoutPlayback.has(keyRequest.kind)) return false;
    // In a list the arrow keys turn its pages, unless the focus is in the player.
    if (keyRequest.kind === 'seek-by' && slotKind !== 'page' && !section.current?.contains(document.activeElement)) return false;
    // These changes are announced, because the controls may be hidden.
    if (keyRequest.kind === 'seek-by') session.notify(playerTexts.sought(keyRequest.seconds));
    if (keyRequest.kind === 'toggle-muted') session.notify(playback.isMuted ? playerTexts.volumeMessage(Math.round(playback.volume * 100)) : playerTexts.muted);
    return request(keyRequest);
  });

  const touch = useTouchGestures({
    onTap: controlsShown.toggle,
    onSwipeUp: () => !isFullscreen && toggleFullscreen(),
    onSwipeDown: () => (isFullscreen ? toggleFullscreen() : back()),
    onPinch: (isOut) => isFullscreen && setIsFilling(isOut),
  });
  const pictureListeners: HTMLAttributes<HTMLElement> = {
    ...touch.listeners,
    onClick(event: MouseEvent) {
      if (isTouchEvent(event)) return;
      request({ kind: 'toggle-play' });
      // Every second click completes a double click. Its two clicks toggle playback twice, so together they change nothing. The dblclick
      // event is not used, because browsers also send it for a double tap, and it does not distinguish a finger from a mouse.
      if (event.detail > 0 && event.detail % 2 === 0) request({ kind: 'toggle-fullscreen' });
    },
    onContextMenu: (event: MouseEvent) => isTouchEvent(event) && event.preventDefault(), // a long press is not a right click
  };
  // A list has its own button to close the player.
  const onBack = slotKind === 'inline' ? null : back;
  const frame: PlayerFrame = {
    isFullscreen,
    theater,
    pictureInPicture,
    remotePlayback,
    fillMode: isFullscreen ? { isOn: isFilling, set: setIsFilling } : null,
    cast,
    onOpenQueue,
    openMenu,
    onOpenMenu: setOpenMenu,
    onRequest: request,
    onBack,
  };

  return (
    <section
      ref={section}
      aria-label={playerTexts.player(video.title)}
      {...(isMini ? {} : { 'data-owns-keys': true })}
      className={classNames(
        styles['player'],
        !controlsShown.isShown && failure === null && !playback.isMissing && !isHelpShown && state.name !== 'ended' && styles['bare'],
        isFullscreen && styles['is-full'],
        isFullscreen && isFilling && styles['is-filled'],
        theater?.isOn && styles['theater'],
        playback.isReady && isTall(video) && styles['tall'],
        isMini && styles['mini'],
      )}
      onPointerDown={controlsShown.onPointerDown}
      onPointerMove={controlsShown.onPointerMove}
      onPointerLeave={controlsShown.onPointerLeave}
      onFocus={controlsShown.onFocus}
      onBlur={controlsShown.onBlur}
    >
      {/* The picture needs no label, because the title is below it and a button does the same as a click. */}
      <PersistentVideo {...(isMini ? {} : pictureListeners)} />
      <canvas ref={frozenFrame} className={styles['video']} hidden={!playback.isFrameFrozen} aria-hidden="true" />
      {/* The poster is also shown at the end of a video, because the last frame is often black. */}
      {playback.hasStarted && playback.hasPicture && !isAudioOnly && !(state.name === 'ended' && video.posterUrl) ? null : (
        <Poster url={pictureAddress(video.posterUrl, 'feature')} {...(isMini ? {} : pictureListeners)} />
      )}
      {playback.hasStarted && isAudioOnly && !isMini ? <p className={styles['caption']}>{playerTexts.soundOnly}</p> : null}
      {!hasControls ? null : playback.isMissing ? (
        <MissingNotice onBack={onBack} />
      ) : failure === null ? (
        <>
          <FrameContext value={frame}>
            <Controls />
          </FrameContext>
          <ResumeNotice />
          {playback.skipped === null ? null : <SkippedNotice />}
          {state.name === 'reconnecting' ? <ReconnectingNotice /> : null}
          {state.name === 'ended' ? <EndNotice /> : null}
          {isHelpShown ? (
            <LazyDialog chunk={helpDialog} onLoadError={() => setIsHelpShown(false)}>
              <helpDialog.Component onClose={() => setIsHelpShown(false)} />
            </LazyDialog>
          ) : null}
        </>
      ) : (
        <FailureNotice reason={failure} awayAction={awayAction} onBack={onBack} />
      )}
      {touch.bubbleSeconds === null ? null : (
        <div role="status" className={classNames(styles['bubble'], touch.bubbleSeconds < 0 ? styles['is-left'] : styles['is-right'])}>
          {playerTexts.sought(touch.bubbleSeconds)}
        </div>
      )}
      <div role="status" className={classNames(styles['message'], message === null && !touch.isHeld && styles['is-empty'])}>
        {message ?? (touch.isHeld ? playerTexts.speedShown(heldSpeed) : null)}
      </div>
    </section>
  );
}

/** The video's thumbnail, where no frame of it is visible. */
function Poster({ url, ...listeners }: { url: string | null } & HTMLAttributes<HTMLElement>) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  // Decorative, because the title is next to it and the play button is the control.
  return url !== null && url !== failedUrl ? (
    <img
      className={styles['poster']}
      src={url}
      alt=""
      decoding="async"
      fetchPriority="high"
      draggable={false}
      {...listeners}
      onError={() => setFailedUrl(url)}
    />
  ) : (
    <span className={styles['poster']} {...listeners} />
  );
}

/** Returns a function that goes back to where the user came from, or home if the page was opened by its address. */
function useBack(): () => void {
  const { key } = useLocation();
  const navigate = useNavigate();
  return () => void (key === 'default' ? navigate('/', { replace: true }) : navigate(-1));
}

const isTouchEvent = (event: MouseEvent): boolean => event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch';

/** Whether the picture is taller than wide, as in shorts. */
function isTall({ media }: ShownVideo): boolean {
  const stream = media?.streams.find(({ type }) => type === 'video');
  return (stream?.height ?? 0) > (stream?.width ?? 0);
}
