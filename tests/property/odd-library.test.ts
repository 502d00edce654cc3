import { expect, test, vi } from 'vitest';
import { checkOddLibrary } from './odd-library.ts';

vi.mock('node:fs/promises', async (original) => (await import('../doubles/file-system.ts')).faultyFileSystem(await original()));

test('an import of very strange files ends, adds every good file, reports every bad file once, and the archive serves all added files', async () => {
  await checkOddLibrary({ count: 100, seed: 12, requestedVideos: 20 });
  expect.hasAssertions();
});
