// Like tests/property/odd-library.test.ts, but with twenty times as many cases, which differ in every run. STOWAWAY_ODD_SEED repeats a run.
import { test, vi } from 'vitest';
import { checkOddLibrary } from '../property/odd-library.ts';

vi.mock('node:fs/promises', async (original) => (await import('../doubles/file-system.ts')).faultyFileSystem(await original()));

test('an import of 2 000 odd cases ends, adds every good file and reports every bad one', async () => {
  const seed = Number(process.env['STOWAWAY_ODD_SEED'] ?? Date.now() % 1_000_000);
  console.log(`The odd library has seed ${seed}.`);
  await checkOddLibrary({ count: 2000, seed, requestedVideos: 300 });
});
