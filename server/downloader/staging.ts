// Manages the folders of downloads that are not complete yet. They are below a hidden folder inside the downloads folder, so that moving a
// download is a rename and no import sees it. The hidden folder contains a folder for each archive, because two servers may share a
// library. An archive's folder contains a folder for each video, named after the video's id. A killed download continues with the partial
// files there. Nothing here touches another archive's folder.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Archive } from '../archive/archive.ts';
import { idPattern } from '../library/derived-ids.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { CreatedFolders } from '../library/make-folder.ts';
import { readOwnFile, readPlannedMoves, removePartialMoves } from './place-video.ts';

const stagingName = '.stowaway-downloads';
/** Name of the file that identifies the options with which a folder's partial files were made. */
const planName = '.plan';
const killTimeoutMs = 5_000;
const killPollMs = 50;

export interface StagingPlace {
  /** The folder for downloads. */
  folder: string;
  archiveId: string;
}

export function stagingOf(archive: Archive, { downloads }: LibraryPlaces): StagingPlace {
  return { folder: downloads.folder, archiveId: archive.archiveId };
}

/** Where an earlier start, with another folder for downloads, may have left downloads. */
export function earlierStagings(archive: Archive, { downloads }: LibraryPlaces): StagingPlace[] {
  return downloads.earlierFolders.map((folder) => ({ folder, archiveId: archive.archiveId }));
}

/**
 * Creates the downloads folder for the first download. A missing folder of `--downloads` is not created, because it may be on an unmounted
 * disk.
 */
export async function makeDownloadsFolder({ downloads }: Pick<LibraryPlaces, 'downloads'>, createdFolders: CreatedFolders): Promise<void> {
  if (!downloads.isCreatedByUs || existsSync(downloads.folder)) return;
  await mkdir(downloads.folder);
  try {
    createdFolders.add(downloads.prefix, downloads.prefix);
  } catch (error) {
    // Without its record the folder would count as the owner's, so it is removed. A later try creates it again.
    await rmdir(downloads.folder).catch(() => undefined); // someone has put a file into it
    throw error;
  }
}

/** A folder on the disk for downloads. */
export function diskOfDownloads({ downloads, libraryFolder }: LibraryPlaces): string {
  return existsSync(downloads.folder) ? downloads.folder : libraryFolder;
}

/** An absolute path, because the next start looks for it in the arguments of programs. */
export async function stagingRoot({ folder, archiveId }: StagingPlace): Promise<string> {
  return path.join(await realpath(folder), stagingName, archiveId);
}

/**
 * A video's folder. @param root see `stagingRoot`
 * @throws Error for an id that would lead out of `root`, because the folder is deleted with everything in it. A restored backup may have
 *   contained any text as an id.
 */
export function stagingFolder(root: string, videoId: string): string {
  if (!idPattern.test(videoId)) throw new Error(`“${videoId}” is not the id of a video`);
  return path.join(root, videoId);
}

/**
 * Creates a video's folder. Empties it if its partial files were made with other options, because parts of two formats must not be mixed in
 * one file.
 */
export async function openStaging(place: StagingPlace, videoId: string, plan: string): Promise<string> {
  const folder = stagingFolder(await stagingRoot(place), videoId);
  const planHash = createHash('sha256').update(plan).digest('hex');
  // Null if the folder is new. Throws if the file cannot be read now, because otherwise the partial files would be deleted.
  const storedHash = await readOwnFile(path.join(folder, planName));
  if (storedHash !== planHash) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, planName), planHash);
  }
  return folder;
}

export async function removeStaging(place: StagingPlace, videoId: string): Promise<void> {
  const root = await stagingRoot(place).catch(() => null); // the folder does not exist yet, or no longer
  if (root === null) return;
  await rm(stagingFolder(root, videoId), { recursive: true, force: true });
  await removeEmpty(root);
}

async function removeEmpty(root: string): Promise<void> {
  for (const folder of [root, path.dirname(root)]) await rmdir(folder).catch(() => undefined); // something is left in it
}

/**
 * Earlier versions put the partial files of all archives directly into the hidden folder. Moves those of our queue's items into our folder.
 * Other files, and files that a program is using, stay, because they may be another server's.
 */
export async function adoptLegacyParts(place: StagingPlace, wantedIds: ReadonlySet<string>): Promise<void> {
  const root = await stagingRoot(place).catch(() => null); // the folder is absent: its partial files stay
  if (root === null) return;
  const legacyFolder = path.dirname(root);
  const names = (await readdir(legacyFolder).catch(() => [])).filter((name) => wantedIds.has(name)); // no such folder
  for (const name of names) {
    if ((await processesUsing(path.join(legacyFolder, name) + path.sep)).length > 0) continue;
    try {
      await mkdir(root, { recursive: true });
      // If our folder already has partial files of this video, they are newer.
      if (existsSync(path.join(root, name))) await rm(path.join(legacyFolder, name), { recursive: true, force: true });
      else await rename(path.join(legacyFolder, name), path.join(root, name));
    } catch {
      // A full or read-only disk: the next start tries again.
    }
  }
}

/** The ids of the complete downloads whose moves are recorded. Includes those whose record cannot be read now. */
export async function idsWithPlannedMoves(place: StagingPlace): Promise<Set<string>> {
  const root = await stagingRoot(place).catch(() => null); // the folder is absent
  const ids = new Set<string>();
  if (root === null) return ids;
  const names = await readdir(root).catch(() => []); // no such folder
  for (const name of names) {
    const hasMoves = await readPlannedMoves(path.join(root, name)).then(
      (moves) => moves !== null,
      () => true, // whoever finishes the moves reports why the record cannot be read
    );
    if (hasMoves) ids.add(name);
  }
  return ids;
}

/**
 * Deletes unwanted partial files.
 * @throws the first error if some could not be deleted; the others are
 * @param listWantedIds returns the ids whose files are wanted; called after the folder was listed
 */
export async function cleanStaging(library: LibraryPlaces, place: StagingPlace, listWantedIds: () => ReadonlySet<string>): Promise<void> {
  const root = await stagingRoot(place).catch(() => null); // the folder is absent: its partial files stay
  if (root === null) return;
  const names = await readdir(root).catch(() => []); // no such folder
  if (names.length === 0) return;
  const wantedIds = listWantedIds();
  const errors: unknown[] = [];
  for (const name of names) {
    if (wantedIds.has(name)) continue;
    try {
      await removePartialMoves(library, path.join(root, name));
      await rm(path.join(root, name), { recursive: true, force: true });
    } catch (error) {
      errors.push(error);
    }
  }
  await removeEmpty(root);
  if (errors.length > 0) throw errors[0];
}

/**
 * Ends programs that a killed server left running. Only such programs can have the archive's folder in their arguments, because no other
 * server uses the same archive at the same time.
 */
export async function killLeftovers(place: StagingPlace): Promise<void> {
  const root = await stagingRoot(place).catch(() => null); // the folder is absent: nothing can be using it
  if (root === null || (await readdir(root).catch(() => [])).length === 0) return;
  const rootPrefix = `${root}${path.sep}`;
  const deadline = Date.now() + killTimeoutMs;
  for (let pids = await processesUsing(rootPrefix); pids.length > 0 && Date.now() < deadline; pids = await processesUsing(rootPrefix)) {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The program has just ended.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, killPollMs));
  }
}

/**
 * Processes that have this folder's path in their arguments or, if the system shows it, a working directory in this folder. The directory
 * matters because ffmpeg gets file names without folders.
 */
async function processesUsing(folderPrefix: string): Promise<number[]> {
  const processes = process.platform === 'linux' ? await listProcFs() : await listPs();
  return processes.filter(({ pid, commandLine }) => pid !== process.pid && commandLine.includes(folderPrefix)).map(({ pid }) => pid);
}

async function listProcFs(): Promise<{ pid: number; commandLine: string }[]> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)); // a system without /proc
  return Promise.all(
    names.map(async (name) => {
      const args = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''); // the process has ended
      const folder = await readlink(`/proc/${name}/cwd`).catch(() => ''); // the process has ended, or belongs to another user
      return { pid: Number(name), commandLine: `${args}\0${folder}${path.sep}` };
    }),
  );
}

async function listPs(): Promise<{ pid: number; commandLine: string }[]> {
  // A system without `ps` shows no processes.
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,args='], { maxBuffer: 16 * 1024 * 1024 }).catch(() => ({ stdout: '' }));
  return stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(.*)$/.exec(line);
    return match ? [{ pid: Number(match[1]), commandLine: match[2] ?? '' }] : [];
  });
}
