import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { archiveChecks } from '../../server/health/archive-checks.ts';
import { createHealth, type Check } from '../../server/health/health.ts';

const gigabyte = 1_000_000_000;
const plenty = 50 * gigabyte;

test.each<[string, Record<string, number>, Partial<Check>]>([
  ['enough space on all of them', { '/data': plenty, '/library': plenty, '/downloads': plenty }, { state: 'ok' }],
  [
    'little space for downloads alone',
    { '/data': plenty, '/library': plenty, '/downloads': gigabyte },
    { state: 'warn', message: 'The disk of the downloads folder is nearly full: 1.0 GB of 100 GB are free.' },
  ],
  [
    'little space in the library',
    { '/data': plenty, '/library': gigabyte, '/downloads': plenty },
    { state: 'warn', message: 'The disk of the library folder is nearly full: 1.0 GB of 100 GB are free.' },
  ],
  ['downloads on a disk that is absent', { '/data': plenty, '/library': plenty }, { state: 'ok' }],
])('the disk check gives the right state with %s', async (_what, freeByFolder, expected) => {
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
  expect(await disk?.()).toMatchObject(expected);
});

test('a check that does not answer is failing, and is begun again only after it has answered', async () => {
  const ok: Check = { state: 'ok', message: 'It is back.' };
  let answer: () => void = () => undefined;
  const firstAnswer = new Promise<Check>((resolve) => (answer = () => resolve(ok)));
  let checkCount = 0;
  const health = createHealth({ library: () => ((checkCount += 1) === 1 ? firstAnswer : ok) }, 5);
  for (let calls = 0; calls < 3; calls += 1)
    expect(await health.report()).toMatchObject({ state: 'failing', checks: { library: { message: 'No answer within 0.005 s.' } } });
  expect(checkCount).toBe(1);
  answer();
  await firstAnswer;
  expect(await health.report()).toEqual({ state: 'ok', checks: { library: ok } });
  expect(await health.report()).toMatchObject({ state: 'ok' });
  expect(checkCount).toBeGreaterThan(1);
});
