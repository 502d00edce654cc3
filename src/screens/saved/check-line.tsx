// The check of saved videos: a button that starts it, its progress, and its result.
import { useEffect, useRef, useState } from 'react';
import { useSavedLink, type CheckOutcome } from '../../queries/saved.ts';
import { savedScreenTexts } from '../../texts/saved-screen.ts';
import { uiTexts } from '../../texts/ui.ts';
import { Button } from '../../ui/button.tsx';
import styles from './saved-screen.module.css';

const texts = savedScreenTexts.check;

type Check = { name: 'idle' } | { name: 'running'; checkedCount: number; total: number } | { name: 'done'; text: string };

/** Empty if nothing is wrong with the copies checked. */
function findingsText({ checkedCount, unreadCount, damagedIds, keptIds }: CheckOutcome): string {
  const total = checkedCount + unreadCount;
  const findings = [
    damagedIds.length > 0 ? texts.damaged(damagedIds.length, total) : null,
    keptIds.length > 0 ? texts.kept(keptIds.length) : null,
    unreadCount > 0 ? texts.unread(unreadCount, total) : null,
  ];
  return findings.filter(Boolean).join(' ');
}

export function CheckLine() {
  const link = useSavedLink();
  const [check, setCheck] = useState<Check>({ name: 'idle' });
  const abortController = useRef<AbortController | null>(null);
  useEffect(() => () => abortController.current?.abort(), []);
  if (!link) return null;
  const { actions } = link;

  async function run(): Promise<void> {
    if (abortController.current) return; // a check is running, but has not reported progress yet
    const controller = new AbortController();
    abortController.current = controller;
    try {
      const outcome = await actions.check((checkedCount, total) => setCheck({ name: 'running', checkedCount, total }), controller.signal);
      // A cancelled check has already dropped the damaged copies that it found, and cannot say that all are intact.
      const text = findingsText(outcome) || (controller.signal.aborted ? texts.help : texts.whole(outcome.checkedCount));
      setCheck({ name: 'done', text });
    } catch (reason) {
      console.warn('Saved videos could not be checked', reason);
      setCheck({ name: 'done', text: texts.failed });
    } finally {
      abortController.current = null;
    }
  }

  return (
    <div className={styles['check']}>
      {check.name === 'running' ? (
        <Button onClick={() => abortController.current?.abort()}>{uiTexts.cancel}</Button>
      ) : (
        <Button icon="sync" onClick={() => void run()}>
          {texts.start}
        </Button>
      )}
      <p role="status">{check.name === 'running' ? texts.progress(check.checkedCount, check.total) : check.name === 'done' ? check.text : texts.help}</p>
      {check.name === 'running' ? <progress max={check.total} value={check.checkedCount} aria-label={texts.start} /> : null}
    </div>
  );
}
