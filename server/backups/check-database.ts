// Checks whether a staged database is intact, on a separate thread: for a large archive that takes seconds, during which the server keeps answering.
// The thread ends with the process.
import { Worker } from 'node:worker_threads';

export type Finding = { kind: 'whole' } | { kind: 'damaged' } | { kind: 'dangling'; table: string; parent: string; rows: number };

/**
 * @param what `pages`: SQLite's own structure; `references`: rows whose parent row is missing
 * @throws when the thread cannot do its work, for example without memory
 */
export function checkDatabase(file: string, what: 'pages' | 'references'): Promise<Finding> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./check-database.thread.mjs', import.meta.url), { workerData: { file, what }, execArgv: [] });
    let finding: Finding | null = null;
    thread.once('message', (found: Finding) => (finding = found));
    thread.once('error', reject);
    // Not earlier: its connection lasts until the thread's last statement.
    thread.once('exit', () => (finding ? resolve(finding) : reject(new Error('The database could not be checked.'))));
  });
}
