import { changeText, nextTryText, subjectText } from '../../features/unsent/change-text.ts';
import type { PendingChange, SyncStatus } from '../../queries/views.ts';
import { age } from '../../texts/formats.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './sync-sheet.module.css';

const { sheet: texts } = syncSheetTexts;

interface WaitingChangeProps {
  change: PendingChange;
  nowMs: number;
  /** Absent for a change of another copy, which is not sent from this copy. */
  sending?: { status: SyncStatus; onDiscard: () => void };
}

export function WaitingChange({ change, nowMs, sending }: WaitingChangeProps) {
  const { icon, label } = changeText(change);
  const isSent = change.state.name === 'sent' && sending !== undefined;
  const nextTryLine = sending ? nextTryText(change, sending.status, nowMs) : null;
  return (
    <li>
      <span className={styles['change-icon']}>
        <Icon name={icon} size={19} />
      </span>
      <div>
        <b>{label}</b>
        <p className={styles['subject']}>
          <span>{subjectText(change)}</span>
          <span>{` · ${isSent ? texts.sending : age(change.createdAtMs, nowMs)}`}</span>
        </p>
        {change.isServerFailing ? <p className={styles['failing']}>{texts.serverFails}</p> : null}
        {nextTryLine === null ? null : <p>{nextTryLine}</p>}
      </div>
      {/* a change being sent cannot be recalled */}
      {isSent || !sending ? null : (
        <IconButton
          label={texts.discardOne(`${label}, ${subjectText(change)}`)}
          icon="close"
          iconSize={18}
          className={styles['discard']}
          onClick={sending.onDiscard}
        />
      )}
    </li>
  );
}
