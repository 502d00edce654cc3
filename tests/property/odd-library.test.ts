import { expect, test, vi } from 'vitest';
import { checkOddLibrary } from './odd-library.ts';

vi.mock('node:fs/promises', async (original) => (await import('../doubles/file-system.ts')).watchedFileSystem(await original()));

test('an import of the strangest files ends, takes in all that is good, names all that is bad once, and leaves nothing that HTTP cannot answer', async () => {
  await checkOddLibrary({ count: 100, seed: 12, asked: 20 });
  expect.hasAssertions();
});
