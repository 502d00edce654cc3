// What the menus over the picture hold: speed, subtitles, chapters, and More, where a narrow player keeps what has no room.
import { duration } from '../texts/formats.ts';
import { playerTexts } from '../texts/player.ts';
import { chapterAt } from './chapters.ts';
import type { ControlsProps } from './controls.tsx';
import { PlayerMenu, type MenuEntry } from './player-menu.tsx';
import { subtitleSizes } from './player-preferences.ts';
import { commonSpeeds, speedAfter, speeds } from './speeds.ts';

export type MenuName = 'speed' | 'subtitles' | 'chapters' | 'sleep' | 'more';

export function ControlsMenu({ name, ...props }: ControlsProps & { name: MenuName }) {
  const close = () => props.onOpenMenu(null);
  switch (name) {
    case 'speed':
      return <PlayerMenu label={playerTexts.speed} entries={speedEntries(props)} onClose={close} />;
    case 'subtitles':
      return <PlayerMenu label={playerTexts.subtitles} entries={subtitleEntries(props)} onClose={close} />;
    case 'chapters':
      return <PlayerMenu label={playerTexts.chapters} entries={chapterEntries(props)} onClose={close} />;
    case 'sleep':
      return <PlayerMenu label={playerTexts.sleep} entries={sleepEntries(props)} onClose={close} />;
    case 'more':
      return <PlayerMenu label={playerTexts.more} entries={moreEntries(props)} onClose={close} />;
  }
}

function speedEntries({ snapshot, keptSpeed, channelName, onRequest }: ControlsProps): MenuEntry[] {
  const { speed } = snapshot;
  const stepTo = (steps: number) => (speedAfter(speed, steps) === speed ? null : () => onRequest({ kind: 'change-speed', steps }));
  return [
    ...commonSpeeds.map((common): MenuEntry => ({
      kind: 'radio',
      key: String(common),
      label: playerTexts.speedShown(common),
      note: common === 1 ? playerTexts.normalSpeed : undefined,
      isChosen: common === speed,
      onChoose: () => onRequest({ kind: 'set-speed', speed: common }),
    })),
    {
      kind: 'stepper',
      key: 'fine',
      shown: playerTexts.speedShown(speeds.includes(speed) ? speed : 1),
      less: { label: playerTexts.slower, onStep: stepTo(-1) },
      more: { label: playerTexts.faster, onStep: stepTo(1) },
    },
    ...(channelName === null
      ? []
      : [
          {
            kind: 'check',
            key: 'keep',
            label: playerTexts.keepSpeed(channelName),
            isOn: keptSpeed.isKept,
            onToggle: () => keptSpeed.keep(!keptSpeed.isKept),
          } as const,
        ]),
  ];
}

function subtitleEntries({ subtitles, subtitleChoice, onShowSubtitles }: ControlsProps): MenuEntry[] {
  const { shownIndex, size, setSize } = subtitleChoice;
  return [
    { kind: 'radio', key: 'off', label: playerTexts.subtitlesOff, isChosen: shownIndex === null, onChoose: () => onShowSubtitles(null) },
    ...subtitles.map((track, at): MenuEntry => ({
      kind: 'radio',
      key: String(at),
      label: track.name,
      note: playerTexts.subtitleSources[track.source],
      isChosen: at === shownIndex,
      onChoose: () => onShowSubtitles(at),
    })),
    {
      kind: 'stepper',
      key: 'size',
      shown: playerTexts.subtitleSizes[size],
      less: { label: playerTexts.smallerWords, onStep: stepSize(-1) },
      more: { label: playerTexts.largerWords, onStep: stepSize(1) },
    },
  ];

  function stepSize(step: number): (() => void) | null {
    const next = subtitleSizes[subtitleSizes.indexOf(size) + step];
    return next ? () => setSize(next) : null;
  }
}

function chapterEntries({ chapters, snapshot, onRequest }: ControlsProps): MenuEntry[] {
  const now = chapterAt(chapters, snapshot.positionSeconds);
  return chapters.map((chapter, at) => ({
    kind: 'radio',
    key: String(at),
    label: chapter.title || playerTexts.unnamedChapter(at + 1),
    note: duration(chapter.startSeconds),
    isChosen: at === now,
    onChoose: () => onRequest({ kind: 'seek-to', positionSeconds: chapter.startSeconds }),
  }));
}

function sleepEntries({ around }: ControlsProps): MenuEntry[] {
  const { sleep } = around;
  if (!sleep) return [];
  return sleep.choices.map((choice) => ({
    kind: 'radio',
    key: String(choice),
    label: playerTexts.sleepChoice(choice),
    isChosen: choice === sleep.chosen,
    onChoose: () => sleep.onChoose(choice),
  }));
}

function moreEntries({ snapshot, chapters, modes, around, onOpenMenu, onRequest }: ControlsProps): MenuEntry[] {
  const { pictureInPicture, audioOnly, filling } = modes;
  const entries: MenuEntry[] = [
    {
      kind: 'command',
      key: 'speed',
      only: 'narrow',
      label: playerTexts.speed,
      note: playerTexts.speedShown(snapshot.speed),
      staysOpen: true,
      onChoose: () => onOpenMenu('speed'),
    },
  ];
  if (chapters.length > 0)
    entries.push({ kind: 'command', key: 'chapters', only: 'medium', label: playerTexts.chapters, staysOpen: true, onChoose: () => onOpenMenu('chapters') });
  if (around.sleep) {
    const { chosen, secondsLeft } = around.sleep;
    const note = secondsLeft === null ? playerTexts.sleepChoice(chosen) : duration(secondsLeft);
    entries.push({ kind: 'command', key: 'sleep', label: playerTexts.sleep, note, staysOpen: true, onChoose: () => onOpenMenu('sleep') });
  }
  if (around.onOpenQueue) entries.push({ kind: 'command', key: 'queue', label: playerTexts.queue, onChoose: around.onOpenQueue });
  if (pictureInPicture.isPossible)
    entries.push({
      kind: 'command',
      key: 'picture-in-picture',
      only: 'medium',
      label: pictureInPicture.isOn ? playerTexts.leavePictureInPicture : playerTexts.pictureInPicture,
      onChoose: pictureInPicture.toggle,
    });
  if (modes.theater)
    entries.push({
      kind: 'command',
      key: 'theater',
      only: 'medium',
      label: modes.theater.isOn ? playerTexts.leaveTheater : playerTexts.theater,
      onChoose: () => onRequest({ kind: 'toggle-theater' }),
    });
  entries.push({ kind: 'check', key: 'audio', label: playerTexts.audioOnly, isOn: audioOnly.isOn, onToggle: () => audioOnly.set(!audioOnly.isOn) });
  if (filling) entries.push({ kind: 'check', key: 'fill', label: playerTexts.fillScreen, isOn: filling.isOn, onToggle: () => filling.set(!filling.isOn) });
  entries.push({ kind: 'command', key: 'help', only: 'medium', label: playerTexts.help, onChoose: () => onRequest({ kind: 'show-help' }) });
  return entries;
}
