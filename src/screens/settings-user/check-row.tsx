// The check of this copy: a button that starts it, its progress, and its result. A running check is cancelled when the page closes.
import { useEffect, useRef, useState } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import { checkDeviceTexts as texts } from '../../texts/check-device.ts';
import { uiTexts } from '../../texts/ui.ts';
import { Button } from '../../ui/button.tsx';
import { SettingRow } from '../../features/settings/setting-card.tsx';
import styles from './user-settings-screen.module.css';

type Check = { name: 'idle' } | { name: 'running'; checkedCount: number; total: number } | { name: 'done'; text: string };

export function CheckRow() {
  const { checkDevice } = useCommands();
  const [check, setCheck] = useState<Check>({ name: 'idle' });
  const abortController = useRef<AbortController | null>(null);
  useEffect(() => () => abortController.current?.abort(), []);

  async function run(): Promise<void> {
    const controller = new AbortController();
    abortController.current = controller;
    setCheck({ name: 'running', checkedCount: 0, total: 0 });
    const onProgress = (checkedCount: number, total: number): void => setCheck({ name: 'running', checkedCount, total });
    try {
      const report = await checkDevice({ isSample: false, onProgress, signal: controller.signal });
      setCheck(report && !report.isCancelled ? { name: 'done', text: texts.done(report) } : { name: 'idle' });
    } catch (reason) {
      console.warn('The copy could not be checked', reason);
      setCheck({ name: 'done', text: texts.failed });
    }
  }

  // All rows have been checked, and the missing ones are being requested.
  const isFetching = check.name === 'running' && check.total > 0 && check.checkedCount === check.total;
  return (
    <SettingRow
      label={texts.title}
      help={texts.help}
      note={
        <>
          <p role="status" className={styles['fact']}>
            {check.name === 'idle' ? '' : check.name === 'done' ? check.text : isFetching ? texts.fetching : texts.progress(check.checkedCount, check.total)}
          </p>
          {check.name === 'running' ? (
            <progress className={styles['progress']} {...(check.total > 0 ? { max: check.total, value: check.checkedCount } : {})} aria-label={texts.title} />
          ) : null}
        </>
      }
    >
      {({ helpId }) =>
        check.name === 'running' ? (
          <Button onClick={() => abortController.current?.abort()}>{uiTexts.cancel}</Button>
        ) : (
          <Button icon="sync" aria-label={texts.title} aria-describedby={helpId} onClick={() => void run()}>
            {texts.start}
          </Button>
        )
      }
    </SettingRow>
  );
}
