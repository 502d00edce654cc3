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
  const realFileSystem = await original<typeof fileSystem>();
  return {
    ...realFileSystem,
    opendir(folder: string) {
      if (system.hasDescriptors) return realFileSystem.opendir(folder);
      return Promise.reject(Object.assign(new Error('EMFILE: too many open files, opendir'), { code: 'EMFILE', syscall: 'opendir' }));
    },
  };
});

const channelId = 'UCharbourharbourharbour1';
const videoOnDisk = { videoId: 'on-disk-001', mediaFile: 'Disk/pier.mp4' };
const deletedVideo = { videoId: 'deleted-001', mediaFile: 'Pier/gone.mp4' };

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
  catalogue.putVideos([videoOnDisk, deletedVideo].map((video) => aVideo({ ...video, channelId })));
  catalogue.markMissing([videoOnDisk.videoId, deletedVideo.videoId]);
});
afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true, force: true });
});

const findMissing = () => stillMissing(singleFolder(folder), createSqliteCatalogue(database), [videoOnDisk, deletedVideo]);

test('a video whose whole folder is absent is not gone', async () => {
  expect(await findMissing()).toEqual({ goneVideos: [deletedVideo], videosInAbsentFolder: [videoOnDisk] });
});

test('no video counts as gone while the system has no free file descriptor, because then no folder can be checked', async () => {
  system.hasDescriptors = false;
  await expect(findMissing()).rejects.toThrow('EMFILE');
  system.hasDescriptors = true;
  expect(await findMissing()).toMatchObject({ goneVideos: [deletedVideo] });
});
