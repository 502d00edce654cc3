// Asks twice before a restore, which replaces the whole index. TubeArchivist servers empty the index first (docs/behaviour.md, Backups and
// snapshots).
import { useState } from 'react';
import { useIsEmbeddedServer } from '../../queries/page-documents.ts';
import { uiTexts } from '../../texts/ui.ts';
import { ConfirmDialog, useDialogFailure } from '../../ui/confirm-dialog.tsx';

interface RestoreTexts {
  question: string;
  consequence: string;
  answer: string;
  secondQuestion: string;
  secondConsequence: (isEmbeddedServer: boolean) => string;
  secondAnswer: string;
}

interface RestoreQuestionProps {
  texts: RestoreTexts;
  /** Resolves to null if the restore has started, otherwise to the reason, as a text for the user. */
  onRestore: () => Promise<string | null>;
  onClose: () => void;
}

type Step = 'first' | 'second' | 'busy';

export function RestoreQuestion({ texts, onRestore, onClose }: RestoreQuestionProps) {
  const [step, setStep] = useState<Step>('first');
  const [failure, reportFailure] = useDialogFailure();
  const isEmbeddedServer = useIsEmbeddedServer();

  async function restore(): Promise<void> {
    setStep('busy');
    reportFailure(null);
    const reason = await onRestore();
    if (reason === null) return onClose();
    setStep('second');
    reportFailure(reason);
  }

  return step === 'first' ? (
    <ConfirmDialog
      key="first"
      question={texts.question}
      consequence={texts.consequence}
      answers={[{ label: texts.answer, tone: 'danger', onChoose: () => setStep('second') }]}
      onCancel={onClose}
    />
  ) : (
    <ConfirmDialog
      key="second"
      question={texts.secondQuestion}
      consequence={failure ?? texts.secondConsequence(isEmbeddedServer)}
      answers={[{ label: texts.secondAnswer, tone: 'danger-fill', onChoose: () => void restore() }]} // fire and forget: the outcome is drawn
      cancelLabel={uiTexts.cancel}
      isBusy={step === 'busy'}
      onCancel={onClose}
    />
  );
}
