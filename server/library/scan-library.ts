// Walks the library's folders and tells which files are there. Called by an import pass; reads names, sizes and times,
// never content. Links to folders are never followed: inside the library the folder is visited by its own name, outside it
// is not the library's.
import { isUtf8 } from 'node:buffer';
import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImportProblem } from '../catalogue/records.ts';
import { inOrder } from './bounded.ts';
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
  folders: FoundFolder[];
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

export async function scanLibrary(root: string, signal: AbortSignal): Promise<Scan> {
  const scan: Scan = { folders: [], problems: [], unreadable: [], isRootThere: false };
  const realRoot = await realpath(root).catch(() => null);
  if (realRoot === null) return scan;
  const waiting = [''];

  while (waiting.length > 0 && !signal.aborted) {
    const folder = waiting.pop() as string;
    let entries: Dirent<Buffer>[];
    try {
      entries = (await readdir(path.join(realRoot, folder), { withFileTypes: true, encoding: 'buffer' })) as unknown as Dirent<Buffer>[];
      if (folder === '') scan.isRootThere = true;
    } catch (error) {
      scan.unreadable.push(folder);
      scan.problems.push({ file: folder || '.', reason: `The folder cannot be read: ${reasonOf(error)}.` });
      continue;
    }
    const found: FoundFile[] = [];
    const folders: string[] = [];
    for await (const entry of inOrder(
      entries.toSorted((a, b) => Buffer.compare(a.name, b.name)),
      callsAtATime,
      (dirent) => look(folder, dirent),
    )) {
      if (entry?.kind === 'file') found.push(entry.file);
      else if (entry?.kind === 'folder') folders.push(entry.path);
    }
    scan.folders.push({ path: folder, files: found });
    waiting.push(...folders.reverse());
  }
  return scan;

  async function look(folder: string, dirent: Dirent<Buffer>): Promise<{ kind: 'file'; file: FoundFile } | { kind: 'folder'; path: string } | null> {
    const name = dirent.name.toString('utf8');
    const relative = folder === '' ? name : `${folder}/${name}`;
    if (!isUtf8(dirent.name)) {
      scan.problems.push({ file: relative, reason: 'The name is no valid UTF-8. Rename the file to bring it in.' });
      return null;
    }
    if (ignoredNames.test(name)) return null;
    if (dirent.isFIFO() || dirent.isSocket() || dirent.isBlockDevice() || dirent.isCharacterDevice()) return null;
    const whole = path.join(realRoot as string, relative);
    let facts: Stats;
    try {
      if (dirent.isDirectory()) return { kind: 'folder', path: relative };
      facts = await stat(whole);
      if (dirent.isSymbolicLink()) {
        const target = await realpath(whole);
        if (target !== realRoot && !target.startsWith(realRoot + path.sep)) {
          scan.problems.push({ file: relative, reason: 'The link leads out of the library and is not followed.' });
          return null;
        }
        // The folder that it leads to is in the library and is visited by its own name; so no circle can form.
        if (facts.isDirectory()) return null;
      }
    } catch (error) {
      if (isGone(error) && !dirent.isSymbolicLink()) return null;
      scan.problems.push({ file: relative, reason: dirent.isSymbolicLink() ? 'The link leads nowhere.' : `The file cannot be looked at: ${reasonOf(error)}.` });
      return null;
    }
    if (!facts.isFile()) return null;
    return { kind: 'file', file: { name, path: relative, sizeBytes: facts.size, modifiedMs: Math.trunc(facts.mtimeMs), changedMs: facts.ctimeMs } };
  }
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
