// A move that may replace nothing leaves a file alone that another program has put at the target, with and without hard links.
import { existsSync } from 'node:fs';
import type * as fileSystem from 'node:fs/promises';
import { link as realLink, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as fsync from '../../server/disk/fsync.ts';
import { isMoved, moveFile } from '../../server/disk/move-file.ts';
import { createLibraryPlaces } from '../../server/library/library-places.ts';
import { moveOutOfTrash } from '../../server/trash/move-files.ts';

let linkError: string | null;
/** Runs just before the move gives the file its new name. */
let actionBefore: (() => Promise<void>) | null;
vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof fileSystem>();
  return {
    ...files,
    async link(source: string, target: string) {
      await actionBefore?.();
      if (linkError !== null) throw Object.assign(new Error(linkError), { code: linkError, syscall: 'link' });
      return files.link(source, target);
    },
  };
});

/** For each flush of a folder, whether the moved file still had its old name. */
let hadOldNames: boolean[];
vi.mock('../../server/disk/fsync.ts', async (original) => {
  const flushes = await original<typeof fsync>();
  return {
    ...flushes,
    async fsyncFolder(flushedFolder: string) {
      hadOldNames.push(existsSync(inFolder('staged.mp4')));
      return flushes.fsyncFolder(flushedFolder);
    },
  };
});

let folder: string;
const inFolder = (name: string): string => path.join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-name-'));
  [linkError, actionBefore, hadOldNames] = [null, null, []];
  await writeFile(inFolder('staged.mp4'), 'downloaded');
});
afterEach(() => rm(folder, { recursive: true, force: true }));
const move = (replaces = false): Promise<void> => moveFile(inFolder('staged.mp4'), inFolder('Tide.mp4'), { replaces });

describe.each([
  ['on a file system with hard links', null],
  ['on a file system without hard links, such as exFAT', 'EPERM'],
  ['on a share that does not know hard links', 'ENOTSUP'],
  ['on a file system that links only within a folder', 'EXDEV'],
])('%s', (_where, code) => {
  beforeEach(() => {
    linkError = code;
  });

  test('a file moves to a free name, and its old name is gone', async () => {
    await move();
    expect([await readdir(folder), await readFile(inFolder('Tide.mp4'), 'utf8')]).toEqual([['Tide.mp4'], 'downloaded']);
  });

  test('a file that another program creates just before the move stays, and so does the moved file', async () => {
    actionBefore = () => writeFile(inFolder('Tide.mp4'), 'of another program');
    await expect(move()).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(inFolder('Tide.mp4'), 'utf8')).toBe('of another program');
    expect(await readFile(inFolder('staged.mp4'), 'utf8')).toBe('downloaded');
    await move(true);
    expect([await readdir(folder), await readFile(inFolder('Tide.mp4'), 'utf8')]).toEqual([['Tide.mp4'], 'downloaded']);
  });
});

test('a link request that NFS repeats does not take its own new name for another file', async () => {
  actionBefore = async () => {
    actionBefore = null;
    await realLink(inFolder('staged.mp4'), inFolder('Tide.mp4'));
  };
  await move();
  expect([await readdir(folder), await readFile(inFolder('Tide.mp4'), 'utf8')]).toEqual([['Tide.mp4'], 'downloaded']);
});

test('a symbolic link moves as a link, and leaves a file at the target alone', async () => {
  await rm(inFolder('staged.mp4'));
  await symlink('elsewhere.mp4', inFolder('staged.mp4'));
  await writeFile(inFolder('Tide.mp4'), 'of another program');
  await expect(move()).rejects.toMatchObject({ code: 'EEXIST' });
  await rm(inFolder('Tide.mp4'));
  await move();
  expect(await readlink(inFolder('Tide.mp4'))).toBe('elsewhere.mp4');
});

test('a move that was interrupted while the file had both names is recognised, and neither a file with one name nor a different file at the target counts as moved', async () => {
  await realLink(inFolder('staged.mp4'), inFolder('Tide.mp4'));
  expect(await isMoved(inFolder('staged.mp4'), inFolder('Tide.mp4'))).toBe(true);
  await rm(inFolder('Tide.mp4'));
  expect(await isMoved(inFolder('staged.mp4'), inFolder('staged.mp4'))).toBe(false);
  await writeFile(inFolder('Tide.mp4'), 'DOWNLOADED');
  expect(await isMoved(inFolder('staged.mp4'), inFolder('Tide.mp4'))).toBe(false);
});

test('a file that another program creates while an item leaves the trash stays, and the item’s file stays in the trash', async () => {
  const library = createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: true, dataFolder: folder });
  const moves = [{ file: 'Tide.mp4', place: 'staged.mp4' }];
  actionBefore = () => writeFile(inFolder('Tide.mp4'), 'of another program');
  expect(await moveOutOfTrash(library, moves)).toEqual(['Tide.mp4']);
  expect([await readFile(inFolder('Tide.mp4'), 'utf8'), await readFile(inFolder('staged.mp4'), 'utf8')]).toEqual(['of another program', 'downloaded']);
});

test('an item that was leaving the trash when the server was killed has one name after the next start', async () => {
  const library = createLibraryPlaces({ libraryFolder: folder, isOwnersLibrary: true, dataFolder: folder });
  await realLink(inFolder('staged.mp4'), inFolder('Tide.mp4'));
  expect(await moveOutOfTrash(library, [{ file: 'Tide.mp4', place: 'staged.mp4' }])).toEqual([]);
  expect(await readdir(folder)).toEqual(['Tide.mp4']);
  expect(hadOldNames, 'the new name is on the disk before the old one is removed').toEqual([true]);
});
