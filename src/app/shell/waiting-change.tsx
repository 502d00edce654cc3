import type { PendingChange } from '../../queries/views.ts';
import { age } from '../../texts/formats.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { changeWords, subjectWords, waitsWords } from './pending-words.ts';
import styles from './sync-sheet.module.css';

const { sheet: words } = syncSheetTexts;

/** Without `onDiscard` it can only be read. */
export function WaitingChange({ change, nowMs, onDiscard }: { change: PendingChange; nowMs: number; onDiscard?: () => void }) {
  const { icon, words: what } = changeWords(change);
  const isSent = change.state.name === 'sent' && onDiscard !== undefined;
  const waitsFor = waitsWords(change);
  return (
    <li>
      <span className={styles['sign']}>
        <Icon name={icon} size={19} />
      </span>
      <div>
        <b>{what}</b>
        <p className={styles['what']}>
          <span>{subjectWords(change)}</span>
          <span>{` · ${isSent ? words.sending : age(change.createdAtMs, nowMs)}`}</span>
        </p>
        {change.isServerFailing ? <p className={styles['reason']}>{words.serverFails}</p> : null}
        {waitsFor === null ? null : <p>{waitsFor}</p>}
      </div>
      {/* what is on its way cannot be called back */}
      {isSent || !onDiscard ? null : (
        <IconButton label={words.discardOne(`${what}, ${subjectWords(change)}`)} icon="close" iconSize={18} className={styles['discard']} onClick={onDiscard} />
      )}
    </li>
  );
}
