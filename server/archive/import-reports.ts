// Reads the reports of library scans. The importer writes them (server/catalogue).
import type { ImportProblem, ImportReport } from '../catalogue/records.ts';
import type { Database } from '../database/transaction.ts';

/** An import's report with the number of its problems. The list of problems is left out, because it may have an entry for every file. */
export type LastImport = Omit<ImportReport, 'problems'> & { problemCount: number };

export function createImportReports(database: Database) {
  const selectLast = database.prepare('SELECT report FROM import_report ORDER BY id DESC LIMIT 1');
  const countProblems = database.prepare('SELECT count(*) AS count FROM import_problem');
  const problems = database.prepare('SELECT file, reason FROM import_problem ORDER BY place LIMIT ? OFFSET ?');
  return {
    /** The report of the last scan that changed something or found other problems than the scan before it; null if there is none yet. */
    last(): LastImport | null {
      const row = selectLast.get() as { report: string } | undefined;
      if (row === undefined) return null;
      const { problems: _problems, ...report } = JSON.parse(row.report) as ImportReport;
      return { ...report, problemCount: (countProblems.get() as { count: number }).count };
    },
    /** The problems of the last scan, ordered by folder. */
    problems: ({ limit, offset }: { limit: number; offset: number }): ImportProblem[] => problems.all(limit, offset) as unknown as ImportProblem[],
  };
}
