import type { Database } from '../transaction.ts';

/** The id that the starting call answered, so that programs find what became of a task after a restart, too. */
export function addTaskIds(database: Database): void {
  database.exec(`
    -- Null: it ended before ids were kept.
    ALTER TABLE task_run ADD COLUMN task_id TEXT;
    CREATE INDEX task_run_task ON task_run (task_id) WHERE task_id IS NOT NULL;
  `);
}
