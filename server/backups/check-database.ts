// Checks whether a staged database is intact. For a large archive this takes seconds, so a separate thread does it while the server keeps
// answering. The thread ends with the process.
import { Worker } from 'node:worker_threads';

export type Finding = { kind: 'whole' } | { kind: 'damaged' } | { kind: 'dangling'; table: string; parent: string; rows: number };

/**
 * @param what `pages`: SQLite's own structure; `references`: rows whose parent row is missing
 * @throws if the thread cannot do its work, for example because memory is exhausted
 */
export function checkDatabase(file: string, what: 'pages' | 'references'): Promise<Finding> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./check-database.thread.mjs', import.meta.url), { workerData: { file, what }, execArgv: [] });
    let finding: Finding | null = null;
    thread.once('message', (message: Finding) => (finding = message));
    thread.once('error', reject);
    // Resolves only when the thread has ended, so that nothing of it runs any more.
    thread.once('exit', () => (finding ? resolve(finding) : reject(new Error('The database could not be checked.'))));
  });
}
