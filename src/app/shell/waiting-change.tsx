import { changeText, nextTryText, subjectText } from '../../features/unsent/change-text.ts';
import type { PendingChange, SyncStatus } from '../../queries/views.ts';
import { age } from '../../texts/formats.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { IconButton } from '../../ui/button.tsx';
import { ChangeLine } from './change-line.tsx';
import styles from './sync-sheet.module.css';

const { sheet: texts } = syncSheetTexts;

interface WaitingChangeProps {
  change: PendingChange;
  nowMs: number;
  /** Absent for a change of another copy, which is not sent from this copy. */
  sending?: { status: SyncStatus; onDiscard: () => void };
}

export function WaitingChange({ change, nowMs, sending }: WaitingChangeProps) {
  const isSent = change.state.name === 'sent' && sending !== undefined;
  const nextTryLine = sending ? nextTryText(change, sending.status, nowMs) : null;
  return (
    <li>
      <ChangeLine change={change} timeText={isSent ? texts.sending : age(change.createdAtMs, nowMs)}>
        {change.isServerFailing ? <p className={styles['failing']}>{texts.serverFails}</p> : null}
        {nextTryLine === null ? null : <p>{nextTryLine}</p>}
      </ChangeLine>
      {/* a change being sent cannot be recalled */}
      {isSent || !sending ? null : (
        <IconButton
          label={texts.discardOne(`${changeText(change).label}, ${subjectText(change)}`)}
          icon="close"
          iconSize={18}
          className={styles['discard']}
          onClick={sending.onDiscard}
        />
      )}
    </li>
  );
}
