// Two mounts of one device look like one file system, but files cannot be renamed from one to the other.
import type * as fileSystem from 'node:fs/promises';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createArchive } from '../../server/archive/archive.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { createLibraryLock } from '../../server/library/library-lock.ts';
import { createTrash } from '../../server/trash/trash.ts';

vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof fileSystem>();
  return {
    ...files,
    async rename(from: string, to: string) {
      const isCrossing = from.includes('/Pier/') !== to.includes('/Pier/');
      if (isCrossing) throw Object.assign(new Error('EXDEV: cross-device link not permitted'), { code: 'EXDEV', syscall: 'rename' });
      return files.rename(from, to);
    },
  };
});

test('a deletion leaves no empty trash folder at the root of the library if the file can only be moved into one in its own folder', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-crossing-'));
  const archive = createArchive(openDatabase(':memory:'));
  onTestFinished(async () => {
    archive.database.close();
    await rm(folder, { recursive: true, force: true });
  });
  const library = createLibraryPlaces({ libraryFolder: path.join(folder, 'library'), isOwnersLibrary: false, dataFolder: folder });
  await mkdir(library.absolute('Pier'), { recursive: true });
  await writeFile(library.absolute('Pier/Low tide.mp4'), 'a video');
  const trash = createTrash({ archive, library, libraryLock: createLibraryLock(), log: () => undefined });
  const item = { kind: 'video' as const, ref: 'pier-000001', title: 'Low tide', parent: null, isAutomatic: false, rows: {} };
  const id = await trash.take(item, ['Pier/Low tide.mp4'], () => ({}));
  expect(trash.items.find(id)?.files).toEqual([{ file: 'Pier/Low tide.mp4', place: `Pier/.stowaway-trash/${id}/0/Low tide.mp4` }]);
  expect(await readdir(library.absolute(''))).toEqual(['Pier']);
});
