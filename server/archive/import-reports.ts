// Reads the reports of library scans. The importer writes them (server/catalogue).
import type { ImportProblem, ImportReport } from '../catalogue/records.ts';
import type { Database } from '../database/transaction.ts';

/** An import's report with the number of its problems. A stored report lists only the first of them, so the list is left out. */
export type LastImport = Omit<ImportReport, 'problems'> & { problemCount: number };

export function createImportReports(database: Database) {
  const selectLast = database.prepare('SELECT report FROM import_report ORDER BY id DESC LIMIT 1');
  const countProblems = database.prepare('SELECT count(*) AS count FROM import_problem');
  const problems = database.prepare('SELECT file, reason FROM import_problem ORDER BY place LIMIT ? OFFSET ?');
  return {
    /** The last stored report; null if there is none yet. Automatic scans that find nothing new are usually not stored. */
    last(): LastImport | null {
      const row = selectLast.get() as { report: string } | undefined;
      if (row === undefined) return null;
      const { problems: _problems, ...report } = JSON.parse(row.report) as ImportReport;
      return { ...report, problemCount: (countProblems.get() as { count: number }).count };
    },
    /** All problems of the last stored report, in its order. */
    problems: ({ limit, offset }: { limit: number; offset: number }): ImportProblem[] => problems.all(limit, offset) as unknown as ImportProblem[],
  };
}
