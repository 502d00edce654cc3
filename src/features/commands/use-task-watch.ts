import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useCommands } from '../../commands/commands-context.tsx';
import type { RunningDownload, Task, TaskWatch } from '../../commands/task-watch.ts';
import type { KnownMutation } from '../../mutations/kinds/table.ts';
import { useSettledChanges } from '../../queries/sync-events.ts';

/** Requests the running tasks when a staff screen opens and whenever it becomes visible again. */
export function useTaskRefresh(): void {
  const { tasks } = useCommands();
  useEffect(() => {
    const refresh = (): void => {
      // Fire and forget: the task cards show the outcome.
      if (document.visibilityState === 'visible') void tasks().then((watch) => watch?.check());
    };
    refresh();
    document.addEventListener('visibilitychange', refresh);
    return () => document.removeEventListener('visibilitychange', refresh);
  }, [tasks]);
}

/** The task watch; null until its chunk is loaded. */
export function useTaskWatch(): TaskWatch | null {
  const { tasks } = useCommands();
  const [watch, setWatch] = useState<TaskWatch | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    // `tasks()` never rejects: it resolves to null if the chunk could not be fetched.
    void tasks().then((loadedWatch) => isUnmounted || setWatch(() => loadedWatch));
    return () => {
      isUnmounted = true;
    };
  }, [tasks]);
  return watch;
}

const noTaskWatch = { subscribe: () => () => {}, read: () => null };

/** The running download, as far as the task watch knows. Sends no request. */
export function useRunningDownload(): RunningDownload | null {
  const watch = useTaskWatch();
  return useSyncExternalStore(watch?.subscribe ?? noTaskWatch.subscribe, watch === null ? noTaskWatch.read : () => runningDownloadIn(watch.read()));
}

function runningDownloadIn(tasks: readonly Task[]): RunningDownload | null {
  return tasks.find(({ download, state }) => download !== null && (state === 'running' || state === 'stopping'))?.download ?? null;
}

/** Returns a function to call after a request that makes the archive start a task: the task watch then looks for the task. */
export function useExpectTask(): () => void {
  const { tasks } = useCommands();
  return useCallback(() => void tasks().then((watch) => watch?.expect()), [tasks]);
}

/** Makes the task watch look for a task once any tab has sent a change that starts one. */
export function useExpectTaskOnceSent(startsTask: (mutation: KnownMutation) => boolean): void {
  const expectTask = useExpectTask();
  // A mutation from another version of the app may be unknown here; it then matches no kind.
  useSettledChanges(({ mutation, outcome }) => outcome.name === 'sent' && startsTask(mutation as KnownMutation) && expectTask());
}
