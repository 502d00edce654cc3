// Walks the library's folders and lists their files. Called by an import pass; reads names, sizes and times, never content. Links to
// folders are never followed, because a folder inside the library is visited under its own name, and a folder outside does not belong to
// the library.
import { isUtf8 } from 'node:buffer';
import type { Dirent, Stats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImportProblem } from '../catalogue/records.ts';
import { importReasons } from '../texts/en/import-reasons.ts';
import { mapInOrder } from './bounded.ts';
import { insideFolder } from './inside-folder.ts';
import type { LibraryRoot, ScannedPlaces } from './library-places.ts';
import { parseFileName } from './file-names.ts';
import { reasonOf } from './reasons.ts';

export interface FoundFile {
  name: string;
  /** The stored name: relative to the library's root, with `/`, or in a virtual folder. */
  path: string;
  sizeBytes: number;
  modifiedMs: number;
  /** When the file was last written or got its name (ctime). A copy keeps the modification time, but not this time. */
  changedMs: number;
}

export interface FoundFolder {
  /** The stored name; empty for the library itself. */
  path: string;
  files: FoundFile[];
}

export interface Scan {
  problems: ImportProblem[];
  /** Folders that could not be read. Known files below them count as neither present nor missing. */
  unreadableFolders: string[];
  /** Files whose size and times could not be read. They too count as neither present nor missing. */
  unreadableFiles: Set<string>;
  /** False if the library's root, or the only folder to scan, is absent or cannot be listed (an unmounted disk, a wrong path). */
  isRootThere: boolean;
  /** Whether all roots exist, and every folder and file in them was read. */
  isWhole: boolean;
}

/** Concurrent file system calls. libuv has four threads, and network drives are faster with a few more calls waiting. */
const maxConcurrentCalls = 16;
/** Hidden files and folders, and folders that operating systems and tools create. */
const ignoredNames = /^(\.|@eaDir$|lost\+found$|\$RECYCLE\.BIN$|System Volume Information$|#recycle$)/;

export function isIgnoredName(name: string): boolean {
  return ignoredNames.test(name);
}

/**
 * Walks all folders and passes each to `visit`, so that only one is in memory at a time.
 * @param visit awaited before the next folder is read
 */
export async function scanLibrary(places: ScannedPlaces, signal: AbortSignal, visit: (folder: FoundFolder) => void | Promise<void>): Promise<Scan> {
  const scan: Scan = { problems: [], unreadableFolders: [], unreadableFiles: new Set(), isRootThere: false, isWhole: false };
  let areAllRootsThere = true;
  for (const root of places.roots) {
    const isThere = await scanRoot(root, scan, signal, visit);
    areAllRootsThere &&= isThere;
    if (isThere) scan.isRootThere ||= root.prefix === '';
    // An absent library is reported by the import pass. If another root is absent, its files count as missing, like the files of an absent
    // folder in the library.
    else if (root.prefix !== '') scan.problems.push({ file: root.folder, reason: importReasons.downloadsAbsent });
  }
  scan.isWhole = areAllRootsThere && scan.unreadableFolders.length === 0 && scan.unreadableFiles.size === 0 && !signal.aborted;
  return scan;
}

/** Returns whether the root exists. A library that cannot be listed counts as absent. */
async function scanRoot(
  { folder: rootFolder, ...root }: LibraryRoot,
  scan: Scan,
  signal: AbortSignal,
  visit: (folder: FoundFolder) => void | Promise<void>,
): Promise<boolean> {
  const realRoot = await realpath(rootFolder).catch(() => null); // the caller reports that the root does not exist
  if (realRoot === null) return false;
  const { prefix } = root;
  const pendingFolders = [prefix];
  let isThere = false;

  while (pendingFolders.length > 0 && !signal.aborted) {
    const folder = pendingFolders.pop() as string;
    let listing: FolderListing;
    try {
      listing = await listFolder({ folder: realRoot, ...root }, folder, scan);
    } catch (error) {
      scan.unreadableFolders.push(folder);
      scan.problems.push({
        file: folder || '.',
        reason: (folder === '' ? importReasons.libraryUnreadable : importReasons.folderUnreadableWhy)(reasonOf(error)),
      });
      continue;
    }
    isThere = true;
    pendingFolders.push(...listing.folders.reverse());
    await visit({ path: folder, files: listing.files });
  }
  return isThere || prefix !== '';
}

/** Scans a single folder, without its subfolders. */
export async function scanFolder(places: ScannedPlaces, folder: string, visit: (folder: FoundFolder) => void | Promise<void>): Promise<Scan> {
  const foundFolder = await readFolder(places, folder);
  if (foundFolder) await visit(foundFolder);
  return { problems: [], unreadableFolders: [], unreadableFiles: new Set(), isRootThere: foundFolder !== null, isWhole: false };
}

/** Lists a single folder; null if it cannot be read. `unreadableFiles`: stored names of files whose size and times could not be read. */
export async function readFolder(places: ScannedPlaces, folder: string): Promise<(FoundFolder & Pick<Scan, 'unreadableFiles'>) | null> {
  const unreadableFiles = new Set<string>();
  try {
    const root = places.rootOf(folder)?.root;
    if (!root || isSkipped(root, folder)) return null;
    const { files } = await listFolder({ ...root, folder: await realpath(root.folder) }, folder, { problems: [], unreadableFiles });
    return { path: folder, files, unreadableFiles };
  } catch {
    // The problem is not reported here, because the last scan of the whole library has reported it, or the next one will.
    return null;
  }
}

interface FolderListing {
  files: FoundFile[];
  folders: string[];
}

type ScanProblems = Pick<Scan, 'problems' | 'unreadableFiles'>;

/** @param root the root, with its real path @param folder a stored name @throws the file system's error if the folder cannot be listed */
async function listFolder(root: LibraryRoot, folder: string, scan: ScanProblems): Promise<FolderListing> {
  const listing: FolderListing = { files: [], folders: [] };
  const entries = (await readdir(path.join(root.folder, pathInRoot(root, folder)), { withFileTypes: true, encoding: 'buffer' })) as unknown as Dirent<Buffer>[];
  const sortedEntries = entries.sort((a, b) => Buffer.compare(a.name, b.name));
  for await (const entry of mapInOrder(sortedEntries, maxConcurrentCalls, (dirent) => readEntry(root, folder, dirent, scan))) {
    if (entry?.kind === 'file') listing.files.push(entry.file);
    else if (entry?.kind === 'folder') listing.folders.push(entry.path);
  }
  return listing;
}

async function readEntry(
  root: LibraryRoot,
  folder: string,
  dirent: Dirent<Buffer>,
  { problems, unreadableFiles }: ScanProblems,
): Promise<{ kind: 'file'; file: FoundFile } | { kind: 'folder'; path: string } | null> {
  const name = dirent.name.toString('utf8');
  const storedName = folder === '' ? name : `${folder}/${name}`;
  if (!isUtf8(dirent.name)) {
    problems.push({ file: storedName, reason: importReasons.badName });
    return null;
  }
  if (ignoredNames.test(name)) return null;
  if (dirent.isFIFO() || dirent.isSocket() || dirent.isBlockDevice() || dirent.isCharacterDevice()) return skipSpecialFile();
  const absolutePath = path.join(root.folder, pathInRoot(root, storedName));
  let stats: Stats;
  try {
    if (dirent.isDirectory()) return isSkipped(root, storedName) ? await skipFolder() : { kind: 'folder', path: storedName };
    stats = await stat(absolutePath);
    if (dirent.isSymbolicLink()) {
      if ((await insideFolder(absolutePath, [root.folder])) === null) {
        problems.push({ file: storedName, reason: importReasons.linkOut });
        return null;
      }
      // The target folder is in the library and visited under its own name. Links are not followed, so no cycle can form.
      if (stats.isDirectory()) return null;
    }
  } catch (error) {
    if (!isGone(error)) {
      unreadableFiles.add(storedName);
      problems.push({ file: storedName, reason: importReasons.fileUnreadable(reasonOf(error)) });
    } else if (dirent.isSymbolicLink()) problems.push({ file: storedName, reason: importReasons.deadLink });
    return null;
  }
  if (!stats.isFile()) return skipSpecialFile();
  return { kind: 'file', file: { name, path: storedName, sizeBytes: stats.size, modifiedMs: Math.trunc(stats.mtimeMs), changedMs: stats.ctimeMs } };

  /** Skips a folder of Stowaway's data. It is reported if it also contains something that Stowaway did not create. */
  async function skipFolder(): Promise<null> {
    const names = root.isDataEntry === undefined ? [] : await readdir(absolutePath).catch(() => []); // nothing to report in an unreadable folder
    const hasOthers = names.some((each) => !ignoredNames.test(each) && root.isDataEntry?.(storedName, each) === false);
    if (hasOthers) problems.push({ file: storedName, reason: importReasons.dataFolder });
    return null;
  }

  /**
   * Skips a pipe, a socket or a device. These are never opened, because reading a pipe blocks until something writes to it. They are
   * reported only if an import would read a file of this name, so a program's socket is usually not reported.
   */
  function skipSpecialFile(): null {
    const isNamedLikeMedia = parseFileName(name, () => false).role !== 'other';
    if (isNamedLikeMedia) problems.push({ file: storedName, reason: importReasons.noFile });
    return null;
  }
}

/** @param folder a stored name */
function isSkipped(root: LibraryRoot, folder: string): boolean {
  const inner = pathInRoot(root, folder);
  return root.skippedFolders?.some((skipped) => inner === skipped || inner.startsWith(`${skipped}/`)) === true;
}

function pathInRoot({ prefix }: Pick<LibraryRoot, 'prefix'>, file: string): string {
  return prefix === '' ? file : file.slice(prefix.length + 1);
}

/** Whether there is no file, or only a link that leads to none: its target is gone, is not in a folder, or is the link itself. */
function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
}
