// The rows of controls over the picture. Which of them shows where is the stylesheet's: one row on a desktop, a big
// middle and corners on a phone.
import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { duration } from '../texts/formats.ts';
import { playerTexts } from '../texts/player.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { PlayerIcon, type PlayerIconName } from '../ui/player-icon.tsx';
import { chapterAt, type Chapter } from './chapters.ts';
import type { PlayerSnapshot } from './player-engine.ts';
import { wantsToPlay } from './player-state.ts';
import type { SubtitleFile } from './player.tsx';
import { RadioMenu } from './radio-menu.tsx';
import type { PlayerRequest } from './shortcuts.ts';
import { speeds } from './speeds.ts';
import { Timeline } from './timeline.tsx';
import styles from './controls.module.css';

/** The video before or after this one in its playlist. */
export interface Neighbour {
  to: string;
  title: string;
}

interface ControlsProps {
  snapshot: PlayerSnapshot;
  durationSeconds: number;
  chapters: readonly Chapter[];
  subtitles: readonly SubtitleFile[];
  shownSubtitle: number | null;
  isFullscreen: boolean;
  /** False while it is not known what to play. */
  isReady: boolean;
  previous: Neighbour | null;
  next: Neighbour | null;
  openMenu: 'speed' | 'subtitles' | null;
  onOpenMenu: (menu: 'speed' | 'subtitles' | null) => void;
  onShowSubtitles: (index: number | null) => void;
  onRequest: (request: PlayerRequest) => void;
  onBack: () => void;
}

export function Controls(props: ControlsProps) {
  const { snapshot, durationSeconds, chapters, subtitles, openMenu, onOpenMenu, onRequest } = props;
  const { state, positionSeconds } = snapshot;
  const chapter = chapters[chapterAt(chapters, positionSeconds)];
  const toggle = (menu: 'speed' | 'subtitles') => onOpenMenu(openMenu === menu ? null : menu);
  const speedButton = (className?: string) => (
    <button
      type="button"
      className={classNames(styles['button'], styles['speed'], className)}
      aria-label={playerTexts.speedName(snapshot.speed)}
      aria-haspopup="menu"
      aria-expanded={openMenu === 'speed'}
      onClick={() => toggle('speed')}
    >
      {playerTexts.speedShown(snapshot.speed)}
    </button>
  );
  const subtitlesButton = (className?: string) =>
    subtitles.length === 0 ? null : (
      <ControlButton
        label={playerTexts.subtitles}
        icon="subtitles"
        className={classNames(props.shownSubtitle !== null && styles['lit'], className)}
        isOpen={openMenu === 'subtitles'}
        onClick={() => toggle('subtitles')}
      />
    );

  return (
    <div className={styles['controls']} role="group" aria-label={playerTexts.controls}>
      <div className={styles['shade']} />
      <div className={styles['top']}>
        <button type="button" className={styles['button']} aria-label={playerTexts.back} onClick={props.onBack}>
          <Icon name="arrow-back" />
        </button>
        <span className={styles['gap']} />
        {subtitlesButton()}
        {speedButton()}
      </div>
      <div className={styles['middle']}>
        <NeighbourLink neighbour={props.previous} icon="previous" size={30} isSpaceKept />
        <PlayButton state={state} isReady={props.isReady} className={styles['big']} size={34} onRequest={onRequest} />
        <NeighbourLink neighbour={props.next} icon="next" size={30} isSpaceKept />
      </div>
      {state.name === 'waiting' || (state.name === 'loading' && state.isToPlay) ? (
        <i className={styles['spinner']} role="img" aria-label={playerTexts.loading} />
      ) : null}
      <div className={styles['bottom']}>
        <Timeline
          positionSeconds={positionSeconds}
          durationSeconds={durationSeconds}
          bufferedSeconds={snapshot.bufferedSeconds}
          chapters={chapters}
          onSeek={(seconds) => onRequest({ kind: 'seek-to', positionSeconds: seconds })}
        />
        <div className={styles['row']}>
          <PlayButton state={state} isReady={props.isReady} className={styles['wide']} size={24} onRequest={onRequest} />
          <NeighbourLink neighbour={props.next} icon="next" size={22} className={styles['wide']} />
          <Volume snapshot={snapshot} onRequest={onRequest} />
          <span className={styles['time']}>
            {duration(positionSeconds)} <em>/ {duration(durationSeconds)}</em>
          </span>
          {chapter?.title ? <span className={styles['chapter']}>{chapter.title}</span> : null}
          <span className={styles['gap']} />
          {subtitlesButton(styles['wide'])}
          {speedButton(styles['wide'])}
          <ControlButton
            label={props.isFullscreen ? playerTexts.leaveFullscreen : playerTexts.fullscreen}
            icon={props.isFullscreen ? 'leave-fullscreen' : 'fullscreen'}
            onClick={() => onRequest({ kind: 'toggle-fullscreen' })}
          />
        </div>
      </div>
      {openMenu === 'speed' ? (
        <RadioMenu
          label={playerTexts.speed}
          items={speeds.map((speed) => ({ key: String(speed), label: playerTexts.speedShown(speed) }))}
          chosenKey={String(snapshot.speed)}
          onChoose={(key) => onRequest({ kind: 'set-speed', speed: Number(key) })}
          onClose={() => onOpenMenu(null)}
        />
      ) : null}
      {openMenu === 'subtitles' ? (
        <RadioMenu
          label={playerTexts.subtitles}
          items={[
            { key: 'off', label: playerTexts.subtitlesOff },
            ...subtitles.map((track, at) => ({ key: String(at), label: track.name, note: playerTexts.subtitleSources[track.source] })),
          ]}
          chosenKey={props.shownSubtitle === null ? 'off' : String(props.shownSubtitle)}
          onChoose={(key) => props.onShowSubtitles(key === 'off' ? null : Number(key))}
          onClose={() => onOpenMenu(null)}
        />
      ) : null}
    </div>
  );
}

interface PlayButtonProps {
  state: PlayerSnapshot['state'];
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
  className?: string | undefined;
  /** Given: it opens a menu. */
  isOpen?: boolean;
  onClick: () => void;
}

function ControlButton({ label, icon, className, isOpen, onClick }: ControlButtonProps) {
  return (
    <button
      type="button"
      className={classNames(styles['button'], className)}
      aria-label={label}
      {...(isOpen !== undefined && { 'aria-haspopup': 'menu' as const, 'aria-expanded': isOpen })}
      onClick={onClick}
    >
      <PlayerIcon name={icon} />
    </button>
  );
}

interface NeighbourLinkProps {
  neighbour: Neighbour | null;
  icon: 'previous' | 'next';
  size: number;
  className?: string | undefined;
  isSpaceKept?: boolean;
}

function NeighbourLink({ neighbour, icon, size, className, isSpaceKept = false }: NeighbourLinkProps) {
  if (!neighbour) return isSpaceKept ? <span className={styles['button']} /> : null;
  return (
    <Link to={neighbour.to} className={classNames(styles['button'], className)} aria-label={playerTexts[icon](neighbour.title)}>
      <PlayerIcon name={icon} size={size} />
    </Link>
  );
}

function Volume({ snapshot, onRequest }: { snapshot: PlayerSnapshot; onRequest: (request: PlayerRequest) => void }) {
  const percent = snapshot.isMuted ? 0 : Math.round(snapshot.volume * 100);
  return (
    <span className={classNames(styles['volume'], styles['wide'])}>
      <ControlButton
        label={snapshot.isMuted ? playerTexts.unmute : playerTexts.mute}
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
