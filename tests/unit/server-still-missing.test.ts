// Missing videos may be forgotten, but never those on a disk that may be unplugged.
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import type * as fileSystem from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSqliteCatalogue } from '../../server/catalogue/sqlite-catalogue.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import type { Database } from '../../server/database/transaction.ts';
import { createImporter } from '../../server/library/import-pass.ts';
import { singleFolder } from '../../server/library/library-places.ts';
import { sampleOf } from '../../server/library/media-sample.ts';
import { stillMissing } from '../../server/library/still-missing.ts';
import { anMp4 } from '../builders/library-media.ts';
import { aChannel, aVideo } from '../builders/server-records.ts';

const system = vi.hoisted(() => ({ hasDescriptors: true, failingOpens: 0 }));
vi.mock('node:fs/promises', async (original) => {
  const realFileSystem = await original<typeof fileSystem>();
  const failWithoutDescriptor = (syscall: string): Promise<never> =>
    Promise.reject(Object.assign(new Error(`EMFILE: too many open files, ${syscall}`), { code: 'EMFILE', syscall }));
  return {
    ...realFileSystem,
    opendir: (folder: string) => (system.hasDescriptors ? realFileSystem.opendir(folder) : failWithoutDescriptor('opendir')),
    open(file: string, flags: string) {
      system.failingOpens -= 1;
      return system.failingOpens < 0 ? realFileSystem.open(file, flags) : failWithoutDescriptor('open');
    },
  };
});

const channelId = 'UCharbourharbourharbour1';
const videoOnDisk = { videoId: 'on-disk-001', mediaFile: 'Disk/pier.mp4' };
const deletedVideo = { videoId: 'deleted-001', mediaFile: 'Pier/gone.mp4' };

let folder: string;
let database: Database;
beforeEach(async () => {
  Object.assign(system, { hasDescriptors: true, failingOpens: 0 });
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

test('a renamed file with a new date stays the same video if the system has no free file descriptor for a moment', async () => {
  const catalogue = createSqliteCatalogue(database);
  const importer = createImporter({ root: folder, catalogue, log: () => undefined, recheckDelayMs: 0 });
  const { signal } = new AbortController();
  const [oldFile, newFile] = ['Pier/Low tide.mp4', 'Pier/High tide.mp4'];
  const content = anMp4({ mediaBytes: 777 });
  await writeFile(path.join(folder, oldFile), content);
  await importer.run(signal);
  const videoId = catalogue.mediaAt(oldFile)?.videoId ?? '';
  catalogue.rememberSamples(new Map([[videoId, (await sampleOf(path.join(folder, oldFile), content.length)) ?? '']]));
  await rename(path.join(folder, oldFile), path.join(folder, newFile));
  await utimes(path.join(folder, newFile), 1, 1);
  // Both comparisons of the pass would fail.
  system.failingOpens = 2;
  await expect(importer.run(signal)).rejects.toThrow('EMFILE');
  system.failingOpens = 0;
  expect(await importer.run(signal)).toMatchObject({ moved: 1, added: 0 });
  expect(catalogue.mediaAt(newFile)?.videoId).toBe(videoId);
});
