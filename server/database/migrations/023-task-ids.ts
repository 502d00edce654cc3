import type { Database } from '../transaction.ts';

/** The id that the API returned when the task was started. With it programs find the task's result even after a restart. */
export function addTaskIds(database: Database): void {
  database.exec(`
    -- Null: it ended before ids were kept.
    ALTER TABLE task_run ADD COLUMN task_id TEXT;
    CREATE INDEX task_run_task ON task_run (task_id) WHERE task_id IS NOT NULL;
  `);
}
