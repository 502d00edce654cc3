// Asks twice before a restore, which replaces the whole index. TubeArchivist servers empty the index first (docs/behaviour.md, Backups and
// snapshots).
import { useState } from 'react';
import { useIsEmbeddedServer } from '../../queries/page-documents.ts';
import { uiTexts } from '../../texts/ui.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface RestoreTexts {
  question: string;
  consequence: string;
  answer: string;
  secondQuestion: string;
  secondConsequence: (isOurs: boolean) => string;
  secondAnswer: string;
}

interface RestoreQuestionProps {
  texts: RestoreTexts;
  /** Resolves to null if the restore has started, otherwise to the reason in words. */
  onRestore: () => Promise<string | null>;
  onClose: () => void;
}

type RestoreState = { name: 'first' } | { name: 'second' } | { name: 'busy' } | { name: 'failed'; reason: string };

export function RestoreQuestion({ texts, onRestore, onClose }: RestoreQuestionProps) {
  const [restoreState, setRestoreState] = useState<RestoreState>({ name: 'first' });
  const isOurs = useIsEmbeddedServer();

  async function restore(): Promise<void> {
    setRestoreState({ name: 'busy' });
    const reason = await onRestore();
    if (reason === null) onClose();
    else setRestoreState({ name: 'failed', reason });
  }

  return restoreState.name === 'first' ? (
    <ConfirmDialog
      key="first"
      question={texts.question}
      consequence={texts.consequence}
      answers={[{ label: texts.answer, tone: 'danger', onChoose: () => setRestoreState({ name: 'second' }) }]}
      onCancel={onClose}
    />
  ) : (
    <ConfirmDialog
      key="second"
      question={texts.secondQuestion}
      consequence={restoreState.name === 'failed' ? restoreState.reason : texts.secondConsequence(isOurs)}
      answers={[{ label: texts.secondAnswer, tone: 'danger-fill', onChoose: () => void restore() }]} // its outcome is drawn here
      cancelLabel={uiTexts.cancel}
      isBusy={restoreState.name === 'busy'}
      onCancel={onClose}
    />
  );
}
