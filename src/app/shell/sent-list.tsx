// The last sent changes, collapsed by default. Part of the sync sheet.
import { useState } from 'react';
import { outcomeText } from '../../features/unsent/change-text.ts';
import { useSentChanges } from '../../queries/sync-sheet.ts';
import { age } from '../../texts/formats.ts';
import { syncSheetTexts } from '../../texts/sync-sheet.ts';
import { classNames } from '../../ui/class-names.ts';
import { ChangeLine } from './change-line.tsx';
import styles from './sync-sheet.module.css';

export function SentList({ nowMs }: { nowMs: number }) {
  const sentChanges = useSentChanges();
  const [isOpen, setIsOpen] = useState(false);
  if (sentChanges.length === 0) return null;
  return (
    <details className={styles['sent']} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={styles['label']}>{syncSheetTexts.history.title(sentChanges.length)}</summary>
      {isOpen ? (
        <ul className={classNames(styles['list'], styles['past'])}>
          {sentChanges.map((change) => (
            <li key={`${change.settledAtMs} ${change.lane} ${change.askedAtMs}`}>
              <ChangeLine change={change} timeText={age(change.settledAtMs, nowMs)}>
                <p>{outcomeText(change, nowMs)}</p>
              </ChangeLine>
            </li>
          ))}
        </ul>
      ) : null}
    </details>
  );
}
