// The rows of controls over the picture. The stylesheet decides where each control is shown: on a desktop in one row, on a phone in the
// centre (large) and in the corners.
import { useEffect, type CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { duration } from '../texts/formats.ts';
import { playerTexts } from '../texts/player.ts';
import { savedTexts } from '../texts/saved.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { lazyChunk } from '../ui/lazy-chunk.tsx';
import { LazyDialog } from '../ui/lazy-dialog.tsx';
import { PlayerIcon, type PlayerIconName } from '../ui/player-icon.tsx';
import { usePlayerFrame, type MenuName } from './frame-context.ts';
import { tapSeekSeconds } from './gestures.ts';
import type { PlaybackSnapshot } from './playback.ts';
import { wantsToPlay } from './player-state.ts';
import type { Neighbour } from './queue-neighbours.ts';
import type { PlayerRequest } from './shortcuts.ts';
import { Timeline } from './timeline.tsx';
import { usePlayback, useSessionValue } from './use-session.ts';
import styles from './controls.module.css';

const controlsMenu = lazyChunk(async () => (await import('./controls-menu.tsx')).ControlsMenu);

export function Controls() {
  const playback = usePlayback();
  const frame = usePlayerFrame();
  const { previous, next } = useSessionValue(({ queue }) => queue);
  const { state, positionSeconds, durationSeconds, speed, subtitles, chapterIndex, isReady, video } = playback;
  const { openMenu, onOpenMenu, onRequest, pictureInPicture, theater, remotePlayback, cast, isFullscreen } = frame;
  useEffect(() => void controlsMenu.prefetch(), []);
  const chapterTitle = chapterIndex < 0 ? null : video.chapters[chapterIndex]?.title || playerTexts.unnamedChapter(chapterIndex + 1);
  const toggle = (menu: MenuName) => onOpenMenu(openMenu === menu ? null : menu);
  const subtitlesButton = (className?: string) =>
    subtitles.length === 0 ? null : (
      <ControlButton
        label={playerTexts.subtitles}
        icon="subtitles"
        className={classNames(playback.shownSubtitles !== null && styles['lit'], className)}
        isOpen={openMenu === 'subtitles'}
        onClick={() => toggle('subtitles')}
      />
    );
  const moreButton = (className?: string) => (
    <button
      type="button"
      className={classNames(styles['button'], className)}
      aria-label={playerTexts.more}
      aria-haspopup="menu"
      aria-expanded={openMenu === 'more'}
      onClick={() => toggle('more')}
    >
      <Icon name="more" />
    </button>
  );

  return (
    <div className={styles['controls']} role="group" aria-label={playerTexts.controls}>
      <div className={styles['shade']} />
      <div className={styles['top']}>
        {frame.onBack === null ? null : (
          <button type="button" className={classNames(styles['button'], styles['narrow'])} aria-label={playerTexts.back} onClick={frame.onBack}>
            <Icon name="arrow-back" />
          </button>
        )}
        {video.media?.isFromDevice ? (
          <span className={styles['here']}>
            <Icon name="saved" size={16} />
            {savedTexts.playsFromDevice}
          </span>
        ) : null}
        <b className={styles['title']} aria-hidden="true" dir="auto">
          {video.title}
        </b>
        <span className={styles['gap']} />
        {subtitlesButton(styles['narrow'])}
        {remotePlayback.isPossible ? <ControlButton label={playerTexts.otherScreen} icon="other-screen" onClick={remotePlayback.choose} /> : null}
        {cast ? (
          <ControlButton
            label={cast.deviceName === null ? playerTexts.cast : playerTexts.casting(cast.deviceName)}
            icon="cast"
            className={cast.deviceName === null ? undefined : styles['lit']}
            onClick={cast.onToggle}
          />
        ) : null}
        {moreButton(styles['narrow'])}
      </div>
      {/* The end screen has its own buttons here. */}
      {state.name === 'ended' ? null : (
        <div className={styles['middle']}>
          <NeighbourLink neighbour={previous} icon="previous" size={30} keepsSpace />
          <ControlButton label={playerTexts.tenBack} icon="ten-back" size={28} onClick={() => onRequest({ kind: 'seek-by', seconds: -tapSeekSeconds })} />
          <PlayButton state={state} isReady={isReady} className={styles['big']} size={34} onRequest={onRequest} />
          <ControlButton label={playerTexts.tenForward} icon="ten-forward" size={28} onClick={() => onRequest({ kind: 'seek-by', seconds: tapSeekSeconds })} />
          <NeighbourLink neighbour={next} icon="next" size={30} keepsSpace />
        </div>
      )}
      {state.name === 'waiting' || (state.name === 'loading' && state.shouldPlay) ? (
        <i className={styles['spinner']} role="img" aria-label={playerTexts.loading} />
      ) : null}
      <div className={styles['bottom']}>
        <Timeline
          positionSeconds={positionSeconds}
          durationSeconds={durationSeconds}
          buffered={playback.buffered}
          chapters={video.chapters}
          segments={video.segments}
          deviceRanges={video.deviceRanges}
          onSeek={(seconds) => onRequest({ kind: 'seek-to', positionSeconds: seconds })}
        />
        <div className={styles['row']}>
          <PlayButton state={state} isReady={isReady} className={styles['wide']} size={24} onRequest={onRequest} />
          <NeighbourLink neighbour={next} icon="next" size={22} className={styles['wide']} />
          <Volume playback={playback} onRequest={onRequest} />
          {/* the timeline reads it out */}
          <span className={styles['time']} aria-hidden="true">
            {duration(positionSeconds)} <em>/ {duration(durationSeconds)}</em>
          </span>
          {chapterTitle === null ? null : (
            <button
              type="button"
              className={styles['chapter']}
              aria-label={playerTexts.chapterNow(chapterTitle)}
              aria-haspopup="menu"
              aria-expanded={openMenu === 'chapters'}
              onClick={() => toggle('chapters')}
            >
              <span dir="auto">{chapterTitle}</span>
              <Icon name="chevron-down" size={16} />
            </button>
          )}
          <span className={styles['gap']} />
          {subtitlesButton(styles['wide'])}
          <button
            type="button"
            className={classNames(styles['button'], styles['speed'], styles['wide'], speed !== 1 && styles['lit'])}
            aria-label={playerTexts.speedName(speed)}
            aria-haspopup="menu"
            aria-expanded={openMenu === 'speed'}
            onClick={() => toggle('speed')}
          >
            {playerTexts.speedShown(speed)}
          </button>
          {pictureInPicture.isPossible ? (
            <ControlButton
              label={pictureInPicture.isOn ? playerTexts.leavePictureInPicture : playerTexts.pictureInPicture}
              icon="picture-in-picture"
              className={classNames(styles['wide'], pictureInPicture.isOn && styles['lit'])}
              onClick={pictureInPicture.toggle}
            />
          ) : null}
          {theater ? (
            <ControlButton
              label={theater.isOn ? playerTexts.leaveTheater : playerTexts.theater}
              icon="theater"
              className={classNames(styles['wide'], theater.isOn && styles['lit'])}
              onClick={() => onRequest({ kind: 'toggle-theater' })}
            />
          ) : null}
          <ControlButton
            label={playerTexts.help}
            icon="help"
            className={classNames(styles['wide'], styles['roomy'])}
            onClick={() => onRequest({ kind: 'show-help' })}
          />
          {moreButton(styles['wide'])}
          <ControlButton
            label={isFullscreen ? playerTexts.leaveFullscreen : playerTexts.fullscreen}
            icon={isFullscreen ? 'leave-fullscreen' : 'fullscreen'}
            onClick={() => onRequest({ kind: 'toggle-fullscreen' })}
          />
        </div>
      </div>
      {openMenu === null ? null : (
        <LazyDialog chunk={controlsMenu} onLoadError={() => onOpenMenu(null)}>
          <controlsMenu.Component name={openMenu} />
        </LazyDialog>
      )}
    </div>
  );
}

interface PlayButtonProps {
  state: PlaybackSnapshot['state'];
  isReady: boolean;
  className?: string | undefined;
  size: number;
  onRequest: (request: PlayerRequest) => void;
}

function PlayButton({ state, isReady, className, size, onRequest }: PlayButtonProps) {
  const isRunning = wantsToPlay(state);
  const label = isRunning ? playerTexts.pause : state.name === 'ended' ? playerTexts.replay : playerTexts.play;
  return (
    <button
      type="button"
      className={classNames(styles['button'], className)}
      aria-label={label}
      disabled={!isReady}
      onClick={() => onRequest({ kind: 'toggle-play' })}
    >
      {isRunning ? (
        <PlayerIcon name="pause" size={size} />
      ) : state.name === 'ended' ? (
        <PlayerIcon name="start-over" size={size} />
      ) : (
        <Icon name="play" size={size} />
      )}
    </button>
  );
}

interface ControlButtonProps {
  label: string;
  icon: PlayerIconName;
  size?: number;
  className?: string | undefined;
  /** Whether the menu that this button opens is open. Absent if it opens none. */
  isOpen?: boolean;
  onClick: () => void;
}

function ControlButton({ label, icon, size, className, isOpen, onClick }: ControlButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles['button'], className)}
      aria-label={label}
      {...(isOpen !== undefined && { 'aria-haspopup': 'menu' as const, 'aria-expanded': isOpen })}
      onClick={onClick}
    >
      <PlayerIcon name={icon} {...(size !== undefined && { size })} />
    </button>
  );
}

interface NeighbourLinkProps {
  neighbour: Neighbour | null;
  icon: 'previous' | 'next';
  size: number;
  className?: string | undefined;
  keepsSpace?: boolean;
}

function NeighbourLink({ neighbour, icon, size, className, keepsSpace = false }: NeighbourLinkProps) {
  if (!neighbour) return keepsSpace ? <span className={styles['button']} /> : null;
  return (
    <Link to={neighbour.to} className={classNames(styles['button'], className)} aria-label={playerTexts[icon](neighbour.title)}>
      <PlayerIcon name={icon} size={size} />
    </Link>
  );
}

function Volume({ playback, onRequest }: { playback: PlaybackSnapshot; onRequest: (request: PlayerRequest) => void }) {
  const { isMuted, volume } = playback;
  const percent = isMuted ? 0 : Math.round(volume * 100);
  return (
    <span className={classNames(styles['volume'], styles['wide'])}>
      <ControlButton
        label={isMuted ? playerTexts.unmute : playerTexts.mute}
        icon={percent === 0 ? 'muted' : 'volume'}
        onClick={() => onRequest({ kind: 'toggle-muted' })}
      />
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        className={styles['slider']}
        aria-label={playerTexts.volume}
        aria-valuetext={playerTexts.volumePercent(percent)}
        style={{ '--level': `${percent}%` } as CSSProperties}
        onChange={(event) => onRequest({ kind: 'set-volume', volume: event.currentTarget.valueAsNumber / 100 })}
      />
    </span>
  );
}
