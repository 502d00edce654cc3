import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Task } from '../../commands/task-watch.ts';
import { useTaskWatch } from '../../features/commands/use-task-watch.ts';

const none: readonly Task[] = [];
const noTasks = { subscribe: () => () => {}, read: () => none, isIdle: () => true };

/**
 * Whether a task that was started here still runs: from its start, before the archive lists it, until it has failed, sent its last message
 * or left the list, or until the task watch no longer looks for it. Without an id from the archive (`taskId` is null), the task counts as
 * running for as long as the page is open.
 */
export function useIsTaskRunning(taskId: string | null, isStarted: boolean): boolean {
  const { subscribe, read, isIdle } = useTaskWatch() ?? noTasks;
  const tasks = useSyncExternalStore(subscribe, read);
  const isWatchIdle = useSyncExternalStore(subscribe, isIdle);
  const [seen, setSeen] = useState<{ taskId: string; hadProgress: boolean } | null>(null);
  const task = tasks.find(({ id }) => id === taskId);
  const hasProgress = (task?.progress ?? null) !== null;
  const hadProgress = hasProgress || (seen?.taskId === taskId && seen.hadProgress);
  const isListed = task !== undefined;
  // Remembered: a task that was listed, and no longer is, has ended.
  useEffect(() => {
    if (taskId !== null && isListed) setSeen((last) => ({ taskId, hadProgress: hasProgress || (last?.taskId === taskId && last.hadProgress) }));
  }, [taskId, isListed, hasProgress]);
  // Just after the start the watch may still be idle. Once it has given up, a later request of other screens does not bring the task back.
  const [watched, setWatched] = useState<{ taskId: string | null; isGivenUp: boolean } | null>(null);
  useEffect(() => {
    if (!isStarted) return;
    setWatched((last) => {
      if (last?.taskId === taskId) return isWatchIdle ? { taskId, isGivenUp: true } : last;
      return isWatchIdle ? last : { taskId, isGivenUp: false };
    });
  }, [isStarted, isWatchIdle, taskId]);
  if (!isStarted) return false;
  if (!task) return seen?.taskId !== taskId && !(taskId !== null && watched?.taskId === taskId && watched.isGivenUp);
  return task.state !== 'failed' && !(hadProgress && task.progress === null);
}
