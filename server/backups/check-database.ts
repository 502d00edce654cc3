// Runs work that reads a whole staged database: checks whether it is intact, and queries over all rows of a table. For a large archive this
// takes seconds, so a separate thread does it while the server keeps answering. The thread ends with the process.
import { Worker } from 'node:worker_threads';

export type Finding = { kind: 'whole' } | { kind: 'damaged' } | { kind: 'dangling'; table: string; parent: string; rows: number };

/**
 * @param what `pages`: SQLite's own structure; `references`: rows whose parent row is missing
 * @throws if the thread cannot do its work, for example because memory is exhausted
 */
export function checkDatabase(file: string, what: 'pages' | 'references'): Promise<Finding> {
  return runThread({ file, what });
}

/**
 * Runs the queries and returns the rows of each.
 * @throws if a query fails, or as `checkDatabase` does
 */
export function queryDatabase(file: string, queries: readonly string[]): Promise<Record<string, unknown>[][]> {
  return runThread({ file, what: 'rows', queries });
}

function runThread<Result>(workerData: { file: string; what: string; queries?: readonly string[] }): Promise<Result> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./check-database.thread.mjs', import.meta.url), { workerData, execArgv: [] });
    let result: Result | null = null;
    thread.once('message', (message: Result) => (result = message));
    thread.once('error', reject);
    // Resolves only when the thread has ended, so that nothing of it runs any more.
    thread.once('exit', () => (result ? resolve(result) : reject(new Error('The database could not be checked.'))));
  });
}
