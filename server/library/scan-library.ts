// Walks the library's folders and tells which files are there. Called by an import pass; reads names, sizes and times,
// never content. Links to folders are never followed: inside the library the folder is visited by its own name, outside it
// is not the library's.
import { isUtf8 } from 'node:buffer';
import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImportProblem } from '../catalogue/records.ts';
import { inOrder } from './bounded.ts';
import { insideFolder } from './inside-folder.ts';
import { reasonOf } from './reasons.ts';

export interface FoundFile {
  name: string;
  /** Relative to the library's root, with `/`. */
  path: string;
  sizeBytes: number;
  modifiedMs: number;
  /** When it came under its name, or was written, whichever is later (ctime): a copy keeps its modification time, this not. */
  changedMs: number;
}

export interface FoundFolder {
  /** Relative to the root; empty for the root itself. */
  path: string;
  files: FoundFile[];
}

export interface Scan {
  problems: ImportProblem[];
  /** Folders that could not be read: what is known below them is neither there nor gone. */
  unreadable: string[];
  /** False: the root itself is away (an unmounted disk, a wrong path). */
  isRootThere: boolean;
}

/** File system calls at a time: libuv has four threads, and a network drive gains from a few more waiting. */
const callsAtATime = 16;
/** Folders that hold no videos of the library: made by systems and tools. */
const ignoredNames = /^(\.|@eaDir$|lost\+found$|\$RECYCLE\.BIN$|System Volume Information$|#recycle$)/;

export function isIgnoredName(name: string): boolean {
  return ignoredNames.test(name);
}

/**
 * Walks through all folders and hands them on one by one, so that no more than one of them is held at a time.
 * @param visit is waited for before the next folder is read
 */
export async function scanLibrary(root: string, signal: AbortSignal, visit: (folder: FoundFolder) => void | Promise<void>): Promise<Scan> {
  const scan: Scan = { problems: [], unreadable: [], isRootThere: false };
  const realRoot = await realpath(root).catch(() => null);
  if (realRoot === null) return scan;
  const waiting = [''];

  while (waiting.length > 0 && !signal.aborted) {
    const folder = waiting.pop() as string;
    let listed: Listed;
    try {
      listed = await listFolder(realRoot, folder, scan.problems);
    } catch (error) {
      scan.unreadable.push(folder);
      scan.problems.push({ file: folder || '.', reason: `The folder cannot be read: ${reasonOf(error)}.` });
      continue;
    }
    scan.isRootThere = true;
    waiting.push(...listed.folders.reverse());
    await visit({ path: folder, files: listed.files });
  }
  return scan;
}

/** One folder of those that a scan found, once more; null when it cannot be read now. */
export async function readFolder(root: string, folder: string): Promise<FoundFolder | null> {
  try {
    const { files } = await listFolder(await realpath(root), folder, []);
    return { path: folder, files };
  } catch {
    return null;
  }
}

interface Listed {
  files: FoundFile[];
  folders: string[];
}

/** @throws what the file system says of the folder itself */
async function listFolder(realRoot: string, folder: string, problems: ImportProblem[]): Promise<Listed> {
  const listed: Listed = { files: [], folders: [] };
  const entries = (await readdir(path.join(realRoot, folder), { withFileTypes: true, encoding: 'buffer' })) as unknown as Dirent<Buffer>[];
  const inNames = entries.sort((a, b) => Buffer.compare(a.name, b.name));
  for await (const entry of inOrder(inNames, callsAtATime, (dirent) => lookAt(realRoot, folder, dirent, problems))) {
    if (entry?.kind === 'file') listed.files.push(entry.file);
    else if (entry?.kind === 'folder') listed.folders.push(entry.path);
  }
  return listed;
}

async function lookAt(
  realRoot: string,
  folder: string,
  dirent: Dirent<Buffer>,
  problems: ImportProblem[],
): Promise<{ kind: 'file'; file: FoundFile } | { kind: 'folder'; path: string } | null> {
  const name = dirent.name.toString('utf8');
  const relative = folder === '' ? name : `${folder}/${name}`;
  if (!isUtf8(dirent.name)) {
    problems.push({ file: relative, reason: 'The name is no valid UTF-8. Rename the file to bring it in.' });
    return null;
  }
  if (ignoredNames.test(name)) return null;
  if (dirent.isFIFO() || dirent.isSocket() || dirent.isBlockDevice() || dirent.isCharacterDevice()) return null;
  const whole = path.join(realRoot, relative);
  let facts: Stats;
  try {
    if (dirent.isDirectory()) return { kind: 'folder', path: relative };
    facts = await stat(whole);
    if (dirent.isSymbolicLink()) {
      if ((await insideFolder(whole, [realRoot])) === null) {
        problems.push({ file: relative, reason: 'The link leads out of the library and is not followed.' });
        return null;
      }
      // The folder that it leads to is in the library and is visited by its own name; so no circle can form.
      if (facts.isDirectory()) return null;
    }
  } catch (error) {
    if (isGone(error) && !dirent.isSymbolicLink()) return null;
    problems.push({ file: relative, reason: dirent.isSymbolicLink() ? 'The link leads nowhere.' : `The file cannot be looked at: ${reasonOf(error)}.` });
    return null;
  }
  if (!facts.isFile()) return null;
  return { kind: 'file', file: { name, path: relative, sizeBytes: facts.size, modifiedMs: Math.trunc(facts.mtimeMs), changedMs: facts.ctimeMs } };
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
