// A question about something that cannot be undone. The answers are in the caller's order. Cancel is last and focused; Esc cancels.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { uiTexts } from '../texts/ui.ts';
import { Button, type ButtonTone } from './button.tsx';
import { showAsModal } from './modal.ts';
import { useToast } from './toasts.tsx';
import styles from './dialog.module.css';

export interface ConfirmAnswer {
  label: string;
  tone: ButtonTone;
  onChoose: () => void;
}

interface ConfirmDialogProps {
  question: string;
  /** The consequence, or the reason for a failure. */
  consequence?: string | null | undefined;
  /** A control for something to do before answering, such as an export. */
  aside?: ReactNode;
  answers: readonly ConfirmAnswer[];
  cancelLabel?: string;
  isBusy?: boolean;
  onCancel: () => void;
}

export function ConfirmDialog({ question, consequence, aside, answers, cancelLabel = uiTexts.cancel, isBusy = false, onCancel }: ConfirmDialogProps) {
  const titleId = useId();
  const textId = useId();
  return (
    <dialog
      ref={showAsModal}
      role="alertdialog"
      aria-labelledby={titleId}
      {...(consequence ? { 'aria-describedby': textId } : {})}
      className={styles['question']}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <h2 id={titleId}>{question}</h2>
      {consequence ? <p id={textId}>{consequence}</p> : null}
      {aside ? <div className={styles['aside']}>{aside}</div> : null}
      <div className={styles['answers']}>
        {answers.map((answer) => (
          <Button key={answer.label} tone={answer.tone} disabled={isBusy} onClick={answer.onChoose}>
            {answer.label}
          </Button>
        ))}
        <Button tone="quiet" data-first-focus onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </dialog>
  );
}

/** The reason for the last failure, which the dialog shows, and its setter. A failure after the dialog was closed is shown as a toast. */
export function useDialogFailure(): [string | null, (reason: string | null) => void] {
  const showToast = useToast();
  const [failure, setFailure] = useState<string | null>(null);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  return [failure, (reason) => (isClosed.current && reason !== null ? showToast({ text: reason }) : setFailure(reason))];
}
