// Moves a download from its folder into the library. Before that, the download is read as an import reads it, so nothing that an import
// would refuse gets into the library. The moves are recorded before the first one, and the media file is moved last, so a crash leaves no
// incomplete video. The next run finishes the moves. Replaced files are removed once the new ones are on the disk.
import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import { isDiskFull } from '../database/disk-full.ts';
import { isMoved, moveFile, removeOldName } from '../disk/move-file.ts';
import { fsyncFolder, fsyncFile } from '../disk/fsync.ts';
import { isNotFound, readIfExists } from '../disk/read-if-exists.ts';
import { unfinishedName } from '../disk/unfinished-name.ts';
import { stateOfFolder } from '../library/absent-folders.ts';
import { mediaBase } from '../library/file-names.ts';
import { groupsOfFolder } from '../library/folder-of-library.ts';
import { isFolderInside } from '../library/inside-folder.ts';
import { isInfo, type Info } from '../library/info-values.ts';
import { singleFolder, type LibraryPlaces } from '../library/library-places.ts';
import { makeFolder } from '../library/make-folder.ts';
import { reasonOf } from '../library/reasons.ts';
import { playlistOfCollection } from '../library/playlist-facts.ts';
import { readInfo } from '../library/read-json.ts';
import { readVideo, type LoadedVideo } from '../library/read-video.ts';
import { baseNameOf, folderNameOf } from './file-names.ts';

export interface Moves {
  videoId: string;
  /** The stored name that the media file gets in the library. */
  mediaFile: string;
  /** Names in the download's folder, and their targets in the library. The media file is last. */
  files: [from: string, to: string][];
  /** Files that the download replaces. */
  replaced: string[];
  /** Targets whose names were free. A file that has appeared there since is not overwritten. Absent in a record of an earlier version. */
  freeTargets?: string[];
}

/** `isTransient`: the files could not be read now, but perhaps later. */
export type StagedVideo = { ok: true; info: Info; video: LoadedVideo } | { ok: false; message: string; isTransient: boolean };

const movesName = '.moves.json';
/** The description of the playlist that the download belongs to. */
const listName = 'list.info.json';

/** Reads the download's folder as an import would. @param knownId the video's id in the queue */
export async function readStaged(folder: string, knownId: string): Promise<StagedVideo> {
  const places = singleFolder(folder, '');
  const refusal = (message: string, isTransient = false): StagedVideo => ({ ok: false, message, isTransient });
  const groups = await groupsOfFolder(places, '');
  // Without a file that cannot be read now, the download would be placed incomplete, or deleted.
  if (groups === null || groups.unreadableFiles.size > 0) return refusal('The folder of the download cannot be read.', true);
  const files = groups.videos.toSorted((one, other) => other.media.sizeBytes - one.media.sizeBytes)[0];
  if (!files) return refusal('Nothing was downloaded: there is no media file at this address (yet).');
  const outcome = await readVideo(places, '', files, knownId);
  if (!outcome.ok) return refusal(`The downloaded file cannot be used: ${outcome.problems.at(-1)?.reason ?? 'it is not a media file.'}`, outcome.isTransient);
  const infoOutcome = files.info ? await readInfo(path.join(folder, files.info.path), files.info.sizeBytes) : null;
  if (!infoOutcome?.ok) return refusal('The downloaded video has no valid .info.json.', infoOutcome?.temporaryError !== undefined);
  return { ok: true, info: infoOutcome.info, video: outcome.video };
}

/** Plans the moves and records them in the download's folder. @throws the same errors as `executeMoves` */
export async function planMoves(
  { archive, library }: { archive: Archive; library: LibraryPlaces },
  folder: string,
  { info, video }: Extract<StagedVideo, { ok: true }>,
  listDescription: string | null,
): Promise<Moves> {
  const { files, record } = video;
  const existingVideo = archive.videos.find(record.videoId);
  // The owner's files are not replaced; the new download of such a video becomes a second copy.
  const replacedVideo = existingVideo !== null && library.isOwn(existingVideo.mediaFile) ? existingVideo : null;
  const newFolder = path.posix.join(library.downloads.prefix, folderNameOf(info));
  const replacedBase = replacedVideo && mediaBase(path.posix.basename(replacedVideo.mediaFile));
  const target = replacedBase
    ? path.posix.dirname(replacedVideo.mediaFile)
    : video.isChannelGuessed
      ? newFolder
      : (folderOfKnownChannel(archive, library, record.channelId) ?? newFolder);
  const companions = [
    files.info,
    files.description,
    files.picture,
    ...files.subtitles.map(({ file }) => file),
    ...files.foreignSubtitles.map(({ file }) => file),
  ];
  const names = [...companions, files.media].flatMap((file) => (file ? [file.name] : []));
  const suffixOf = (name: string): string => (name === files.media.name ? path.extname(name).toLowerCase() : name.slice(files.base.length));
  const ownName = replacedVideo && path.posix.dirname(replacedVideo.mediaFile) === target ? path.posix.basename(replacedVideo.mediaFile) : null;
  // In the empty mount point of a disk every name is free, so the recorded moves could have targets that are taken on the disk.
  await requireMounted(archive, library, target);
  const base = await freeBase(library.absolute(target), replacedBase ?? baseNameOf(info), names.map(suffixOf), ownName);
  const targetOf = (name: string): string => path.posix.join(target, name);
  const mediaFile = targetOf(base + suffixOf(files.media.name));
  const targets = names.map((name) => targetOf(base + suffixOf(name)));
  const isOwnBase = ownName !== null && foldedName(base) === foldedName(mediaBase(ownName) ?? '');
  const moves: Moves = {
    videoId: record.videoId,
    mediaFile,
    files: names.map((name, index) => [name, targets[index] as string]),
    replaced: replacedVideo && replacedVideo.mediaFile !== mediaFile ? [replacedVideo.mediaFile] : [],
    // Empty if the base name is the replaced video's, because a refresh may write the replaced download's companions at any time.
    freeTargets: isOwnBase ? [] : targets,
  };
  const list = parsePlaylist(listDescription);
  const playlistId = list && playlistOfCollection(list)?.id;
  // A playlist that the archive already knows has a description, which is refreshed separately.
  const listTarget = targetOf(`${playlistId}.info.json`);
  if (list !== null && playlistId && !archive.playlists.has(playlistId) && !existsSync(library.absolute(listTarget))) {
    await writeFile(path.join(folder, listName), JSON.stringify(list));
    moves.files.unshift([listName, listTarget]);
    moves.freeTargets?.push(listTarget);
  }
  await writeFile(path.join(folder, `${movesName}.new`), JSON.stringify(moves));
  await fsyncFile(path.join(folder, `${movesName}.new`));
  await rename(path.join(folder, `${movesName}.new`), path.join(folder, movesName));
  return moves;
}

/** Names that differ only in case or Unicode form are one file on some file systems. */
const foldedName = (name: string): string => name.normalize('NFC').toLowerCase();

/**
 * Returns `preferredBase`, with a number if another video's file in the folder has one of the download's names. This can happen
 * because titles repeat, long ids are cut, and the folder may contain files of the owner that the archive does not list.
 * @param suffixes what follows the base in the names of the download's files
 * @param ownName the media file that the download replaces, whose companions may be replaced too; null if there is none in this folder
 */
async function freeBase(folder: string, preferredBase: string, suffixes: string[], ownName: string | null): Promise<string> {
  const presentNames = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // the first move creates the folder
    throw error; // a folder that cannot be read may contain any file
  });
  const otherNames = presentNames.filter((name) => name !== ownName);
  const names = new Set(otherNames.map(foldedName));
  // A media file with the same base would share the download's companions, whatever its format.
  const mediaBases = new Set(otherNames.map((name) => foldedName(mediaBase(name) ?? '')));
  const ownBase = ownName === null ? null : foldedName(mediaBase(ownName) ?? '');
  const isTaken = (base: string): boolean =>
    mediaBases.has(foldedName(base)) || (foldedName(base) !== ownBase && suffixes.some((suffix) => names.has(foldedName(base + suffix))));
  let base = preferredBase;
  // The id stays last, so that imports and deletions recognize it.
  for (let count = 2; isTaken(base); count += 1) base = preferredBase.replace(/( \[[^\]]*\])?$/, ` (${count})$1`);
  return base;
}

/**
 * The moves that an earlier run recorded. Null if there are none, or if a power cut destroyed the record; the video is then downloaded
 * again.
 * @throws Error if the record cannot be read now, because a second download would be placed beside files already moved
 */
export async function readPlannedMoves(folder: string): Promise<Moves | null> {
  const json = await readOwnFile(path.join(folder, movesName));
  try {
    return json === null ? null : (JSON.parse(json) as Moves);
  } catch {
    return null; // incompletely written
  }
}

/**
 * The text of one of our small files in a download's folder; null if it does not exist.
 * @throws Error with a message for people, without a code, because a missing permission to read must not count as one to write
 */
export async function readOwnFile(file: string): Promise<string | null> {
  return readIfExists(file).catch((error: unknown) => {
    throw new Error(`the file ${file} cannot be read: ${reasonOf(error)}`);
  });
}

/**
 * Moves the files. The call can be repeated, because files that were already moved are skipped.
 * @throws Error with a message for people if the target cannot be written to
 */
export async function executeMoves(
  { archive, library }: { archive: Archive; library: LibraryPlaces },
  folder: string,
  { files, replaced, freeTargets = [] }: Moves,
): Promise<void> {
  const folders = new Set(files.map(([, to]) => path.posix.dirname(to)));
  for (const target of folders) await requireMounted(archive, library, target);
  // All targets are checked before the first move. Otherwise another program's media file at a target could get the download's description.
  for (const [from, to] of files) if (freeTargets.includes(to)) await dropIfMoved(library, path.join(folder, from), to);
  for (const [from, to] of files) {
    const source = path.join(folder, from);
    const target = library.absolute(to);
    if ((await identityOf(source)) === null) {
      // An earlier run has moved the file, unless the disk of the download is absent now.
      if (!existsSync(folder)) throw new Error('The folder of the download was not found');
      continue;
    }
    if (!(await isFolderInside(target, [library.rootFolderOf(to)]))) throw new Error(`The folder ${path.posix.dirname(to)} leads out of the library`);
    await makeFolder(library, path.posix.dirname(to), archive.createdFolders);
    await fsyncFile(source);
    await moveFile(source, target, { replaces: !freeTargets.includes(to) }).catch((error: unknown) => {
      // The full disk is the target's, to which the file was being copied. The new error has no code, because an error with the code of a
      // full disk would make the queue wait for space on the disk for downloads.
      const isTargetDiskFull = isDiskFull(error) && (error as NodeJS.ErrnoException).syscall !== 'rename';
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw new Error(takenText(to));
      throw isTargetDiskFull ? new Error(`The disk of the folder ${path.posix.dirname(to)} is full.`) : error;
    });
  }
  // Also flushes the folders of files that an earlier run moved, because replaced files are removed next.
  for (const target of folders) await fsyncFolder(library.absolute(target));
  const placedIdentities = await Promise.all(files.map(([, to]) => identityOf(library.absolute(to))));
  // If the new media file is gone, the old one may be the only copy.
  if (placedIdentities.at(-1) === null) return;
  for (const file of replaced) {
    // On some file systems, names that differ only in case or Unicode form are one file, so `file` may be a new file by now.
    const identity = await identityOf(library.absolute(file));
    if (identity !== null && !placedIdentities.includes(identity)) await rm(library.absolute(file), { force: true });
  }
}

const takenText = (file: string): string => `The file ${file} has appeared in the library, and was left as it is. Move or rename it, then try again`;

/**
 * Removes `source` if an interrupted run has already given the file its new name. Also removes `source` if it is a playlist's description
 * and another description of the playlist is already at the target.
 * @throws Error if another file has taken the name
 */
async function dropIfMoved(library: LibraryPlaces, source: string, to: string): Promise<void> {
  const target = library.absolute(to);
  if ((await identityOf(source)) === null || (await identityOf(target)) === null) return;
  if (path.basename(source) !== listName && !(await isMoved(source, target))) throw new Error(takenText(to));
  await removeOldName(source, target);
}

/**
 * Refuses a target if its folder, or a folder above that, is empty although the archive has videos in it, because the empty folder may be
 * the mount point of a channel's disk. A folder that Stowaway created is accepted, because a person may have deleted its videos.
 */
async function requireMounted(archive: Archive, library: LibraryPlaces, target: string): Promise<void> {
  for (let folder = target; folder !== '.'; folder = path.posix.dirname(folder)) {
    const isEmpty = (await stateOfFolder(library.absolute(folder))) === 'empty';
    if (isEmpty && !archive.createdFolders.has(folder) && archive.downloadRuns.knowsFileBelow(folder))
      throw new Error(`The folder ${folder} is empty, as when a disk is not mounted. If the folder should be empty, put any file into it, then try again`);
  }
}

/** A text that is the same for all names of one file; null if the file does not exist. @throws the system's error if that is not known */
async function identityOf(file: string): Promise<string | null> {
  return lstat(file, { bigint: true }).then(
    ({ dev, ino }) => `${dev}:${ino}`,
    (error: unknown) => {
      if (isNotFound(error)) return null;
      throw error;
    },
  );
}

/** Removes the moved files from the library, except a playlist's description that another program wrote meanwhile. */
export async function removeMoved(library: LibraryPlaces, { files }: Moves, listDescription: string | null): Promise<void> {
  const ownList = JSON.stringify(parsePlaylist(listDescription));
  for (const [from, to] of files) {
    const file = library.absolute(to);
    // A playlist's description that cannot be read stays too.
    const isOwn = from !== listName || (await readFile(file, 'utf8').catch(() => null)) === ownList;
    if (isOwn) await rm(file, { force: true });
  }
}

/**
 * Deletes files that a move to another disk wrote incompletely. Called for a download that is no longer wanted.
 * @throws Error if the record of the moves cannot be read now. Without the record, nothing would delete these files.
 */
export async function removePartialMoves(library: LibraryPlaces, folder: string): Promise<void> {
  const moves = await readPlannedMoves(folder);
  for (const [, to] of moves?.files ?? []) await rm(unfinishedName(library.absolute(to)), { force: true });
}

/** The folder of the channel's last downloads, if they share one. It may have another name than the channel, if people moved the files. */
function folderOfKnownChannel(archive: Archive, library: LibraryPlaces, channelId: string): string | null {
  const folders = new Set(
    archive.downloadRuns
      .filesOfChannel(channelId)
      .filter(library.isOwn)
      .map((file) => {
        const folder = path.posix.dirname(file);
        const base = mediaBase(path.posix.basename(file)) ?? '';
        return path.posix.basename(folder) === base ? path.posix.dirname(folder) : folder;
      }),
  );
  const [sharedFolder] = folders;
  return folders.size === 1 && sharedFolder !== undefined && sharedFolder !== '.' ? sharedFolder : null;
}

function parsePlaylist(description: string | null): Info | null {
  if (description === null) return null;
  const list: unknown = JSON.parse(description);
  return isInfo(list) ? list : null;
}
