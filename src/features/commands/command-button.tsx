// A button that runs a command. It is busy until the archive answers. If the command fails, the reason is shown below it.
import { useState, type ReactNode } from 'react';
import type { CommandFailure } from '../../commands/command-failure.ts';
import type { Result } from '../../lib/result.ts';
import { Button, type ButtonTone } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { commandErrorText } from './command-error-text.ts';
import styles from './command-button.module.css';

type SendState = { name: 'idle' } | { name: 'busy' } | { name: 'done' } | { name: 'failed'; reason: string };

interface CommandButtonProps {
  children: string;
  label?: string | undefined;
  tone?: ButtonTone;
  icon?: IconName;
  isDisabled?: boolean;
  /** Replaces the button on success; if absent, the button stays. */
  doneText?: string | undefined;
  run: () => Promise<Result<unknown, CommandFailure>>;
  /** Default: `commandErrorText`. */
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
  const [sendState, setSendState] = useState<SendState>({ name: 'idle' });

  async function send(): Promise<void> {
    setSendState({ name: 'busy' });
    const result = await run();
    setSendState(result.ok ? { name: 'done' } : { name: 'failed', reason: failureText(result.error) });
  }

  return (
    <span className={styles['command']}>
      <CommandStatus text={sendState.name === 'done' ? doneText : null} />
      {sendState.name === 'done' && doneText !== undefined ? null : (
        <Button
          {...(tone ? { tone } : {})}
          {...(icon ? { icon } : {})}
          aria-label={label}
          disabled={isDisabled || sendState.name === 'busy'}
          onClick={() => void send()} // fire and forget: the outcome is drawn here
        >
          {children}
        </Button>
      )}
      {sendState.name === 'failed' ? <CommandFailureMessage reason={sendState.reason} /> : null}
    </span>
  );
}

/** The message that a command has succeeded, or that its task is running. Rendered without a text too, because it is a live region. */
export function CommandStatus({ text }: { text: string | null | undefined }): ReactNode {
  return (
    <span role="status" className={styles['status']}>
      {text}
    </span>
  );
}

/** The reason why a command failed, on its own line below the button. */
export function CommandFailureMessage({ reason }: { reason: string }): ReactNode {
  return (
    <span role="alert" className={styles['failure']}>
      {reason}
    </span>
  );
}
