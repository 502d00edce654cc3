// Where downloads lie until they are whole: a hidden folder of the one that they go to, so that moving them in is a rename and no
// import looks at them. In it one folder for each archive, as two servers may share a library, and in that one for each video, by its id:
// a download that was killed goes on where it was. Nothing here touches what lies in another archive's folder.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Archive } from '../archive/archive.ts';
import type { LibraryPlaces } from '../library/library-places.ts';
import type { MadeFolders } from '../library/make-folder.ts';
import { dropUnfinished } from './place-video.ts';

const stagingName = '.stowaway-downloads';
/** Of which options the parts in the folder were made. */
const planName = '.plan';
const goneWithinMs = 5_000;
const lookMs = 50;

export interface StagingPlace {
  /** The folder that downloads go to. */
  folder: string;
  archiveId: string;
}

export function stagingOf(archive: Archive, { downloads }: LibraryPlaces): StagingPlace {
  return { folder: downloads.folder, archiveId: archive.archiveId };
}

/** Made with the first download; one that was given with `--downloads` and is away stays away, as it may be a disk. */
export async function makeDownloadsFolder({ downloads, libraryFolder }: LibraryPlaces, made: MadeFolders): Promise<void> {
  if (path.dirname(downloads.folder) !== libraryFolder || existsSync(downloads.folder)) return;
  await mkdir(downloads.folder);
  made.add(downloads.prefix, downloads.prefix);
}

/** A folder of the disk that downloads go to. */
export function diskOfDownloads({ downloads, libraryFolder }: LibraryPlaces): string {
  return existsSync(downloads.folder) ? downloads.folder : libraryFolder;
}

/** Absolute: what a next start looks for in the arguments of programs. */
export async function stagingRoot({ folder, archiveId }: StagingPlace): Promise<string> {
  return path.join(await realpath(folder), stagingName, archiveId);
}

/** Made, and emptied when its parts were made with other options: parts of two formats must not meet in one file. */
export async function openStaging(place: StagingPlace, videoId: string, plan: string): Promise<string> {
  const folder = path.join(await stagingRoot(place), videoId);
  const mark = createHash('sha256').update(plan).digest('hex');
  const before = await readFile(path.join(folder, planName), 'utf8').catch(() => null); // the folder is new
  if (before !== mark) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, planName), mark);
  }
  return folder;
}

export async function removeStaging(place: StagingPlace, videoId: string): Promise<void> {
  const root = await stagingRoot(place);
  await rm(path.join(root, videoId), { recursive: true, force: true });
  await removeEmpty(root);
}

async function removeEmpty(root: string): Promise<void> {
  for (const folder of [root, path.dirname(root)]) await rmdir(folder).catch(() => undefined); // something is left in it
}

/**
 * Earlier versions put parts directly into the hidden folder, whichever the archive: those of our queue are moved into our folder. Others
 * are left as they are, and so are those at which a program is at work: they may be another server's.
 */
export async function adoptFormerParts(place: StagingPlace, wanted: ReadonlySet<string>): Promise<void> {
  const root = await stagingRoot(place).catch(() => null); // the folder is away: what lies there waits
  if (root === null) return;
  const former = path.dirname(root);
  const names = (await readdir(former).catch(() => [])).filter((name) => wanted.has(name)); // there is none
  for (const name of names) {
    if ((await runningWith(path.join(former, name) + path.sep)).length > 0) continue;
    try {
      await mkdir(root, { recursive: true });
      // Ours are there already: they are newer.
      if (existsSync(path.join(root, name))) await rm(path.join(former, name), { recursive: true, force: true });
      else await rename(path.join(former, name), path.join(root, name));
    } catch {
      // A disk that is full or read-only: the next start tries again.
    }
  }
}

/** @param wanted ids whose parts are still wanted, asked for when it is known what is there */
export async function cleanStaging(library: LibraryPlaces, place: StagingPlace, wanted: () => ReadonlySet<string>): Promise<void> {
  const root = await stagingRoot(place).catch(() => null); // the folder is away: what lies there waits
  if (root === null) return;
  const names = await readdir(root).catch(() => []); // there is none
  if (names.length === 0) return;
  const kept = wanted();
  for (const name of names) {
    if (kept.has(name)) continue;
    await dropUnfinished(library, path.join(root, name));
    await rm(path.join(root, name), { recursive: true, force: true });
  }
  await removeEmpty(root);
}

/** Programs that a server which was killed left running: only they name the archive's folder, as one server at a time has its data folder. */
export async function endLeftovers(place: StagingPlace): Promise<void> {
  const root = await stagingRoot(place).catch(() => null); // the folder is away: nothing can be at work in it
  if (root === null || (await readdir(root).catch(() => [])).length === 0) return;
  const mark = `${root}${path.sep}`;
  const until = Date.now() + goneWithinMs;
  for (let left = await runningWith(mark); left.length > 0 && Date.now() < until; left = await runningWith(mark)) {
    for (const pid of left) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
}

/** Processes with that text among their arguments or, where the system tells, at work below that folder: ffmpeg is given bare names. */
async function runningWith(mark: string): Promise<number[]> {
  const listed = process.platform === 'linux' ? await fromProc() : await fromPs();
  return listed.filter(({ pid, words }) => pid !== process.pid && words.includes(mark)).map(({ pid }) => pid);
}

async function fromProc(): Promise<{ pid: number; words: string }[]> {
  const names = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)); // a system that does not tell
  return Promise.all(
    names.map(async (name) => {
      const args = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''); // it has ended
      const folder = await readlink(`/proc/${name}/cwd`).catch(() => ''); // it has ended, or is somebody else's
      return { pid: Number(name), words: `${args}\0${folder}${path.sep}` };
    }),
  );
}

async function fromPs(): Promise<{ pid: number; words: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,args='], { maxBuffer: 16 * 1024 * 1024 }).catch(() => ({ stdout: '' })); // a system without ps
  return stdout.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(.*)$/.exec(line);
    return found ? [{ pid: Number(found[1]), words: found[2] ?? '' }] : [];
  });
}
