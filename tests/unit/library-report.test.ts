// The card on /admin/library/ and the log report the last scan of the library.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { libraryReportCard, readLibraryReport } from '../../server/admin/library-report-card.ts';
import { createImportReports } from '../../server/archive/import-reports.ts';
import type { ImportProblem, ImportReport } from '../../server/catalogue/records.ts';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { problemText } from '../../server/library/report-text.ts';
import { importReasons } from '../../server/texts/en/import-reasons.ts';
import { serverWording, wordingFor, type Wording } from '../../server/texts/wording.ts';

let database: Database;
beforeEach(() => {
  database = openDatabase(':memory:');
});
afterEach(() => database.close());

const noChanges = { added: 0, updated: 0, moved: 0, missing: 0, returned: 0, unchanged: 0, awayFolders: [] };
const aReport = (changes: Partial<ImportReport> = {}): ImportReport => ({
  startedAt: '2026-03-01T10:00:00.000Z',
  finishedAt: '2026-03-01T10:00:05.000Z',
  found: 3,
  problems: [],
  ...noChanges,
  ...changes,
});
const manyProblems = (count: number): ImportProblem[] => Array.from({ length: count }, (_, index) => ({ file: `clips/${index}.mp4`, reason: 'It is empty.' }));
const save = (report: ImportReport): void => createSqliteCatalogue(database).saveReport(report);
const germanWording = wordingFor({ language: 'de', locale: 'de' });
const cardAt = (url: string, wording: Wording = serverWording): string =>
  libraryReportCard(readLibraryReport({ importReports: createImportReports(database) }, url), wording).text;

test('every problem of the last scan can be read, page by page, with the full count', () => {
  save(aReport({ problems: manyProblems(3) }));
  save(aReport({ problems: manyProblems(1234) }));
  const shownFiles: string[] = [];
  for (let page = 1; page <= 25; page += 1) shownFiles.push(...[...cardAt(`/admin/library/?problems=${page}`).matchAll(/clips\/\d+\.mp4/g)].map(String));
  expect(shownFiles).toEqual(manyProblems(1234).map(({ file }) => file));
  expect(cardAt('/admin/library/')).toContain('1 234 files have problems');
  expect(cardAt('/admin/library/?problems=999')).toContain('1 201 to 1 234 of 1 234');
  expect(cardAt('/admin/library/?problems=-1e9')).toContain('1 to 50 of');
});

test('a stored report stays small, even with 50 000 problems', () => {
  save(aReport({ problems: manyProblems(50_000) }));
  const { bytes } = database.prepare('SELECT max(length(report)) AS bytes FROM import_report').get() as { bytes: number };
  expect(bytes).toBeLessThan(20_000);
});

test('the card shows when the last scan ended and what it changed', () => {
  expect(cardAt('/admin/library/')).toContain('has not been scanned yet');
  save(aReport({ added: 2, returned: 1 }));
  const card = cardAt('/admin/library/');
  expect(card).toContain('datetime="2026-03-01T10:00:05.000Z"');
  expect(card).toContain('3 media files, 2 new, 1 found again.');
  expect(card).toContain('Every file could be read.');
});

test('the card says in the visitor’s language why earlier scans failed', () => {
  save(aReport({ brokenOff: importReasons.scanFailed('no permission') }));
  expect(cardAt('/admin/library/')).toContain('Earlier scans failed: no permission; the import is tried again.');
  expect(cardAt('/admin/library/', germanWording)).toContain('Frühere Durchgänge sind gescheitert: keine Berechtigung; der Import wird noch einmal versucht.');
  save(aReport({ brokenOff: importReasons.scanWithoutSpace }));
  expect(cardAt('/admin/library/', germanWording)).toContain('gescheitert: Der Datenträger ist voll; der Import geht weiter, sobald Platz ist.');
});

test('a file name can add neither lines to the log nor markup to the page', () => {
  const problem = { file: 'a\nStowaway is ready: \u001b[31m\u202egpj.<b>.mp4', reason: 'It is empty.' };
  expect(problemText(problem)).toBe('a\\u000aStowaway is ready: \\u001b[31m\\u202egpj.<b>.mp4: It is empty.');
  save(aReport({ problems: [problem] }));
  expect(cardAt('/admin/library/')).toContain('a\\u000aStowaway is ready: \\u001b[31m\\u202egpj.&lt;b&gt;.mp4');
});
