// A button that starts a task of the archive. While the task runs, its progress text replaces the button (SPEC §2 "Actions page").
import { useState } from 'react';
import type { CommandFailure } from '../../commands/command-failure.ts';
import type { Result } from '../../lib/result.ts';
import { actionsTexts as texts } from '../../texts/actions.ts';
import { Button } from '../../ui/button.tsx';
import { CommandFailureMessage, CommandStatus } from '../../features/commands/command-button.tsx';
import { commandErrorText } from '../../features/commands/command-error-text.ts';
import { useIsAway } from '../../features/commands/use-is-away.ts';
import { useExpectTask } from '../../features/commands/use-task-watch.ts';
import { useIsTaskRunning } from './use-running-task.ts';

/** Resolves to the task's id, or to null if the archive sent none. */
export type StartTask = () => Promise<Result<string | null, CommandFailure>>;

type StartState = { name: 'idle' } | { name: 'busy' } | { name: 'started'; taskId: string | null } | { name: 'failed'; reason: string };

export function StartButton({ label, progress, start }: { label: string; progress: string; start: StartTask }) {
  const isAway = useIsAway();
  const expectTask = useExpectTask();
  const [startState, setStartState] = useState<StartState>({ name: 'idle' });
  const isRunning = useIsTaskRunning(startState.name === 'started' ? startState.taskId : null, startState.name === 'started');

  async function run(): Promise<void> {
    setStartState({ name: 'busy' });
    const result = await start();
    if (result.ok) expectTask();
    setStartState(result.ok ? { name: 'started', taskId: result.value } : { name: 'failed', reason: commandErrorText(result.error) });
  }

  return (
    <>
      <CommandStatus text={isRunning ? progress : null} />
      {isRunning ? null : (
        <Button aria-label={label} disabled={isAway || startState.name === 'busy'} onClick={() => void run()}>
          {texts.start}
        </Button>
      )}
      {startState.name === 'failed' ? <CommandFailureMessage reason={startState.reason} /> : null}
    </>
  );
}
