// A button that needs the archive now: busy until it has answered, and what it said when it did not do it.
import { useState, type ReactNode } from 'react';
import type { CommandFailure } from '../../commands/command-failure.ts';
import type { Result } from '../../lib/result.ts';
import { Button, type ButtonTone } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { commandWords } from './command-words.ts';
import styles from './command-button.module.css';

type Sending = { name: 'idle' } | { name: 'busy' } | { name: 'done' } | { name: 'refused'; why: string };

interface CommandButtonProps {
  children: string;
  label?: string | undefined;
  tone?: ButtonTone;
  icon?: IconName;
  isDisabled?: boolean;
  /** Said in its place once it was done; without it the button stays. */
  doneWords?: string | undefined;
  run: () => Promise<Result<unknown, CommandFailure>>;
  /** How a failure is said; the common words without it. */
  words?: (failure: CommandFailure) => string;
}

export function CommandButton({ children, label, tone, icon, isDisabled = false, doneWords, run, words = commandWords }: CommandButtonProps): ReactNode {
  const [sending, setSending] = useState<Sending>({ name: 'idle' });

  async function send(): Promise<void> {
    setSending({ name: 'busy' });
    const result = await run();
    setSending(result.ok ? { name: 'done' } : { name: 'refused', why: words(result.error) });
  }

  return (
    <span className={styles['command']}>
      <span role="status" className={styles['done']}>
        {sending.name === 'done' ? doneWords : null}
      </span>
      {sending.name === 'done' && doneWords !== undefined ? null : (
        <Button
          {...(tone ? { tone } : {})}
          {...(icon ? { icon } : {})}
          aria-label={label}
          disabled={isDisabled || sending.name === 'busy'}
          onClick={() => void send()} // its outcome is drawn here
        >
          {children}
        </Button>
      )}
      {sending.name === 'refused' ? (
        <span role="alert" className={styles['refused']}>
          {sending.why}
        </span>
      ) : null}
    </span>
  );
}
