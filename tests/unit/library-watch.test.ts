// The library is watched while the server runs. These tests use a real disk and real events.
import { appendFile, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startLibrary } from '../../server/library/start-library.ts';
import { watchLibrary } from '../../server/library/watch-library.ts';
import { watchFolders } from '../../server/library/watch-folders.ts';
import { aLibraryFolder, anInfo, type LibraryFolder } from '../builders/library-folder.ts';
import { anMp4, aVtt } from '../builders/library-media.ts';
import { createMemoryCatalogue, type MemoryCatalogue } from '../doubles/memory-catalogue.ts';
import { logInto } from '../doubles/log.ts';

let folder: LibraryFolder;
let catalogue: MemoryCatalogue;
let logLines: string[];
let stop: () => Promise<void>;

beforeEach(async () => {
  folder = await aLibraryFolder();
  catalogue = createMemoryCatalogue();
  logLines = [];
  await folder.video('first', anInfo({ id: 'firstfirst1' }));
  const library = await watch(catalogue);
  stop = library.stop;
  expect(await library.firstImport).toMatchObject({ added: 1 });
});

afterEach(async () => {
  await stop();
  await folder.remove();
});

function watch(targetCatalogue: MemoryCatalogue) {
  return startLibrary({
    root: folder.root,
    catalogue: targetCatalogue,
    log: logInto(logLines),
    signal: new AbortController().signal,
    timing: { settleMs: 80, recheckDelayMs: 40, folderCheckMs: 50 },
  });
}

/** Waits until the assertion holds, not for a fixed time. */
const eventually = (assertion: () => void): Promise<void> => vi.waitFor(assertion, { timeout: 15_000, interval: 20 });

test('a new video is imported, with its folder and companions', async () => {
  await folder.write('Channel/new.en.vtt', aVtt());
  await folder.video('Channel/new', anInfo());
  await eventually(() => expect(catalogue.videos.get('Qx7vR2mKc-4')).toMatchObject({ mediaFile: 'Channel/new.mp4', subtitles: [{ lang: 'en' }] }));
  await eventually(() => expect(logLines.some((line) => line.startsWith('Library: 2 media files, 1 new'))).toBe(true));
});

test('a description that changes is read again', async () => {
  await folder.write('first.info.json', JSON.stringify(anInfo({ id: 'firstfirst1', title: 'Another title' })));
  await eventually(() => expect(catalogue.videos.get('firstfirst1')?.title).toBe('Another title'));
});

test('a folder that is moved keeps its videos and their marks', async () => {
  await folder.video('a/clip', anInfo());
  await eventually(() => expect(catalogue.videos.has('Qx7vR2mKc-4')).toBe(true));
  catalogue.watchedIds.add('Qx7vR2mKc-4');
  await rename(path.join(folder.root, 'a'), path.join(folder.root, 'b'));
  await eventually(() => expect(catalogue.videos.get('Qx7vR2mKc-4')?.mediaFile).toBe('b/clip.mp4'));
  expect(catalogue.watchedIds).toContain('Qx7vR2mKc-4');
});

test('a video whose file is removed counts as missing', async () => {
  await folder.video('second', anInfo());
  await eventually(() => expect(catalogue.videos.size).toBe(2));
  await rm(path.join(folder.root, 'second.mp4'));
  await eventually(() => expect([...catalogue.missingIds]).toHaveLength(1));
  expect(catalogue.missingIds.has('firstfirst1')).toBe(false);
});

test('a download is imported when it is finished, and not before', async () => {
  const media = anMp4();
  // The file comes first, because an import between the two writes would report a description without a media file.
  await writeFile(path.join(folder.root, 'Low tide.mp4.part'), media.subarray(0, 300));
  await folder.write('Low tide.info.json', JSON.stringify(anInfo()));
  await folder.video('beacon', anInfo({ id: 'beaconbeac1' }));
  await eventually(() => expect(catalogue.videos.has('beaconbeac1')).toBe(true));
  expect(catalogue.videos.has('Qx7vR2mKc-4')).toBe(false);
  await appendFile(path.join(folder.root, 'Low tide.mp4.part'), media.subarray(300));
  await rename(path.join(folder.root, 'Low tide.mp4.part'), path.join(folder.root, 'Low tide.mp4'));
  await eventually(() => expect(catalogue.videos.has('Qx7vR2mKc-4')).toBe(true));
  expect(logLines.join('\n')).not.toContain('Low tide');
});

test('a file that is copied in pieces is imported whole', async () => {
  const media = anMp4({ mediaBytes: 40_000 });
  await mkdir(path.join(folder.root, 'copy'));
  const target = path.join(folder.root, 'copy/slow [Qx7vR2mKc-4].mp4');
  for (let start = 0; start < media.length; start += 4000) await appendFile(target, media.subarray(start, start + 4000));
  await utimes(target, new Date(), new Date());
  await eventually(() => expect(catalogue.videos.get('Qx7vR2mKc-4')?.mediaSizeBytes).toBe(media.length));
});

test('a library that disappears keeps its videos, is reported once, and is watched again when it is back', async () => {
  const awayFolder = `${folder.root}-away`;
  await rename(folder.root, awayFolder);
  await eventually(() => expect(logLines.some((line) => line.includes('What was imported before is kept'))).toBe(true));
  expect(catalogue.videos.size).toBe(1);
  await rename(awayFolder, folder.root);
  await folder.video('after', anInfo());
  await eventually(() => expect(catalogue.videos.size).toBe(2));
  expect(logLines.filter((line) => line.includes('is kept'))).toHaveLength(1);
});

test('a library on a disk that was mounted again is watched again', async () => {
  await rm(folder.root, { recursive: true });
  await eventually(() => expect(logLines.some((line) => line.includes('is kept'))).toBe(true));
  await folder.video('first', anInfo({ id: 'firstfirst1' }));
  await eventually(() => expect(logLines.at(-1)).toMatch(/^Library: 1 media file,/));
  await folder.video('after', anInfo());
  await eventually(() => expect(catalogue.videos.size).toBe(2));
});

test('a library folder that is deleted and created again between two checks is watched again', async () => {
  await rm(folder.root, { recursive: true });
  await folder.video('another', anInfo({ id: 'anotherano1' }));
  await eventually(() => expect(catalogue.videos.has('anotherano1')).toBe(true));
  await folder.video('after', anInfo());
  await eventually(() => expect(catalogue.videos.has('Qx7vR2mKc-4')).toBe(true));
});

test('in a library whose scan takes long, a folder is scanned even if another folder changes while the mounts are being checked', async () => {
  await folder.write('a/x.txt', '');
  await folder.write('b/x.txt', '');
  let skippedMs = 0;
  const realNow = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + skippedMs);
  const scans: (readonly string[] | null)[] = [];
  let onCheck = async (): Promise<void> => undefined;
  const watcher = watchLibrary({
    roots: [{ folder: folder.root, prefix: '' }],
    settleMs: 50,
    pollMs: 1e6,
    folderCheckMs: 1e6,
    async onChange(_busyFiles, folders) {
      scans.push(folders);
      if (folders === null) skippedMs += 3_000;
    },
    onUnwatchable: () => undefined,
    async mounts() {
      await onCheck();
      return '';
    },
  });
  try {
    await eventually(() => expect(scans).toEqual([null]));
    onCheck = async () => {
      onCheck = async () => undefined;
      await folder.write('b/new.txt', '');
      // The check lasts until the folder of this change has been scanned.
      await eventually(() => expect(scans.some((folders) => folders?.includes('b'))).toBe(true));
    };
    await folder.write('a/new.txt', '');
    await eventually(() => expect(scans).toContainEqual(['a']));
  } finally {
    watcher.close();
    clock.mockRestore();
  }
});

test('a file that is written just before the clock is set back is scanned after the usual time', async () => {
  await folder.write('a/x.txt', '');
  let [hasScanned, hasChanged, setBackMs] = [false, false, 0];
  const realNow = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() - setBackMs);
  const busyCounts: number[] = [];
  const watcher = watchLibrary({
    roots: [{ folder: folder.root, prefix: '' }],
    settleMs: 50,
    pollMs: 1e6,
    folderCheckMs: 1e6,
    async onChange(busyFiles) {
      hasScanned = true;
      if (hasChanged) busyCounts.push(busyFiles.size);
    },
    onUnwatchable: () => undefined,
    async mounts() {
      if (hasChanged) setBackMs = 5 * 3_600_000;
      return '';
    },
  });
  try {
    await eventually(() => expect(hasScanned).toBe(true));
    hasChanged = true;
    await folder.write('a/new.mp4', '');
    await eventually(() => expect(busyCounts).toContain(0));
  } finally {
    watcher.close();
    clock.mockRestore();
  }
});

test('a stopped watcher writes nothing', async () => {
  await stop();
  const writesBefore = catalogue.writes.length;
  // A second watcher of the folder shows when the stopped watcher would have imported the video.
  const otherCatalogue = createMemoryCatalogue();
  const secondWatcher = await watch(otherCatalogue);
  await secondWatcher.firstImport;
  await folder.video('late', anInfo());
  await eventually(() => expect(otherCatalogue.videos.has('Qx7vR2mKc-4')).toBe(true));
  await secondWatcher.stop();
  expect(catalogue.writes.length).toBe(writesBefore);
});

test('a skipped folder is not watched', async () => {
  const changedFiles: (string | null)[] = [];
  const [skippedFolder, otherFolder] = [path.join(folder.root, 'state'), path.join(folder.root, 'Talks')];
  for (const each of [skippedFolder, otherFolder]) await mkdir(each);
  const watcher = watchFolders({
    root: folder.root,
    isIgnored: () => false,
    skippedFolders: [skippedFolder],
    onChange: (file) => void changedFiles.push(file),
    onUnwatchable: (error) => expect(error).toBeUndefined(),
  });
  await watcher.ready;
  await writeFile(path.join(skippedFolder, 'a.mp4'), '');
  await writeFile(path.join(otherFolder, 'b.mp4'), '');
  await eventually(() => expect(changedFiles).toContain(path.join(otherFolder, 'b.mp4')));
  watcher.close();
  expect(changedFiles).not.toContain(path.join(skippedFolder, 'a.mp4'));
});
