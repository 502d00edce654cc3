// Finds tasks and their results, for programs that query by name or id. Waiting and running tasks are in the table of tasks, ended ones in
// the history. Tasks that ended since the start are also kept in memory, because a refused start is in no table, and on a full disk the
// history waits for space. Called by tasks.ts, which reports ended tasks here.
import type { Database } from '../database/transaction.ts';
import type { EndedTask, TaskHistory } from './history.ts';

export type TaskRun = { id: string; name: string } & (
  | { state: 'waiting' | 'running'; input: unknown }
  | { state: 'ended'; level: 'info' | 'error'; lines: string[]; endedAtMs: number }
);

type EndedRun = Extract<TaskRun, { state: 'ended' }>;

/** The largest number of ended tasks in the list: as many as end on a busy day. Older ones are found only by their id. */
const maxEnded = 200;

export function createTaskRuns(database: Database, history: Pick<TaskHistory, 'find' | 'list'>) {
  const selectAll = database.prepare('SELECT id, name, input FROM task ORDER BY rowid DESC');
  const selectOne = database.prepare('SELECT id, name, input FROM task WHERE id = ?');
  const endedRuns: EndedRun[] = [];

  return {
    end(run: Omit<EndedRun, 'state'>): void {
      endedRuns.unshift({ ...run, state: 'ended' });
      endedRuns.splice(maxEnded);
    },
    /** Tasks, newest first: those that have not ended, then those that have. */
    list(isRunning: (id: string) => boolean): TaskRun[] {
      const seenIds = new Set(endedRuns.map(({ id }) => id));
      const isNew = ({ id }: TaskRun): boolean => !seenIds.has(id) && Boolean(seenIds.add(id));
      // A task that has just ended may still have its row. A task that was killed and restarted is also in the history.
      const unendedRuns = (selectAll.all() as unknown as TaskRow[]).map((found) => unendedRun(found, isRunning)).filter(isNew);
      const storedRuns = history.list({ limit: maxEnded }).flatMap(endedRun).filter(isNew);
      const newestRuns = [...endedRuns, ...storedRuns].toSorted((one, other) => other.endedAtMs - one.endedAtMs);
      return [...unendedRuns, ...newestRuns.slice(0, maxEnded)];
    },
    find(id: string, isRunning: (id: string) => boolean): TaskRun | null {
      const unendedRow = selectOne.get(id) as TaskRow | undefined;
      const storedRun = history.find(id);
      return endedRuns.find((run) => run.id === id) ?? (unendedRow && unendedRun(unendedRow, isRunning)) ?? (storedRun && endedRun(storedRun)[0]) ?? null;
    },
  };
}

interface TaskRow {
  id: string;
  name: string;
  input: string;
}

function unendedRun({ id, name, input }: TaskRow, isRunning: (id: string) => boolean): TaskRun {
  return { id, name, state: isRunning(id) ? 'running' : 'waiting', input: JSON.parse(input) as unknown };
}

/** The run as a list, which is empty for a task that ended before ids were stored. */
function endedRun({ taskId, name, outcome, lines, endedAt }: EndedTask): EndedRun[] {
  if (taskId === null) return [];
  return [{ id: taskId, name, state: 'ended', level: outcome === 'done' ? 'info' : 'error', lines, endedAtMs: endedAt * 1000 }];
}
