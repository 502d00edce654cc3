// Acts on everything the filters match at once: a command behind a confirmation with the count, which is asked again when the count has
// changed.
import { useState } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import type { DownloadsChange, DownloadTotal } from '../../commands/download-commands.ts';
import { downloadsTexts } from '../../texts/downloads.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { commandWords } from '../../features/commands/command-words.ts';
import { useCommand } from '../../features/writes/use-command.ts';
import { listQuery, type QueueView } from './queue-view.ts';
import styles from './bulk-actions.module.css';

type Way = DownloadsChange['to'];

const labels: Record<Way, string> = {
  priority: downloadsTexts.downloadNow,
  ignore: downloadsTexts.ignore,
  pending: downloadsTexts.toQueue,
  clear_error: downloadsTexts.clearErrors,
  forgotten: downloadsTexts.forget,
};

/** The archive's call to forget has no filter for errors. */
function waysOf({ status, isErrorsOnly }: QueueView): Way[] {
  const ways: Way[] = status === 'pending' ? ['priority', 'ignore'] : ['pending'];
  return isErrorsOnly ? ['clear_error', ...ways] : [...ways, 'forgotten'];
}

interface Question {
  way: Way;
  total: DownloadTotal;
  /** The previously confirmed total, if it has changed. */
  before: DownloadTotal | null;
}

export function BulkActions({ view, total, onStarted }: { view: QueueView; total: DownloadTotal; onStarted: () => void }) {
  const { changeDownloads } = useCommands();
  const command = useCommand();
  const [question, setQuestion] = useState<Question | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  if (view.text !== '') return <p className={styles['note']}>{downloadsTexts.bulkByText}</p>;

  async function change({ way, total: asked }: Question): Promise<void> {
    setIsBusy(true);
    const { page: _page, text: _text, ...filters } = listQuery(view, 1);
    const done = await command(() => changeDownloads({ filters, to: way, asked }), {
      said: downloadsTexts.bulkDone(asked.total, asked.isCapped),
      failed: (failure) => (failure.kind === 'changed' ? null : commandWords(failure)),
    });
    setIsBusy(false);
    if (done.ok && way === 'priority') onStarted();
    setQuestion(!done.ok && done.error.kind === 'changed' ? { way, total: done.error.now, before: asked } : null);
  }

  return (
    <div role="group" aria-label={downloadsTexts.bulk} className={styles['bar']}>
      <span className={styles['all']}>
        <Icon name="tick" size={18} />
        {downloadsTexts.bulkAll(total.total, total.isCapped)}
      </span>
      <div className={styles['ways']}>
        {waysOf(view).map((way) => (
          <Button key={way} size="small" tone={way === 'forgotten' ? 'danger' : 'plain'} onClick={() => setQuestion({ way, total, before: null })}>
            {labels[way]}
          </Button>
        ))}
      </div>
      {question ? (
        <ConfirmDialog
          // A new count resets the confirmation.
          key={question.total.total}
          question={downloadsTexts.bulkQuestion[question.way](question.total.total, question.total.isCapped)}
          consequence={
            question.before ? downloadsTexts.bulkChanged(words(question.before), words(question.total)) : downloadsTexts.bulkConsequence[question.way]
          }
          isBusy={isBusy}
          answers={[{ label: labels[question.way], tone: question.way === 'forgotten' ? 'danger-fill' : 'primary', onChoose: () => void change(question) }]}
          onCancel={() => setQuestion(null)}
        />
      ) : null}
    </div>
  );
}

const words = ({ total, isCapped }: DownloadTotal): string => downloadsTexts.total(total, isCapped);
