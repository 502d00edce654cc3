// Reads and writes the findings of imports (Finding in records.ts).
import { inTransaction, type Database } from '../database/transaction.ts';
import type { Finding, ImportProblem } from './records.ts';

interface FindingRow {
  media_file: string;
  state: string;
  kind: Finding['kind'];
  other: string | null;
  problems: string;
}

export function createFindings(database: Database) {
  const count = database.prepare('SELECT count(*) AS count FROM import_finding');
  const byFile = database.prepare('SELECT * FROM import_finding WHERE media_file = ?');
  const afterFile = database.prepare('SELECT * FROM import_finding WHERE media_file > ? ORDER BY media_file LIMIT ?');
  const put = database.prepare('INSERT OR REPLACE INTO import_finding (media_file, state, kind, other, problems) VALUES (?, ?, ?, ?, ?)');
  const drop = database.prepare('DELETE FROM import_finding WHERE media_file = ?');

  return {
    countFindings: () => (count.get() as { count: number }).count,
    findingAt: (mediaFile: string): Finding | null => findingOf(byFile.get(mediaFile)),
    findingsAfter: (mediaFile: string, limit: number): Finding[] => afterFile.all(mediaFile, limit).map((row) => findingOf(row) as Finding),
    putFindings: (findings: Finding[]): void =>
      inTransaction(database, () => {
        for (const finding of findings) put.run(finding.mediaFile, finding.state, finding.kind, otherOf(finding), JSON.stringify(finding.problems));
      }),
    dropFindings: (mediaFiles: string[]): void => inTransaction(database, () => mediaFiles.forEach((file) => drop.run(file))),
  };
}

function otherOf(finding: Finding): string | null {
  return finding.kind === 'copy' ? finding.importedFile : finding.kind === 'deleted' ? finding.videoId : null;
}

function findingOf(queryResult: unknown): Finding | null {
  if (queryResult === undefined) return null;
  const row = queryResult as FindingRow;
  const common = { mediaFile: row.media_file, state: row.state, problems: JSON.parse(row.problems) as ImportProblem[] };
  if (row.kind === 'copy') return { ...common, kind: 'copy', importedFile: row.other ?? '' };
  if (row.kind === 'deleted') return { ...common, kind: 'deleted', videoId: row.other ?? '' };
  return { ...common, kind: row.kind };
}
