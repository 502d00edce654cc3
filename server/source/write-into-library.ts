// Writes files beside the library's files. A file is complete and flushed to disk before it replaces another. `writeText` and `putCopy` write
// nothing outside the library, not even through a link that leads out.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDiskFull } from '../database/disk-full.ts';
import { fsyncFile } from '../disk/fsync.ts';
import { isTemporary } from '../disk/shortage.ts';
import { unfinishedName } from '../disk/unfinished-name.ts';
import { insideFolder } from '../library/inside-folder.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import { reasonNotWritten } from '../library/reasons.ts';

type Places = Pick<LibraryPlaces, 'absolute' | 'rootFolderOf'>;

/** A file could not be written. The message says which one and why. */
export class NotWritable extends Error {}

/** The media file may exist, but is not found at the moment, for example because its folder cannot be listed. */
export class MediaUnreadable extends NotWritable {}

/**
 * `library-full`: writing other files may still succeed, because perhaps only one of the library's disks is full. `disk-failing`: the next
 * try may succeed, but a damaged disk may also fail each time.
 */
export type NotWritableKind = 'library-full' | 'disk-failing' | 'not-written';

export function kindOfNotWritable(error: NotWritable): NotWritableKind {
  if (isDiskFull(error.cause)) return 'library-full';
  return error instanceof MediaUnreadable || isTemporary(error.cause) ? 'disk-failing' : 'not-written';
}

/** @param file as named in records. @throws NotWritable */
export async function writeText(places: Places, file: string, content: string): Promise<void> {
  await replaceFile(places, file, (unfinishedFile) => writeFile(unfinishedFile, content));
}

/** Copies `from` to `file`. Returns false if a file with the same bytes is already there. @throws NotWritable */
export async function putCopy(places: Places, file: string, from: string): Promise<boolean> {
  const existingContent = await readFile(places.absolute(file)).catch(() => null); // the file does not exist yet
  if (existingContent !== null && existingContent.equals(await readFile(from))) return false;
  await replaceFile(places, file, (unfinishedFile) => copyFile(from, unfinishedFile));
  return true;
}

/** Replaces `file` with `from`, which is in the same folder, and sets the given modification time. @throws NotWritable */
export async function putInPlace(places: Places, file: string, from: string, modifiedMs: number): Promise<void> {
  try {
    await utimes(from, new Date(), new Date(modifiedMs));
    await fsyncFile(from);
    await rename(from, places.absolute(file));
  } catch (error) {
    await rm(from, { force: true }).catch(() => undefined); // the original error is thrown; `clearUnfinished` removes leftovers
    throw new NotWritable(`${file} could not be written: ${reasonNotWritten(error)}.`, { cause: error });
  }
}

const processStartMs = Date.now() - process.uptime() * 1000;

/**
 * Removes unfinished files that a crash left in these folders. Files written since this process started stay, because they may belong to
 * another task.
 */
export async function clearUnfinished(places: Places, folders: Iterable<string>): Promise<void> {
  for (const folder of new Set(folders)) {
    const absoluteFolder = places.absolute(folder);
    const names = await readdir(absoluteFolder).catch(() => []); // the folder is gone
    for (const name of names.filter((each) => /^\..*\.(unfinished|embedding\.\w{2,4})$/.test(each))) {
      const file = path.join(absoluteFolder, name);
      const stats = await stat(file).catch(() => null); // removed meanwhile
      if (stats && stats.ctimeMs < processStartMs) await rm(file, { force: true }).catch(() => undefined); // a leftover does no harm
    }
  }
}

async function replaceFile(places: Places, file: string, write: (unfinishedFile: string) => Promise<void>): Promise<void> {
  const absoluteFile = places.absolute(file);
  // The name differs each time, because another task, or another server on this library, may be writing the same file.
  const unfinishedFile = unfinishedName(`${absoluteFile}.${randomBytes(4).toString('hex')}`);
  try {
    // If the folder is missing, writing fails anyway.
    const folder = path.dirname(absoluteFile);
    if (existsSync(folder) && (await insideFolder(folder, [places.rootFolderOf(file)])) === null)
      throw new NotWritable(`${file} is outside the library and was left as it is.`);
    await write(unfinishedFile);
    await fsyncFile(unfinishedFile);
    await rename(unfinishedFile, absoluteFile);
  } catch (error) {
    await rm(unfinishedFile, { force: true }).catch(() => undefined); // the original error is thrown; `clearUnfinished` removes leftovers
    if (error instanceof NotWritable) throw error;
    throw new NotWritable(`${file} could not be written: ${reasonNotWritten(error)}.`, { cause: error });
  }
}
