// When the only copy of a video is replaced, the old file is removed only once its replacement is on the disk.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fsyncFile } from '../../server/disk/fsync.ts';
import { executeMoves } from '../../server/downloader/place-video.ts';
import { createLibraryPlaces, type LibraryPlaces } from '../../server/library/library-places.ts';
import { putInPlace, writeText } from '../../server/source/write-into-library.ts';

let folder: string;
let library: LibraryPlaces;
let failingSync: 'files' | 'folders' | 'nothing';
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'stowaway-only-copy-'));
  library = createLibraryPlaces({ libraryFolder: path.join(folder, 'library'), isOwnersLibrary: false, dataFolder: folder });
  for (const [file, content] of [
    ['library/Films/Film.mkv', 'the old video'],
    ['library/Films/.new.mkv', 'the new video'],
    ['staged/film.mp4', 'downloaded'],
  ] as const) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  failingSync = 'nothing';
  const handle = await open(folder, 'r');
  const handlePrototype = Object.getPrototypeOf(handle) as Pick<FileHandle, 'sync'>;
  await handle.close();
  vi.spyOn(handlePrototype, 'sync').mockImplementation(async function (this: FileHandle) {
    const isFolder = (await this.stat()).isDirectory();
    if (failingSync === (isFolder ? 'folders' : 'files')) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test('a failure to write to the disk is reported', async () => {
  await fsyncFile(inLibrary('Films/Film.mkv'));
  failingSync = 'files';
  await expect(fsyncFile(inLibrary('Films/Film.mkv'))).rejects.toThrow('EIO');
});

test('a video with embedded data replaces the old video once the new one is on the disk, not before', async () => {
  failingSync = 'files';
  await expect(putInPlace(library, 'Films/Film.mkv', inLibrary('Films/.new.mkv'), 0)).rejects.toThrow('Films/Film.mkv could not be written');
  expect(readInLibrary('Films/Film.mkv')).toBe('the old video');

  writeFileSync(inLibrary('Films/.new.mkv'), 'the new video');
  failingSync = 'nothing';
  await putInPlace(library, 'Films/Film.mkv', inLibrary('Films/.new.mkv'), 0);
  expect(readInLibrary('Films/Film.mkv')).toBe('the new video');
});

test('a new description replaces the old one once the new one is on the disk, not before', async () => {
  await writeText(library, 'Films/Film.info.json', '{"title":"old"}');
  failingSync = 'files';
  await expect(writeText(library, 'Films/Film.info.json', '{"title":"new"}')).rejects.toThrow('could not be written');
  expect(readInLibrary('Films/Film.info.json')).toBe('{"title":"old"}');
});

test.each(['files', 'folders'] as const)('a download that replaces a video keeps the old file until its own %s are on the disk', async (failingKind) => {
  failingSync = failingKind;
  await expect(move()).rejects.toThrow('EIO');
  expect(readInLibrary('Films/Film.mkv')).toBe('the old video');

  // The next run finishes the move.
  failingSync = 'nothing';
  await move();
  expect(readInLibrary('Films/Film.mp4')).toBe('downloaded');
  expect(existsSync(inLibrary('Films/Film.mkv'))).toBe(false);
});

test('the repeat of a move that failed before it removed the old file still waits until the folder is on the disk', async () => {
  failingSync = 'folders';
  await expect(move()).rejects.toThrow('EIO');
  expect(readInLibrary('Films/Film.mp4')).toBe('downloaded');
  await expect(move()).rejects.toThrow('EIO');
  expect(readInLibrary('Films/Film.mkv')).toBe('the old video');
});

const inLibrary = (file: string): string => path.join(folder, 'library', file);
const readInLibrary = (file: string): string => readFileSync(inLibrary(file), 'utf8');

function move(): Promise<void> {
  const archive = { createdFolders: { add: () => undefined } } as unknown as Parameters<typeof executeMoves>[0]['archive'];
  const moves = { videoId: 'film', mediaFile: 'Films/Film.mp4', files: [['film.mp4', 'Films/Film.mp4'] as [string, string]], replaced: ['Films/Film.mkv'] };
  return executeMoves({ archive, library }, path.join(folder, 'staged'), moves);
}
