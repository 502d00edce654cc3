// What became of tasks, for programs that ask by name or id: what waits and runs is in the table of tasks, what ended is kept in
// memory until the server stops. Called by tasks.ts, which says what ended.
import type { Database } from '../database/transaction.ts';

export type TaskRun = { id: string; name: string } & (
  | { state: 'waiting' | 'running'; input: unknown }
  | { state: 'ended'; level: 'info' | 'error'; lines: string[]; endedAtMs: number }
);

/** A busy day of them. */
const mostEnded = 200;

export function createTaskRuns(database: Database) {
  const rows = database.prepare('SELECT id, name, input FROM task ORDER BY rowid DESC');
  const ended: TaskRun[] = [];

  return {
    end(run: Omit<Extract<TaskRun, { state: 'ended' }>, 'state'>): void {
      ended.unshift({ ...run, state: 'ended' });
      ended.splice(mostEnded);
    },
    /** The newest first: what has not ended, then what has. */
    list(isRunning: (id: string) => boolean): TaskRun[] {
      const unended = (rows.all() as { id: string; name: string; input: string }[]).map(({ id, name, input }): TaskRun => {
        const state = isRunning(id) ? 'running' : 'waiting';
        return { id, name, state, input: JSON.parse(input) as unknown };
      });
      // The row of one that has just ended goes a moment later.
      const hasEnded = new Set(ended.map(({ id }) => id));
      return [...unended.filter(({ id }) => !hasEnded.has(id)), ...ended];
    },
  };
}
