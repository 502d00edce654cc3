// What became of tasks: a row for each that ended, kept for 30 days. Written by tasks.ts in the transaction that ends the task,
// read by /admin/system/. Knows nothing of how tasks run.
import type { Database } from '../database/transaction.ts';

export interface EndedTask {
  id: number;
  name: string;
  title: string;
  outcome: 'done' | 'failed' | 'killed';
  /** Unix seconds. */
  startedAt: number;
  endedAt: number;
  lines: string[];
}

export type TaskHistory = ReturnType<typeof createTaskHistory>;

const keptSeconds = 30 * 86_400;

export function createTaskHistory(database: Database) {
  const insert = database.prepare('INSERT INTO task_run (name, title, outcome, started_at, ended_at, lines) VALUES (?, ?, ?, ?, ?, ?)');
  const prune = database.prepare('DELETE FROM task_run WHERE ended_at < ?');
  const columns = 'id, name, title, outcome, started_at AS startedAt, ended_at AS endedAt, lines';
  const page = database.prepare(`SELECT ${columns} FROM task_run WHERE id < ? ORDER BY id DESC LIMIT ?`);
  const failedPage = database.prepare(`SELECT ${columns} FROM task_run WHERE id < ? AND outcome <> 'done' ORDER BY id DESC LIMIT ?`);

  return {
    prune: (nowSeconds: number): void => void prune.run(nowSeconds - keptSeconds),

    /** Part of the caller's transaction. */
    add({ name, title, outcome, startedAt, endedAt, lines }: Omit<EndedTask, 'id'>): void {
      prune.run(endedAt - keptSeconds);
      insert.run(name, title, outcome, startedAt, endedAt, JSON.stringify(lines));
    },

    /** Newest first, at most `most`, of those older than the run `before`; null: from the newest. */
    list({ before = null, most, isFailedOnly = false }: { before?: number | null; most: number; isFailedOnly?: boolean }): EndedTask[] {
      const rows = (isFailedOnly ? failedPage : page).all(before ?? Number.MAX_SAFE_INTEGER, most) as unknown as (Omit<EndedTask, 'lines'> & {
        lines: string;
      })[];
      return rows.map((row) => ({ ...row, lines: JSON.parse(row.lines) as string[] }));
    },
  };
}
