import { expect, test, vi } from 'vitest';
import { checkOddLibrary } from './odd-library.ts';

vi.mock('node:fs/promises', async (original) => (await import('../doubles/file-system.ts')).faultyFileSystem(await original()));

test('an import of very strange files ends, adds every good one and reports every bad one once, and the archive can serve all that it added', async () => {
  await checkOddLibrary({ count: 100, seed: 12, requestedVideos: 20 });
  expect.hasAssertions();
});
