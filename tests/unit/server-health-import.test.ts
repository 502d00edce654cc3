import { expect, test } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { archiveChecks } from '../../server/health/archive-checks.ts';

test('the health page counts every problem of the last import, not only the hundred that its report names', async () => {
  const database = openDatabase(':memory:');
  const problems = Array.from({ length: 150 }, (_value, index) => ({ file: `${index}.mp4`, reason: 'It is empty.' }));
  const report = { finishedAt: '2026-01-01T00:00:00.000Z', found: 1000, problems: problems.slice(0, 100) };
  database.prepare('INSERT INTO import_report (report) VALUES (?)').run(JSON.stringify(report));
  const insert = database.prepare('INSERT INTO import_problem (place, file, reason) VALUES (?, ?, ?)');
  for (const [place, { file, reason }] of problems.entries()) insert.run(place, file, reason);
  const ytDlp = { state: () => Promise.reject(new Error('not asked')) };
  const checks = archiveChecks({ database, dataFolder: '/', libraryFolder: '/', downloadsFolder: '/', ytDlp, alerts: { list: () => [] } });
  expect(await checks['import']?.()).toMatchObject({ state: 'warn', facts: { problems: 150 } });
  database.close();
});
