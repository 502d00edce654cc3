import { listTexts } from '../texts/lists.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import chips from './chip.module.css';
import styles from './playable-chip.module.css';

interface PlayableChipProps {
  isOn: boolean;
  /** Whether the chip is placed after the existing chips. */
  isLast?: boolean;
  onToggle: () => void;
}

/** "Playable now": shows only videos that are complete on this device. */
export function PlayableChip({ isOn, isLast = false, onToggle }: PlayableChipProps) {
  return (
    <button type="button" aria-pressed={isOn} className={classNames(chips['chip'], styles['playable'], isLast && styles['last'])} onClick={onToggle}>
      <Icon name="saved" size={17} />
      {listTexts.playableNow}
    </button>
  );
}
