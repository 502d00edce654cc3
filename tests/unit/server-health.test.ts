import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { archiveChecks } from '../../server/health/archive-checks.ts';
import { createHealth, type Check } from '../../server/health/health.ts';

const gigabyte = 1_000_000_000;
const plentyBytes = 50 * gigabyte;

test.each<[string, Record<string, number>, Partial<Check>]>([
  ['enough space on all of them', { '/data': plentyBytes, '/library': plentyBytes, '/downloads': plentyBytes }, { state: 'ok' }],
  [
    'little space for downloads alone',
    { '/data': plentyBytes, '/library': plentyBytes, '/downloads': gigabyte },
    { state: 'warn', message: 'The disk of the downloads folder is nearly full: 1.0 GB of 100 GB are free.' },
  ],
  [
    'little space in the library',
    { '/data': plentyBytes, '/library': gigabyte, '/downloads': plentyBytes },
    { state: 'warn', message: 'The disk of the library folder is nearly full: 1.0 GB of 100 GB are free.' },
  ],
  ['downloads on a disk that is absent', { '/data': plentyBytes, '/library': plentyBytes }, { state: 'ok' }],
])('the disk check gives the right state with %s', async (_what, freeByFolder, expectedCheck) => {
  const database = openDatabase(':memory:');
  onTestFinished(() => database.close());
  const { disk } = archiveChecks({
    database,
    dataFolder: '/data',
    libraryFolder: '/library',
    downloadsFolder: '/downloads',
    ytDlp: { state: () => Promise.reject(new Error('not asked')) },
    alerts: { list: () => [] },
    measure: (folder) => {
      const freeBytes = freeByFolder[folder];
      return freeBytes === undefined ? Promise.reject(new Error('ENOENT')) : Promise.resolve({ freeBytes, totalBytes: 100 * gigabyte });
    },
  });
  expect(await disk?.()).toMatchObject(expectedCheck);
});

test('the database check warns if the file is removed or replaced while the server runs', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stowaway-health-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'stowaway.sqlite');
  const database = openDatabase(file);
  onTestFinished(() => database.close());
  database.prepare("INSERT INTO archive (key, value) VALUES ('archive-id', 'an id')").run();
  const ytDlp = { state: () => Promise.reject(new Error('not asked')) };
  const checks = archiveChecks({ database, dataFolder: folder, libraryFolder: folder, downloadsFolder: folder, ytDlp, alerts: { list: () => [] } });
  const state = async () => (await checks['database']?.())?.state;
  expect(await state()).toBe('ok');
  renameSync(file, `${file}.moved`);
  expect(await state()).toBe('warn');
  copyFileSync(`${file}.moved`, file);
  expect(await state()).toBe('warn');
  rmSync(file);
  renameSync(`${file}.moved`, file);
  expect(await state()).toBe('ok');
});

test('a check that does not answer counts as failing, and runs again only after it has answered', async () => {
  const okCheck: Check = { state: 'ok', message: 'It is back.' };
  let sendAnswer: () => void = () => undefined;
  const firstAnswer = new Promise<Check>((resolve) => (sendAnswer = () => resolve(okCheck)));
  let checkCount = 0;
  const health = createHealth({ library: () => ((checkCount += 1) === 1 ? firstAnswer : okCheck) }, 5);
  for (let callCount = 0; callCount < 3; callCount += 1)
    expect(await health.report()).toMatchObject({ state: 'failing', checks: { library: { message: 'No answer within 0.005 s.' } } });
  expect(checkCount).toBe(1);
  sendAnswer();
  await firstAnswer;
  expect(await health.report()).toEqual({ state: 'ok', checks: { library: okCheck } });
  expect(await health.report()).toMatchObject({ state: 'ok' });
  expect(checkCount).toBeGreaterThan(1);
});
