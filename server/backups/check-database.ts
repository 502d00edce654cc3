// Looks whether a database in preparation is whole, on a thread of its own: of a large archive that takes seconds, in which the
// one that serves answers. The thread goes with the process.
import { Worker } from 'node:worker_threads';

export type Finding = { kind: 'whole' } | { kind: 'damaged' } | { kind: 'dangling'; table: string; parent: string; rows: number };

/**
 * @param what `pages`: SQLite's own structure; `references`: rows that belong to rows which are not there
 * @throws what keeps the thread from its work, a full memory say
 */
export function checkDatabase(file: string, what: 'pages' | 'references'): Promise<Finding> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./check-database.thread.mjs', import.meta.url), { workerData: { file, what }, execArgv: [] });
    let finding: Finding | null = null;
    thread.once('message', (found: Finding) => (finding = found));
    thread.once('error', reject);
    // Not before: its connection lasts as long as the thread's last statement.
    thread.once('exit', () => (finding ? resolve(finding) : reject(new Error('The database could not be checked.'))));
  });
}
