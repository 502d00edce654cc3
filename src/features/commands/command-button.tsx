// A button that runs a command. It is busy until the archive answers. If the command fails, the reason is shown below it.
import { useState, type ReactNode } from 'react';
import type { CommandFailure } from '../../commands/command-failure.ts';
import type { Result } from '../../lib/result.ts';
import { Button, type ButtonTone } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { commandErrorText } from './command-error-text.ts';
import styles from './command-button.module.css';

type SendState = { name: 'idle' } | { name: 'busy' } | { name: 'done' } | { name: 'refused'; why: string };

interface CommandButtonProps {
  children: string;
  label?: string | undefined;
  tone?: ButtonTone;
  icon?: IconName;
  isDisabled?: boolean;
  /** Replaces the button on success; if absent, the button stays. */
  doneText?: string | undefined;
  run: () => Promise<Result<unknown, CommandFailure>>;
  /** Defaults to the common texts. */
  failureText?: (failure: CommandFailure) => string;
}

export function CommandButton({
  children,
  label,
  tone,
  icon,
  isDisabled = false,
  doneText,
  run,
  failureText = commandErrorText,
}: CommandButtonProps): ReactNode {
  const [sending, setSending] = useState<SendState>({ name: 'idle' });

  async function send(): Promise<void> {
    setSending({ name: 'busy' });
    const result = await run();
    setSending(result.ok ? { name: 'done' } : { name: 'refused', why: failureText(result.error) });
  }

  return (
    <span className={styles['command']}>
      <CommandStatus text={sending.name === 'done' ? doneText : null} />
      {sending.name === 'done' && doneText !== undefined ? null : (
        <Button
          {...(tone ? { tone } : {})}
          {...(icon ? { icon } : {})}
          aria-label={label}
          disabled={isDisabled || sending.name === 'busy'}
          onClick={() => void send()} // fire and forget: the outcome is drawn here
        >
          {children}
        </Button>
      )}
      {sending.name === 'refused' ? <CommandRefusal why={sending.why} /> : null}
    </span>
  );
}

/** The message of a successful command, in place of its button. */
export function CommandStatus({ text }: { text: string | null | undefined }): ReactNode {
  return (
    <span role="status" className={styles['status']}>
      {text}
    </span>
  );
}

/** Why a command failed, on its own line below the button. */
export function CommandRefusal({ why }: { why: string }): ReactNode {
  return (
    <span role="alert" className={styles['refused']}>
      {why}
    </span>
  );
}
