// Contents of the menus over the picture: speed, subtitles, chapters, the sleep timer, and More, which also has the controls that do not
// fit in a narrow player.
import { useSyncExternalStore } from 'react';
import { duration } from '../texts/formats.ts';
import { playerTexts } from '../texts/player.ts';
import { usePlayerFrame, type MenuName, type PlayerFrame } from './frame-context.ts';
import type { PlaybackSnapshot } from './playback.ts';
import { PlayerMenu, type MenuEntry } from './player-menu.tsx';
import { subtitleStyles } from './player-preferences.ts';
import type { PlayerSession } from './player-session.ts';
import { sleepChoices, type SleepChoice, type SleepState } from './sleep-timer.ts';
import { commonSpeeds, speedAfter, speeds } from './speeds.ts';
import { usePlayback, usePlayerSession, useSessionValue } from './use-session.ts';

interface MenuContext {
  session: PlayerSession;
  playback: PlaybackSnapshot;
  frame: PlayerFrame;
  sleep: SleepView;
  isAudioOnly: boolean;
}

export function ControlsMenu({ name }: { name: MenuName }) {
  const session = usePlayerSession();
  const playback = usePlayback();
  const frame = usePlayerFrame();
  const isAudioOnly = useSessionValue((snapshot) => snapshot.isAudioOnly);
  const sleep = useSleepView(session);
  return (
    <PlayerMenu label={playerTexts[name]} entries={entriesOf[name]({ session, playback, frame, sleep, isAudioOnly })} onClose={() => frame.onOpenMenu(null)} />
  );
}

const entriesOf: Readonly<Record<MenuName, (context: MenuContext) => MenuEntry[]>> = {
  speed: speedEntries,
  subtitles: subtitleEntries,
  chapters: chapterEntries,
  sleep: sleepEntries,
  more: moreEntries,
};

interface SleepView {
  choice: SleepChoice;
  /** Null while nothing counts down. */
  secondsLeft: number | null;
}

/** The chosen sleep timer and its remaining time, updated every second. */
function useSleepView({ sleep }: PlayerSession): SleepView {
  const state = useSyncExternalStore(sleep.subscribe, sleep.read);
  const secondsLeft = useSyncExternalStore(
    (onTick) => {
      if (state.name !== 'counting') return () => {};
      const timer = setInterval(onTick, 1000);
      return () => clearInterval(timer);
    },
    () => (state.name === 'counting' ? Math.max(0, Math.ceil((state.endsAtMs - Date.now()) / 1000)) : null),
  );
  return { choice: choiceOf(state), secondsLeft };
}

function choiceOf(state: SleepState): SleepChoice {
  if (state.name === 'counting') return state.minutes;
  return state.name === 'end-of-video' ? 'end-of-video' : null;
}

function speedEntries({ session, playback: { speed, isSpeedSaved, video }, frame: { onRequest } }: MenuContext): MenuEntry[] {
  const stepTo = (steps: number) => (speedAfter(speed, steps) === speed ? null : () => onRequest({ kind: 'change-speed', steps }));
  return [
    ...commonSpeeds.map((menuSpeed): MenuEntry => ({
      kind: 'radio',
      key: String(menuSpeed),
      label: playerTexts.speedShown(menuSpeed),
      note: menuSpeed === 1 ? playerTexts.normalSpeed : undefined,
      isChosen: menuSpeed === speed,
      onChoose: () => onRequest({ kind: 'set-speed', speed: menuSpeed }),
    })),
    {
      kind: 'stepper',
      key: 'fine',
      value: playerTexts.speedShown(speeds.includes(speed) ? speed : 1),
      less: { label: playerTexts.slower, onStep: stepTo(-1) },
      more: { label: playerTexts.faster, onStep: stepTo(1) },
    },
    {
      kind: 'check',
      key: 'keep',
      label: playerTexts.keepSpeed(video.channel.name),
      isOn: isSpeedSaved,
      onToggle: () => session.saveSpeed(!isSpeedSaved),
    },
  ];
}

function subtitleEntries({ session, playback: { subtitles, shownSubtitles, subtitleStyle } }: MenuContext): MenuEntry[] {
  return [
    { kind: 'radio', key: 'off', label: playerTexts.subtitlesOff, isChosen: shownSubtitles === null, onChoose: () => session.showSubtitles(null) },
    ...subtitles.map((track, index): MenuEntry => ({
      kind: 'radio',
      key: String(index),
      label: track.name,
      note: playerTexts.subtitleSources[track.source],
      isChosen: index === shownSubtitles,
      onChoose: () => session.showSubtitles(index),
    })),
    {
      kind: 'stepper',
      key: 'size',
      value: playerTexts.subtitleSizes[subtitleStyle.size],
      less: { label: playerTexts.smallerText, onStep: stepStyle('size', -1) },
      more: { label: playerTexts.largerText, onStep: stepStyle('size', 1) },
    },
    {
      kind: 'stepper',
      key: 'background',
      value: playerTexts.subtitleBackgrounds[subtitleStyle.background],
      less: { label: playerTexts.lighterBackground, onStep: stepStyle('background', -1) },
      more: { label: playerTexts.darkerBackground, onStep: stepStyle('background', 1) },
    },
    {
      kind: 'check',
      key: 'position',
      label: playerTexts.subtitlesAtTop,
      isOn: subtitleStyle.position === 'top',
      onToggle: () => session.setSubtitleStyle({ ...subtitleStyle, position: subtitleStyle.position === 'top' ? 'bottom' : 'top' }),
    },
  ];

  function stepStyle(part: 'size' | 'background', step: number): (() => void) | null {
    const choices: readonly string[] = subtitleStyles[part];
    const nextChoice = choices[choices.indexOf(subtitleStyle[part]) + step];
    return nextChoice === undefined ? null : () => session.setSubtitleStyle({ ...subtitleStyle, [part]: nextChoice });
  }
}

function chapterEntries({ playback: { video, chapterIndex }, frame: { onRequest } }: MenuContext): MenuEntry[] {
  return video.chapters.map((chapter, index) => ({
    kind: 'radio',
    key: String(index),
    label: chapter.title || playerTexts.unnamedChapter(index + 1),
    note: duration(chapter.startSeconds),
    isChosen: index === chapterIndex,
    onChoose: () => onRequest({ kind: 'seek-to', positionSeconds: chapter.startSeconds }),
  }));
}

function sleepEntries({ session, sleep }: MenuContext): MenuEntry[] {
  return sleepChoices.map((choice) => ({
    kind: 'radio',
    key: String(choice),
    label: playerTexts.sleepChoice(choice),
    isChosen: choice === sleep.choice,
    onChoose: () => session.sleep.choose(choice),
  }));
}

function moreEntries({ session, playback, frame, sleep, isAudioOnly }: MenuContext): MenuEntry[] {
  const { pictureInPicture, theater, fillMode, onOpenMenu, onRequest } = frame;
  const entries: MenuEntry[] = [
    {
      kind: 'command',
      key: 'speed',
      upTo: 'narrow',
      label: playerTexts.speed,
      note: playerTexts.speedShown(playback.speed),
      staysOpen: true,
      onChoose: () => onOpenMenu('speed'),
    },
  ];
  if (playback.video.chapters.length > 0)
    entries.push({ kind: 'command', key: 'chapters', upTo: 'medium', label: playerTexts.chapters, staysOpen: true, onChoose: () => onOpenMenu('chapters') });
  const note = sleep.secondsLeft === null ? playerTexts.sleepChoice(sleep.choice) : duration(sleep.secondsLeft);
  entries.push(
    { kind: 'command', key: 'sleep', label: playerTexts.sleep, note, staysOpen: true, onChoose: () => onOpenMenu('sleep') },
    { kind: 'command', key: 'queue', label: playerTexts.queue, onChoose: frame.onOpenQueue },
  );
  if (pictureInPicture.isPossible)
    entries.push({
      kind: 'command',
      key: 'picture-in-picture',
      upTo: 'narrow',
      label: pictureInPicture.isOn ? playerTexts.leavePictureInPicture : playerTexts.pictureInPicture,
      onChoose: pictureInPicture.toggle,
    });
  if (theater)
    entries.push({
      kind: 'command',
      key: 'theater',
      upTo: 'narrow',
      label: theater.isOn ? playerTexts.leaveTheater : playerTexts.theater,
      onChoose: () => onRequest({ kind: 'toggle-theater' }),
    });
  entries.push({ kind: 'check', key: 'audio', label: playerTexts.audioOnly, isOn: isAudioOnly, onToggle: () => session.setMode('audio-only', !isAudioOnly) });
  if (fillMode) entries.push({ kind: 'check', key: 'fill', label: playerTexts.fillScreen, isOn: fillMode.isOn, onToggle: () => fillMode.set(!fillMode.isOn) });
  entries.push({ kind: 'command', key: 'help', upTo: 'wide', label: playerTexts.help, onChoose: () => onRequest({ kind: 'show-help' }) });
  return entries;
}
