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
import { tapSeekSeconds } from './gestures.ts';
import type { PlayerSnapshot } from './player-engine.ts';
import { wantsToPlay } from './player-state.ts';
import type { SubtitleFile } from './player.tsx';
import type { AroundPlayer } from './around.ts';
import { ControlsMenu, type MenuName } from './controls-menu.tsx';
import type { KeptSpeed } from './use-kept-choices.ts';
import type { PictureInPicture } from './use-picture-in-picture.ts';
import type { RemotePlaybackChoice } from './use-remote-playback.ts';
import type { SkipSegment } from './skip-segments.ts';
import type { Subtitles } from './use-subtitles.ts';
import type { PlayerRequest } from './shortcuts.ts';
import { Timeline } from './timeline.tsx';
import styles from './controls.module.css';

/** The video before or after this one in its playlist. */
export interface Neighbour {
  to: string;
  title: string;
}

/** What the frame around the element offers, where the browser can. */
export interface FrameModes {
  isFullscreen: boolean;
  /** Null: there is no theater here. */
  theater: { isOn: boolean } | null;
  pictureInPicture: PictureInPicture;
  otherScreen: RemotePlaybackChoice;
  audioOnly: { isOn: boolean; set(isOn: boolean): void };
  /** Null while the picture is not in fullscreen. */
  filling: { isOn: boolean; set(isOn: boolean): void } | null;
}

export interface ControlsProps {
  snapshot: PlayerSnapshot;
  title: string;
  durationSeconds: number;
  chapters: readonly Chapter[];
  segments: readonly SkipSegment[];
  /** Parts that are on this device, in seconds. */
  deviceParts: readonly SkipSegment[];
  subtitles: readonly SubtitleFile[];
  subtitleChoice: Subtitles;
  keptSpeed: KeptSpeed;
  /** Null: there is none to remember a speed for. */
  channelName: string | null;
  modes: FrameModes;
  /** False while it is not known what to play. */
  isReady: boolean;
  previous: Neighbour | null;
  next: Neighbour | null;
  around: AroundPlayer;
  openMenu: MenuName | null;
  onOpenMenu: (menu: MenuName | null) => void;
  onShowSubtitles: (index: number | null) => void;
  onRequest: (request: PlayerRequest) => void;
  onBack: () => void;
}

export function Controls(props: ControlsProps) {
  const { snapshot, durationSeconds, chapters, subtitles, modes, openMenu, onOpenMenu, onRequest } = props;
  const { state, positionSeconds } = snapshot;
  const chapterIndex = chapterAt(chapters, positionSeconds);
  const chapterTitle = chapterIndex < 0 ? null : chapters[chapterIndex]?.title || playerTexts.unnamedChapter(chapterIndex + 1);
  const toggle = (menu: MenuName) => onOpenMenu(openMenu === menu ? null : menu);
  const subtitlesButton = (className?: string) =>
    subtitles.length === 0 ? null : (
      <ControlButton
        label={playerTexts.subtitles}
        icon="subtitles"
        className={classNames(props.subtitleChoice.shownIndex !== null && styles['lit'], className)}
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
        <button type="button" className={classNames(styles['button'], styles['narrow'])} aria-label={playerTexts.back} onClick={props.onBack}>
          <Icon name="arrow-back" />
        </button>
        <b className={styles['title']} aria-hidden="true" dir="auto">
          {props.title}
        </b>
        <span className={styles['gap']} />
        {subtitlesButton(styles['narrow'])}
        {modes.otherScreen.isPossible ? <ControlButton label={playerTexts.otherScreen} icon="other-screen" onClick={modes.otherScreen.choose} /> : null}
        {props.around.cast ? (
          <ControlButton
            label={props.around.cast.deviceName === null ? playerTexts.cast : playerTexts.casting(props.around.cast.deviceName)}
            icon="cast"
            className={props.around.cast.deviceName === null ? undefined : styles['lit']}
            onClick={props.around.cast.onToggle}
          />
        ) : null}
        {moreButton(styles['narrow'])}
      </div>
      {/* The end has buttons of its own in this place. */}
      {state.name === 'ended' ? null : (
        <div className={styles['middle']}>
          <NeighbourLink neighbour={props.previous} icon="previous" size={30} isSpaceKept />
          <ControlButton label={playerTexts.tenBack} icon="ten-back" size={28} onClick={() => onRequest({ kind: 'seek-by', seconds: -tapSeekSeconds })} />
          <PlayButton state={state} isReady={props.isReady} className={styles['big']} size={34} onRequest={onRequest} />
          <ControlButton label={playerTexts.tenForth} icon="ten-forth" size={28} onClick={() => onRequest({ kind: 'seek-by', seconds: tapSeekSeconds })} />
          <NeighbourLink neighbour={props.next} icon="next" size={30} isSpaceKept />
        </div>
      )}
      {state.name === 'waiting' || (state.name === 'loading' && state.isToPlay) ? (
        <i className={styles['spinner']} role="img" aria-label={playerTexts.loading} />
      ) : null}
      <div className={styles['bottom']}>
        <Timeline
          positionSeconds={positionSeconds}
          durationSeconds={durationSeconds}
          buffered={snapshot.buffered}
          chapters={chapters}
          segments={props.segments}
          deviceParts={props.deviceParts}
          onSeek={(seconds) => onRequest({ kind: 'seek-to', positionSeconds: seconds })}
        />
        <div className={styles['row']}>
          <PlayButton state={state} isReady={props.isReady} className={styles['wide']} size={24} onRequest={onRequest} />
          <NeighbourLink neighbour={props.next} icon="next" size={22} className={styles['wide']} />
          <Volume snapshot={snapshot} onRequest={onRequest} />
          <span className={styles['time']}>
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
            className={classNames(styles['button'], styles['speed'], styles['wide'], snapshot.speed !== 1 && styles['lit'])}
            aria-label={playerTexts.speedName(snapshot.speed)}
            aria-haspopup="menu"
            aria-expanded={openMenu === 'speed'}
            onClick={() => toggle('speed')}
          >
            {playerTexts.speedShown(snapshot.speed)}
          </button>
          {modes.pictureInPicture.isPossible ? (
            <ControlButton
              label={modes.pictureInPicture.isOn ? playerTexts.leavePictureInPicture : playerTexts.pictureInPicture}
              icon="picture-in-picture"
              className={classNames(styles['wide'], styles['roomy'], modes.pictureInPicture.isOn && styles['lit'])}
              onClick={modes.pictureInPicture.toggle}
            />
          ) : null}
          {modes.theater ? (
            <ControlButton
              label={modes.theater.isOn ? playerTexts.leaveTheater : playerTexts.theater}
              icon="theater"
              className={classNames(styles['wide'], styles['roomy'], modes.theater.isOn && styles['lit'])}
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
            label={modes.isFullscreen ? playerTexts.leaveFullscreen : playerTexts.fullscreen}
            icon={modes.isFullscreen ? 'leave-fullscreen' : 'fullscreen'}
            onClick={() => onRequest({ kind: 'toggle-fullscreen' })}
          />
        </div>
      </div>
      {openMenu === null ? null : <ControlsMenu name={openMenu} {...props} />}
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
  size?: number;
  className?: string | undefined;
  /** Given: it opens a menu. */
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
