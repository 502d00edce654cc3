// Commands for all items that the filters match. A dialog asks the user to confirm the count, and asks again if the count has changed.
import { useState } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import type { DownloadsChange, DownloadTotal } from '../../commands/download-commands.ts';
import { downloadsTexts } from '../../texts/downloads.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ListIcon } from '../../ui/list-icon.tsx';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { useCommand } from '../../features/writes/use-command.ts';
import { listQuery, type QueueView } from './queue-view.ts';
import styles from './bulk-actions.module.css';

type BulkAction = DownloadsChange['to'];

const labels: Record<BulkAction, string> = {
  priority: downloadsTexts.downloadNow,
  ignore: downloadsTexts.ignore,
  pending: downloadsTexts.toQueue,
  clear_error: downloadsTexts.clearErrors,
  forgotten: downloadsTexts.forget,
};

/** `forgotten` is not offered while only errors are listed, because the archive's call that forgets items has no filter for errors. */
function bulkActionsOf({ status, isErrorsOnly }: QueueView): BulkAction[] {
  const actions: BulkAction[] = status === 'pending' ? ['priority', 'ignore'] : ['pending'];
  return isErrorsOnly ? ['clear_error', ...actions] : [...actions, 'forgotten'];
}

interface Question {
  action: BulkAction;
  total: DownloadTotal;
  /** The total that the user confirmed before it changed; null if the question is asked for the first time. */
  previousTotal: DownloadTotal | null;
}

export function BulkActions({ view, total, onStarted }: { view: QueueView; total: DownloadTotal; onStarted: () => void }) {
  const { changeDownloads } = useCommands();
  const command = useCommand();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  if (view.text !== '') return <p className={styles['note']}>{downloadsTexts.bulkByText}</p>;

  async function change({ action, total: confirmedTotal }: Question): Promise<void> {
    setIsBusy(true);
    const { page: _page, text: _text, ...filters } = listQuery(view, 1);
    const result = await command(() => changeDownloads({ filters, to: action, confirmed: confirmedTotal }), {
      message: downloadsTexts.bulkDone(confirmedTotal.total, confirmedTotal.isCapped),
      failureText: (failure) => (failure.kind === 'changed' ? null : commandErrorText(failure)),
    });
    setIsBusy(false);
    if (result.ok && action === 'priority') onStarted();
    setQuestion(!result.ok && result.error.kind === 'changed' ? { action, total: result.error.current, previousTotal: confirmedTotal } : null);
  }

  return (
    <div role="group" aria-label={downloadsTexts.bulk} className={styles['bar']}>
      <span className={styles['all']}>
        <ListIcon name="select-all" size={20} />
        {downloadsTexts.bulkAll(total.total, total.isCapped)}
      </span>
      <div className={styles['actions']}>
        {bulkActionsOf(view).map((action) => (
          <Button key={action} tone={action === 'forgotten' ? 'danger' : 'plain'} onClick={() => setQuestion({ action, total, previousTotal: null })}>
            {labels[action]}
          </Button>
        ))}
      </div>
      {question ? (
        <ConfirmDialog
          // A new count resets the confirmation.
          key={question.total.total}
          question={downloadsTexts.bulkQuestion[question.action](question.total.total, question.total.isCapped)}
          consequence={
            question.previousTotal
              ? downloadsTexts.bulkChanged(totalText(question.previousTotal), totalText(question.total))
              : downloadsTexts.bulkConsequence[question.action]
          }
          isBusy={isBusy}
          answers={[
            { label: labels[question.action], tone: question.action === 'forgotten' ? 'danger-fill' : 'primary', onChoose: () => void change(question) },
          ]}
          onCancel={() => setQuestion(null)}
        />
      ) : null}
    </div>
  );
}

const totalText = ({ total, isCapped }: DownloadTotal): string => downloadsTexts.total(total, isCapped);
