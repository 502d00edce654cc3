import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { SyncLook } from './sync-look.ts';
import styles from './sync-chip.module.css';

/** The connection state and the unsent changes, in the top bar. Opens the sync sheet. */
export function SyncChip({ look, className, onOpen }: { look: SyncLook; className?: string | undefined; onOpen: () => void }) {
  return (
    <button type="button" aria-label={look.spoken} aria-haspopup="dialog" className={classNames(styles['chip'], styles[look.tone], className)} onClick={onOpen}>
      <Icon name={look.icon} size={look.chipWords === '' ? 21 : 18} />
      {look.chipWords}
    </button>
  );
}

/** The same at the foot of rail and sidebar. */
export function SyncCard({ look, onOpen }: { look: SyncLook; onOpen: () => void }) {
  return (
    <button type="button" aria-haspopup="dialog" className={classNames(styles['card'], styles[look.tone])} onClick={onOpen}>
      <Icon name={look.icon} size={21} />
      <span>
        {look.title}
        <span className={styles['subtitle']}>{look.subtitle}</span>
      </span>
    </button>
  );
}
