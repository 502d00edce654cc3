import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import type { SyncStatusView } from './sync-status-view.ts';
import styles from './sync-chip.module.css';

/** The connection state and the unsent changes, in the top bar. Opens the sync sheet. */
export function SyncChip({ view, className, onOpen }: { view: SyncStatusView; className?: string | undefined; onOpen: () => void }) {
  return (
    <button type="button" aria-label={view.label} aria-haspopup="dialog" className={classNames(styles['chip'], styles[view.tone], className)} onClick={onOpen}>
      <Icon name={view.icon} size={view.chipText === '' ? 21 : 18} />
      {view.chipText}
    </button>
  );
}

/** The connection state and the unsent changes, at the foot of the rail and the sidebar. */
export function SyncCard({ view, onOpen }: { view: SyncStatusView; onOpen: () => void }) {
  return (
    <button type="button" aria-haspopup="dialog" className={classNames(styles['card'], styles[view.tone])} onClick={onOpen}>
      <Icon name={view.icon} size={21} />
      <span>
        {view.title}
        <span className={styles['subtitle']}>{view.subtitle}</span>
      </span>
    </button>
  );
}
