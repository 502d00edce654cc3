// Read-only files are flushed to the disk too, because otherwise they could not be moved to another file system.
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import type * as fileSystem from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fsyncFile } from '../../server/disk/fsync.ts';

// These tests may run as root, which can open any file, so the permission is checked here.
vi.mock('node:fs/promises', async (original) => {
  const realFileSystem = await original<typeof fileSystem>();
  return {
    ...realFileSystem,
    async open(file: string, flags: string) {
      if (flags !== 'r' && ((await realFileSystem.stat(file)).mode & 0o200) === 0)
        throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
      return realFileSystem.open(file, flags);
    },
  };
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-fsync-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('a read-only file is flushed, and stays read-only', async () => {
  const file = path.join(folder, 'Low tide.mp4');
  await writeFile(file, 'a film');
  await chmod(file, 0o444);
  await fsyncFile(file);
  expect((await stat(file)).mode & 0o777).toBe(0o444);
});

test('flushing a file that does not exist fails', async () => {
  await expect(fsyncFile(path.join(folder, 'nowhere.mp4'))).rejects.toThrow('ENOENT');
});
