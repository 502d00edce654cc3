// The body of the thread that check-database.ts starts. This file is JavaScript, because Node 20 cannot load TypeScript in a thread. The
// bundle and the sources use the same file.
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

const { file, what, queries } = workerData;
const workByKind = { pages: checkPages, references: checkReferences, rows: queryRows };
parentPort.postMessage(workByKind[what]());

/** @returns {import('./check-database.ts').Finding} */
function checkPages() {
  try {
    return inDatabase((database) => {
      const [result] = database.prepare('PRAGMA quick_check(1)').all();
      return result?.quick_check === 'ok' ? { kind: 'whole' } : { kind: 'damaged' };
    });
  } catch {
    // Severe damage makes even this query fail.
    return { kind: 'damaged' };
  }
}

/** @returns {import('./check-database.ts').Finding} */
function checkReferences() {
  return inDatabase((database) => {
    const danglingRows = database.prepare('PRAGMA foreign_key_check').all();
    const [firstRow] = danglingRows;
    if (!firstRow) return { kind: 'whole' };
    return { kind: 'dangling', table: firstRow.table, parent: firstRow.parent, rows: danglingRows.filter(({ table }) => table === firstRow.table).length };
  });
}

/** @returns {Record<string, unknown>[][]} */
function queryRows() {
  return inDatabase((database) => queries.map((query) => database.prepare(query).all()));
}

function inDatabase(query) {
  const database = new DatabaseSync(file);
  try {
    return query(database);
  } finally {
    database.close();
  }
}
