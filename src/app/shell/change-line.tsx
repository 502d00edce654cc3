import type { ReactNode } from 'react';
import { changeText, subjectText } from '../../features/unsent/change-text.ts';
import type { PendingChange } from '../../queries/views.ts';
import { Icon } from '../../ui/icon.tsx';
import styles from './sync-sheet.module.css';

interface ChangeLineProps {
  change: Pick<PendingChange, 'mutation' | 'subject' | 'isOfOtherVersion'>;
  /** Follows the subject: the age of the change, or that it is being sent. */
  timeText: string;
  /** Further lines below the subject. */
  children: ReactNode;
}

/** The line of a waiting or sent change: its icon, what it does, and its subject. */
export function ChangeLine({ change, timeText, children }: ChangeLineProps) {
  const { icon, label } = changeText(change);
  return (
    <>
      <span className={styles['change-icon']}>
        <Icon name={icon} size={19} />
      </span>
      <div>
        <b>{label}</b>
        <p className={styles['subject']}>
          <span>{subjectText(change)}</span>
          <span>{` · ${timeText}`}</span>
        </p>
        {children}
      </div>
    </>
  );
}
