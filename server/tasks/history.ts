// Stores the result of each task that ended, as a row that is kept for 30 days. tasks.ts writes it in the transaction that ends the task;
// /admin/system/ and task-runs.ts read it. Knows nothing of how tasks run.
import type { Database } from '../database/transaction.ts';

/** Times are in Unix seconds. */
export interface EndedTask {
  /** Id of the row. */
  id: number;
  /** The id returned when the task was started; null if the task ended before ids were stored. */
  taskId: string | null;
  name: string;
  title: string;
  outcome: 'done' | 'failed' | 'killed';
  startedAt: number;
  endedAt: number;
  lines: string[];
}

export type TaskHistory = ReturnType<typeof createTaskHistory>;

const retentionSeconds = 30 * 86_400;

export function createTaskHistory(database: Database) {
  const insert = database.prepare('INSERT INTO task_run (task_id, name, title, outcome, started_at, ended_at, lines) VALUES (?, ?, ?, ?, ?, ?, ?)');
  const prune = database.prepare('DELETE FROM task_run WHERE ended_at < ?');
  const columns = 'id, task_id AS taskId, name, title, outcome, started_at AS startedAt, ended_at AS endedAt, lines';
  const selectPage = database.prepare(`SELECT ${columns} FROM task_run WHERE id < ? ORDER BY id DESC LIMIT ?`);
  const selectFailedPage = database.prepare(`SELECT ${columns} FROM task_run WHERE id < ? AND outcome <> 'done' ORDER BY id DESC LIMIT ?`);

  // A task that was killed and restarted has several rows, of which the newest is used.
  const selectLatestOfTask = database.prepare(`SELECT ${columns} FROM task_run WHERE task_id = ? ORDER BY id DESC LIMIT 1`);

  return {
    prune: (nowSeconds: number): void => void prune.run(nowSeconds - retentionSeconds),

    /** Adds a row, in the caller's transaction. */
    add({ taskId, name, title, outcome, startedAt, endedAt, lines }: Omit<EndedTask, 'id'>): void {
      prune.run(endedAt - retentionSeconds);
      insert.run(taskId, name, title, outcome, startedAt, endedAt, JSON.stringify(lines));
    },

    find(taskId: string): EndedTask | null {
      const row = selectLatestOfTask.get(taskId) as StoredRun | undefined;
      return row === undefined ? null : toEndedTask(row);
    },

    /** Ended tasks, newest first, at most `limit`. @param before id of the row to start before; null to start with the newest */
    list({ before = null, limit, isFailedOnly = false }: { before?: number | null; limit: number; isFailedOnly?: boolean }): EndedTask[] {
      const rows = (isFailedOnly ? selectFailedPage : selectPage).all(before ?? Number.MAX_SAFE_INTEGER, limit) as unknown as StoredRun[];
      return rows.map(toEndedTask);
    },
  };
}

type StoredRun = Omit<EndedTask, 'lines'> & { lines: string };

function toEndedTask(row: StoredRun): EndedTask {
  return { ...row, lines: JSON.parse(row.lines) as string[] };
}
