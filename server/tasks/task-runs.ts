// What became of tasks, for programs that ask by name or id: what waits and runs is in the table of tasks, what ended in the history.
// What ended since the start is kept in memory as well: a start that was refused is in no table, and on a full disk the history
// waits for room. Called by tasks.ts, which says what ended.
import type { Database } from '../database/transaction.ts';
import type { EndedTask, TaskHistory } from './history.ts';

export type TaskRun = { id: string; name: string } & (
  | { state: 'waiting' | 'running'; input: unknown }
  | { state: 'ended'; level: 'info' | 'error'; lines: string[]; endedAtMs: number }
);

type EndedRun = Extract<TaskRun, { state: 'ended' }>;

/** A busy day of them: older ones are found by their id. */
const mostEnded = 200;

export function createTaskRuns(database: Database, history: Pick<TaskHistory, 'find' | 'list'>) {
  const rows = database.prepare('SELECT id, name, input FROM task ORDER BY rowid DESC');
  const row = database.prepare('SELECT id, name, input FROM task WHERE id = ?');
  const ended: EndedRun[] = [];

  return {
    end(run: Omit<EndedRun, 'state'>): void {
      ended.unshift({ ...run, state: 'ended' });
      ended.splice(mostEnded);
    },
    /** The newest first: what has not ended, then what has. */
    list(isRunning: (id: string) => boolean): TaskRun[] {
      const told = new Set(ended.map(({ id }) => id));
      const isNew = ({ id }: TaskRun): boolean => !told.has(id) && Boolean(told.add(id));
      // The row of one that has just ended goes a moment later. One that was killed and begun again is in the history, too.
      const unended = (rows.all() as unknown as TaskRow[]).map((found) => unendedRun(found, isRunning)).filter(isNew);
      const stored = history.list({ most: mostEnded }).flatMap(endedRun).filter(isNew);
      const newest = [...ended, ...stored].toSorted((one, other) => other.endedAtMs - one.endedAtMs);
      return [...unended, ...newest.slice(0, mostEnded)];
    },
    find(id: string, isRunning: (id: string) => boolean): TaskRun | null {
      const unended = row.get(id) as TaskRow | undefined;
      const stored = history.find(id);
      return ended.find((run) => run.id === id) ?? (unended && unendedRun(unended, isRunning)) ?? (stored && endedRun(stored)[0]) ?? null;
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

/** None of one that ended before ids were kept. */
function endedRun({ taskId, name, outcome, lines, endedAt }: EndedTask): EndedRun[] {
  if (taskId === null) return [];
  return [{ id: taskId, name, state: 'ended', level: outcome === 'done' ? 'info' : 'error', lines, endedAtMs: endedAt * 1000 }];
}
