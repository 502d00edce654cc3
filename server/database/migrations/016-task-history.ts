import type { Database } from '../transaction.ts';

/** Results of tasks, for /admin/system/, and since when each current task has been running. Times are Unix seconds. */
export function createTaskHistory(database: Database): void {
  database.exec(`
    CREATE TABLE task_run (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      title TEXT NOT NULL,
      -- 'done', 'failed', or 'killed' with the process that ran it.
      outcome TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER NOT NULL,
      -- JSON: the last lines, as they were shown.
      lines TEXT NOT NULL
    );
    CREATE INDEX task_run_age ON task_run (ended_at);
    -- Since when a process works on it; null: none does. One that is set at a start belongs to a process that was killed.
    ALTER TABLE task ADD COLUMN begun_at INTEGER;
  `);
}
