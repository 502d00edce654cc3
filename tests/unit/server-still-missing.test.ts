// Missing videos may be forgotten, but never those on a disk that may be unplugged.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type * as fileSystem from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { singleFolder } from '../../server/library/library-places.ts';
import { stillMissing } from '../../server/library/still-missing.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';

const system = vi.hoisted(() => ({ hasDescriptors: true }));
vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof fileSystem>();
  return {
    ...actual,
    opendir(folder: string) {
      if (system.hasDescriptors) return actual.opendir(folder);
      return Promise.reject(Object.assign(new Error('EMFILE: too many open files, opendir'), { code: 'EMFILE', syscall: 'opendir' }));
    },
  };
});

const channelId = 'UCharbourharbourharbour1';
const onDisk = { videoId: 'on-disk-001', mediaFile: 'Disk/pier.mp4' };
const deleted = { videoId: 'deleted-001', mediaFile: 'Pier/gone.mp4' };

let folder: string;
let database: Database;
beforeEach(async () => {
  system.hasDescriptors = true;
  folder = await mkdtemp(path.join(os.tmpdir(), 'stowaway-still-missing-'));
  await mkdir(path.join(folder, 'Pier'));
  await writeFile(path.join(folder, 'Pier/other.mp4'), '');
  database = openDatabase(':memory:');
  const catalogue = createSqliteCatalogue(database);
  catalogue.putChannels([aChannel({ channelId })]);
  catalogue.putVideos([onDisk, deleted].map((video) => aVideo({ ...video, channelId })));
  catalogue.markMissing([onDisk.videoId, deleted.videoId]);
});
afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true, force: true });
});

const find = () => stillMissing(singleFolder(folder), createSqliteCatalogue(database), [onDisk, deleted]);

test('a video whose whole folder is absent is not gone', async () => {
  expect(await find()).toEqual({ goneVideos: [deleted], videosInAbsentFolder: [onDisk] });
});

test('no video is gone while the system has no file descriptor left, because then no folder shows whether it is there', async () => {
  system.hasDescriptors = false;
  await expect(find()).rejects.toThrow('EMFILE');
  system.hasDescriptors = true;
  expect(await find()).toMatchObject({ goneVideos: [deleted] });
});
