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
      <CommandStatus words={sending.name === 'done' ? doneWords : null} />
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
      {sending.name === 'refused' ? <CommandRefusal why={sending.why} /> : null}
    </span>
  );
}

/** What became of a command, in the place of its button. */
export function CommandStatus({ words }: { words: string | null | undefined }): ReactNode {
  return (
    <span role="status" className={styles['status']}>
      {words}
    </span>
  );
}

/** Why it was not done, on a line of its own below the button. */
export function CommandRefusal({ why }: { why: string }): ReactNode {
  return (
    <span role="alert" className={styles['refused']}>
      {why}
    </span>
  );
}
