import { expect, test } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { archiveChecks } from '../../server/health/archive-checks.ts';
import type { Check } from '../../server/health/health.ts';

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
])('the disk check with %s', async (_what, freeByFolder, expected) => {
  const { disk } = archiveChecks({
    database: openDatabase(':memory:'),
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
