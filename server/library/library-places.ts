// Maps stored names, the file names in records, to paths. A stored name is relative to the library, with `/`, unless it begins with a
// virtual folder, which is elsewhere. The names of virtual folders begin with a dot. Scans skip such names, so no file of the library has
// one.
import path from 'node:path';
import { insideFolder, realPathOrGiven } from './inside-folder.ts';

/** The virtual folder of `--downloads DIR`. */
const downloadsName = '.downloads';
/** The virtual folder of learned metadata, in the data folder. */
export const learnedName = '.learned';
/** The folder for downloads in an owner's library. */
const ownFolderName = 'Downloaded by Stowaway';

export interface LibraryRoot {
  /** The absolute path of the root. */
  folder: string;
  /** The prefix of the stored names of files in this root; empty for the library. */
  prefix: string;
  /** Folders in this root that are neither scanned nor watched, relative to it, with `/`. */
  skippedFolders?: readonly string[];
  /** Whether Stowaway creates entries of this name in a skipped folder. Undefined if only Stowaway uses the skipped folders. */
  isDataEntry?(skippedFolder: string, name: string): boolean;
}

/** The part of LibraryPlaces that an import needs. */
export interface ScannedPlaces {
  /** The library's name, which is also the channel of files at its top level. */
  name: string;
  /** The folders that are scanned and watched, the library first. */
  roots: readonly LibraryRoot[];
  /** The root that contains a stored name, and the name relative to it. Null if no scanned root contains it. */
  rootOf(file: string): { root: LibraryRoot; inner: string } | null;
  absolute(file: string): string;
}

export interface LibraryPlaces extends ScannedPlaces {
  libraryFolder: string;
  /** The absolute folder that a file's path must not lead out of. */
  rootFolderOf(file: string): string;
  /** Absolute folders that may contain files named in records. */
  folders: readonly string[];
  /** The real path of an existing file; null if it does not exist, or if a link leads out of its folder. */
  find(file: string): Promise<string | null>;
  downloads: {
    /** The absolute path of the folder for downloads. */
    folder: string;
    /** The prefix of downloads' stored names: empty, or a folder without a trailing `/`. */
    prefix: string;
    /** Whether the first download creates the folder. A folder of `--downloads` is not created: it may be on an unmounted disk. */
    isCreatedByUs: boolean;
    /** The absolute paths of the folders for downloads without `--downloads`, of which an earlier start may have used one. */
    earlierFolders: readonly string[];
  };
  /** Whether the file is Stowaway's: a download, or any file in Stowaway's own library. */
  isOwn(file: string): boolean;
  /** Whether the library belongs to a person, who specified it with `--library`. */
  isOwnersLibrary: boolean;
}

export interface LibraryPlacesInput {
  libraryFolder: string;
  /** See LibraryPlaces. */
  isOwnersLibrary: boolean;
  /** The folder of `--downloads`. */
  downloadsFolder?: string | null;
  dataFolder: string;
}

export function createLibraryPlaces({ libraryFolder, isOwnersLibrary, downloadsFolder = null, dataFolder }: LibraryPlacesInput): LibraryPlaces {
  const library: LibraryRoot = { folder: path.resolve(libraryFolder), prefix: '', ...dataFoldersIn(libraryFolder, dataFolder) };
  const downloadsRoot = downloadsOf(library.folder, isOwnersLibrary, downloadsFolder);
  const downloads = {
    ...downloadsRoot,
    isCreatedByUs: isOwnersLibrary && downloadsFolder === null,
    // One of them may be a link to the present folder, whose partial files must stay.
    earlierFolders: [library.folder, path.join(library.folder, ownFolderName)].filter(
      (folder) => realPathOrGiven(folder) !== realPathOrGiven(downloadsRoot.folder),
    ),
  };
  const roots = downloads.prefix === downloadsName ? [library, downloads] : [library];
  const learned: LibraryRoot = { folder: path.join(dataFolder, 'learned'), prefix: learnedName };
  const allRoots = [...roots, learned];
  const scanned = scannedPlaces(path.basename(library.folder), roots, allRoots);
  const rootFolderOf = (file: string): string => locateIn(allRoots, file)?.root.folder ?? library.folder;
  return {
    ...scanned,
    libraryFolder: library.folder,
    rootFolderOf,
    folders: allRoots.map(({ folder }) => folder),
    find: (file) => insideFolder(scanned.absolute(file), [rootFolderOf(file)]),
    downloads,
    isOwn: (file) => !isOwnersLibrary || isBelow(downloads.prefix, file) || isBelow(ownFolderName, file),
    isOwnersLibrary,
  };
}

/** A single folder, which is only read. */
export function singleFolder(folder: string, name = path.basename(path.resolve(folder))): ScannedPlaces {
  const roots = [{ folder: path.resolve(folder), prefix: '' }];
  return scannedPlaces(name, roots, roots);
}

export function isLearnedFile(file: string): boolean {
  return isBelow(learnedName, file);
}

function downloadsOf(libraryFolder: string, isOwnersLibrary: boolean, configuredFolder: string | null): LibraryRoot {
  if (configuredFolder === null)
    return isOwnersLibrary ? { folder: path.join(libraryFolder, ownFolderName), prefix: ownFolderName } : { folder: libraryFolder, prefix: '' };
  const folder = path.resolve(configuredFolder);
  const fromLibrary = path.relative(realPathOrGiven(libraryFolder), realPathOrGiven(folder));
  const names = fromLibrary.split(path.sep);
  // A folder inside the library is found by scans, so its files already have names in the library.
  const isScanned = !path.isAbsolute(fromLibrary) && names.every((name) => name !== '' && !name.startsWith('.'));
  return { folder, prefix: isScanned ? names.join('/') : downloadsName };
}

/** The entries that Stowaway creates in those folders of a data folder that may contain media. */
const dataEntries: Record<string, RegExp> = { cache: /^(hls|pictures|queue|work|yt-dlp)$/, learned: /^pictures$/, 'media-server': /^UC[A-Za-z0-9_-]{22}$/ };

/**
 * The folders of a library in which Stowaway keeps its own data. Renditions and pictures there are not the owner's. If the library itself is
 * the data folder, these are the folders in it that may contain media.
 */
function dataFoldersIn(libraryFolder: string, dataFolder: string): Pick<LibraryRoot, 'skippedFolders' | 'isDataEntry'> {
  const fromLibrary = path.relative(realPathOrGiven(path.resolve(libraryFolder)), realPathOrGiven(path.resolve(dataFolder)));
  if (fromLibrary === '') return { skippedFolders: Object.keys(dataEntries), isDataEntry: (folder, name) => dataEntries[folder]?.test(name) === true };
  const names = fromLibrary.split(path.sep);
  return path.isAbsolute(fromLibrary) || names[0] === '..' ? {} : { skippedFolders: [names.join('/')] };
}

function scannedPlaces(name: string, roots: readonly LibraryRoot[], allRoots: readonly LibraryRoot[]): ScannedPlaces {
  return {
    name,
    roots,
    rootOf: (file) => locateIn(roots, file),
    absolute(file) {
      // Pictures of imported TubeArchivist servers have absolute paths.
      if (path.isAbsolute(file)) return file;
      const location = locateIn(allRoots, file);
      return path.join(location?.root.folder ?? roots[0]?.folder ?? '', location?.inner ?? file);
    },
  };
}

function locateIn(roots: readonly LibraryRoot[], file: string): { root: LibraryRoot; inner: string } | null {
  const virtualRoot = roots.find(({ prefix }) => prefix !== '' && (file === prefix || file.startsWith(`${prefix}/`)));
  if (virtualRoot) return { root: virtualRoot, inner: file.slice(virtualRoot.prefix.length + 1) };
  const libraryRoot = roots.find(({ prefix }) => prefix === '');
  return libraryRoot && !file.startsWith(`${learnedName}/`) && !file.startsWith(`${downloadsName}/`) ? { root: libraryRoot, inner: file } : null;
}

function isBelow(folder: string, file: string): boolean {
  return folder === '' || file.startsWith(`${folder}/`);
}
