import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import type { RunningDownload, Task, TaskWatch } from '../../commands/task-watch.ts';
import type { KnownMutation } from '../../mutations/kinds/table.ts';
import { useSettledChanges } from '../../queries/sync-events.ts';

/** For screens of the staff: whether something runs is asked once when one is opened, and when it is visible again. */
export function useTaskLook(): void {
  const { tasks } = useCommands();
  useEffect(() => {
    const look = (): void => {
      // Nothing waits for it: cards show what comes of it.
      if (document.visibilityState === 'visible') void tasks().then((watch) => watch?.look());
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [tasks]);
}

/** The watch over what runs on the server, once its part of the client is there. */
export function useTaskWatch(): TaskWatch | null {
  const { tasks } = useCommands();
  const [watch, setWatch] = useState<TaskWatch | null>(null);
  useEffect(() => {
    let isGone = false;
    void tasks().then((arrived) => isGone || setWatch(() => arrived)); // its failures are a null
    return () => {
      isGone = true;
    };
  }, [tasks]);
  return watch;
}

const nothing = { subscribe: () => () => {}, read: () => null };

/** What the server downloads right now, as far as the watch knows: nothing is asked for it. */
export function useRunningDownload(): RunningDownload | null {
  const watch = useTaskWatch();
  return useSyncExternalStore(watch?.subscribe ?? nothing.subscribe, watch === null ? nothing.read : () => runningIn(watch.read()));
}

function runningIn(tasks: readonly Task[]): RunningDownload | null {
  return tasks.find(({ download, state }) => download !== null && (state === 'running' || state === 'stopping'))?.download ?? null;
}

/** Says that a task was set off by something that went out by itself. */
export function useExpectTask(): () => void {
  const { tasks } = useCommands();
  return useCallback(() => void tasks().then((watch) => watch?.expect()), [tasks]);
}

/** For what waits on this device and sets off a task once it has gone out, whichever tab sends it. */
export function useExpectOnceSent(startsTask: (mutation: KnownMutation) => boolean): void {
  const expectTask = useExpectTask();
  // Of another version of the app may be a mutation that this one does not know: then no name fits.
  useSettledChanges(({ mutation, outcome }) => outcome.name === 'sent' && startsTask(mutation as KnownMutation) && expectTask());
}
