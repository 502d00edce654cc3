// Asks twice before a restore, which replaces the whole index. Some servers empty the index first (docs/behaviour.md, Backups and
// snapshots).
import { useState } from 'react';
import { uiTexts } from '../../texts/ui.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';

interface RestoreTexts {
  question: string;
  consequence: string;
  answer: string;
  secondQuestion: string;
  secondConsequence: string;
  secondAnswer: string;
}

interface RestoreQuestionProps {
  texts: RestoreTexts;
  /** Resolves to null if the restore has started, otherwise to the reason in words. */
  onRestore: () => Promise<string | null>;
  onClose: () => void;
}

type RestoreState = { name: 'first' } | { name: 'second' } | { name: 'busy' } | { name: 'refused'; why: string };

export function RestoreQuestion({ texts, onRestore, onClose }: RestoreQuestionProps) {
  const [asking, setAsking] = useState<RestoreState>({ name: 'first' });

  async function restore(): Promise<void> {
    setAsking({ name: 'busy' });
    const why = await onRestore();
    if (why === null) onClose();
    else setAsking({ name: 'refused', why });
  }

  return asking.name === 'first' ? (
    <ConfirmDialog
      key="first"
      question={texts.question}
      consequence={texts.consequence}
      answers={[{ label: texts.answer, tone: 'danger', onChoose: () => setAsking({ name: 'second' }) }]}
      onCancel={onClose}
    />
  ) : (
    <ConfirmDialog
      key="second"
      question={texts.secondQuestion}
      consequence={asking.name === 'refused' ? asking.why : texts.secondConsequence}
      answers={[{ label: texts.secondAnswer, tone: 'danger-fill', onChoose: () => void restore() }]} // its outcome is drawn here
      cancelLabel={uiTexts.cancel}
      isBusy={asking.name === 'busy'}
      onCancel={onClose}
    />
  );
}
