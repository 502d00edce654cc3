import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  text?: string | null | undefined;
  /** A next step that works right now. */
  action?: ReactNode;
}

/** An empty or failed view, never a dead end. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <Icon name={icon} size={34} />
      <h2 className={styles['title']}>{title}</h2>
      {text ? <p>{text}</p> : null}
      {action ? <div className={styles['action']}>{action}</div> : null}
    </div>
  );
}
