// A field for several lines that looks like a single-line field until it contains more. The text stays until it has been accepted.
import { useId, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { linesOf } from './lines.ts';
import styles from './lines-form.module.css';

interface LinesFormProps {
  label: string;
  placeholder: string;
  /** The button's label. */
  action: string;
  /** Shown under the field while it contains text. */
  help?: string | undefined;
  /** `plain` where something else on the page is more important. */
  tone?: 'primary' | 'plain';
  initialText?: string;
  /** Explains how the text is interpreted. Shown under the field while it contains text. */
  below?: (text: string) => ReactNode;
  /** Receives the non-blank lines. Resolves to false to keep the text in the field. */
  onSubmit: (lines: string[]) => Promise<boolean>;
}

/** Above this height the field scrolls. */
const maxRows = 6;

export function LinesForm({ label, placeholder, action, help, tone = 'primary', initialText = '', below, onSubmit }: LinesFormProps) {
  const [text, setText] = useState(initialText);
  const [isBusy, setIsBusy] = useState(false);
  const helpId = useId();
  const hasHelp = help !== undefined && text !== '';

  async function submit(event?: FormEvent): Promise<void> {
    event?.preventDefault();
    const lines = linesOf(text);
    if (isBusy || lines.length === 0) return; // SPEC §5: whitespace alone is ignored
    setIsBusy(true);
    try {
      // Text that was typed while the lines were being submitted stays.
      if (await onSubmit(lines)) setText((currentText) => (currentText.startsWith(text) ? currentText.slice(text.length).trimStart() : currentText));
    } finally {
      setIsBusy(false);
    }
  }

  function submitByKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void submit(); // the result is the state of this form
  }

  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <label className={styles['field']}>
        <Icon name="plus" size={18} />
        <textarea
          aria-label={label}
          placeholder={placeholder}
          rows={Math.min(maxRows, text.split('\n').length)}
          value={text}
          autoCapitalize="off"
          autoComplete="off"
          spellCheck={false}
          {...(hasHelp ? { 'aria-describedby': helpId } : {})}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={submitByKey}
        />
      </label>
      <Button type="submit" tone={tone} disabled={isBusy} className={styles['button']}>
        {action}
      </Button>
      {hasHelp ? (
        <p id={helpId} className={styles['help']}>
          {help}
        </p>
      ) : null}
      {below && text.trim() !== '' ? <div className={styles['below']}>{below(text)}</div> : null}
    </form>
  );
}
