// Moves a download from its folder into the library. Before that, it is read as an import reads it, so nothing that an import would refuse
// gets into the library. The moves are recorded before the first one, and the media file is moved last, so a crash leaves no incomplete
// video. The next run finishes the moves. A library folder may be on another disk. Replaced files are removed once the new ones are on the
// disk.
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import { isDiskFull } from '../database/disk-full.ts';
import { moveFile } from '../disk/move-file.ts';
import { fsyncFolder, fsyncFile } from '../disk/fsync.ts';
import { unfinishedName } from '../disk/unfinished-name.ts';
import { stateOfFolder } from '../library/absent-folders.ts';
import { mediaBase } from '../library/file-names.ts';
import { groupsOfFolder } from '../library/folder-of-library.ts';
import { entryInsideFolder } from '../library/inside-folder.ts';
import { isInfo, type Info } from '../library/info-values.ts';
import { singleFolder, type LibraryPlaces } from '../library/library-places.ts';
import { makeFolder } from '../library/make-folder.ts';
import { playlistOfCollection } from '../library/playlist-facts.ts';
import { readInfo } from '../library/read-json.ts';
import { readVideo, type LoadedVideo } from '../library/read-video.ts';
import { baseNameOf, folderNameOf } from './file-names.ts';

export interface Moves {
  videoId: string;
  /** The media file's path in the library, as in records. */
  mediaFile: string;
  /** Names in the download's folder, and their targets in the library. The media file is last. */
  files: [from: string, to: string][];
  /** Files that the download replaces. */
  replaced: string[];
}

export type Staged = { ok: true; info: Info; video: LoadedVideo } | { ok: false; message: string };

const movesName = '.moves.json';

/** Reads the download's folder as an import would. @param knownId the video's id in the queue */
export async function readStaged(folder: string, knownId: string): Promise<Staged> {
  const places = singleFolder(folder, '');
  const groups = await groupsOfFolder(places, '');
  const files = groups?.videos.toSorted((one, other) => other.media.sizeBytes - one.media.sizeBytes)[0];
  if (!files) return { ok: false, message: 'Nothing was downloaded: there is no media file at its address (yet).' };
  const outcome = await readVideo(places, '', files, knownId);
  if (!outcome.ok) return { ok: false, message: `What was downloaded cannot be used: ${outcome.problems.at(-1)?.reason ?? 'it is not a media file.'}` };
  const described = files.info ? await readInfo(path.join(folder, files.info.path), files.info.sizeBytes) : null;
  if (!described?.ok) return { ok: false, message: 'What was downloaded has no description.' };
  return { ok: true, info: described.info, video: outcome.video };
}

/** Plans the moves and records them in the download's folder. */
export async function planMoves(
  { archive, library }: { archive: Archive; library: LibraryPlaces },
  folder: string,
  { info, video }: Extract<Staged, { ok: true }>,
  listDescription: string | null,
): Promise<Moves> {
  const { files, record } = video;
  const known = archive.videos.find(record.videoId);
  // The owner's files are not replaced: the new download of such a video becomes a second copy.
  const replacedVideo = known !== null && library.isOwn(known.mediaFile) ? known : null;
  const newFolder = path.posix.join(library.downloads.prefix, folderNameOf(info));
  const replacedBase = replacedVideo && mediaBase(path.posix.basename(replacedVideo.mediaFile));
  const target = replacedBase
    ? path.posix.dirname(replacedVideo.mediaFile)
    : video.isChannelGuessed
      ? newFolder
      : (folderOfKnownChannel(archive, library, record.channelId) ?? newFolder);
  const base = replacedBase ?? baseNameOf(info);
  const companions = [
    files.info,
    files.description,
    files.picture,
    ...files.subtitles.map(({ file }) => file),
    ...files.foreignSubtitles.map(({ file }) => file),
  ];
  const names = [...companions, files.media].flatMap((file) => (file ? [file.name] : []));
  const targetOf = (name: string): string => path.posix.join(target, name);
  const mediaFile = targetOf(base + path.extname(files.media.name).toLowerCase());
  const moves: Moves = {
    videoId: record.videoId,
    mediaFile,
    files: names.map((name) => [name, targetOf(base + (name === files.media.name ? path.extname(name).toLowerCase() : name.slice(files.base.length)))]),
    replaced: replacedVideo && replacedVideo.mediaFile !== mediaFile ? [replacedVideo.mediaFile] : [],
  };
  const list = parsePlaylist(listDescription);
  const playlistId = list && playlistOfCollection(list)?.id;
  // A playlist that the archive already knows has a description, which is refreshed separately.
  if (list !== null && playlistId && !archive.playlists.has(playlistId)) {
    await writeFile(path.join(folder, 'list.info.json'), JSON.stringify(list));
    moves.files.unshift(['list.info.json', targetOf(`${playlistId}.info.json`)]);
  }
  await writeFile(path.join(folder, `${movesName}.new`), JSON.stringify(moves));
  await fsyncFile(path.join(folder, `${movesName}.new`));
  await rename(path.join(folder, `${movesName}.new`), path.join(folder, movesName));
  return moves;
}

/**
 * The moves that an earlier run recorded. Null if there are none, or if a power cut destroyed the record; the video is then downloaded
 * again.
 */
export async function readPlannedMoves(folder: string): Promise<Moves | null> {
  const written = await readFile(path.join(folder, movesName), 'utf8').catch(() => null); // no moves were recorded
  try {
    return written === null ? null : (JSON.parse(written) as Moves);
  } catch {
    return null; // incompletely written
  }
}

/**
 * May be repeated: files that were already moved are skipped.
 * @throws Error with a message for people if the target cannot be written to
 */
export async function executeMoves(
  { archive, library }: { archive: Archive; library: LibraryPlaces },
  folder: string,
  { files, replaced }: Moves,
): Promise<void> {
  const folders = new Set(files.map(([, to]) => path.posix.dirname(to)));
  for (const target of folders)
    if (await isAbsentMount(archive, library, target))
      throw new Error(`The folder ${target} is empty, as when a disk is not mounted. If it should be empty, put any file into it, then try again`);
  for (const [from, to] of files) {
    const source = path.join(folder, from);
    const target = library.absolute(to);
    if (!existsSync(source)) continue;
    await makeFolder(library, path.posix.dirname(to), archive.createdFolders);
    if ((await entryInsideFolder(target, [library.rootFolderOf(to)])) === null)
      throw new Error(`The folder ${path.posix.dirname(to)} leads out of the library.`);
    await fsyncFile(source);
    await moveFile(source, target).catch((error: unknown) => {
      // The full disk is the target's, to which the file was being copied. The new error has no code, because with one the queue would
      // wait for space on the disk for downloads.
      const isOtherFull = isDiskFull(error) && (error as NodeJS.ErrnoException).syscall !== 'rename';
      throw isOtherFull ? new Error(`The disk of the folder ${path.posix.dirname(to)} is full.`) : error;
    });
  }
  // Also flushes the folders of files that an earlier run moved, because replaced files are removed next.
  for (const target of folders) await fsyncFolder(library.absolute(target));
  for (const file of replaced) await rm(library.absolute(file), { force: true });
}

/**
 * Whether a folder is empty although the archive has videos in it. In a folder that Stowaway created, a person may have deleted them; any
 * other may be the mount point of a channel's disk.
 */
async function isAbsentMount(archive: Archive, library: LibraryPlaces, folder: string): Promise<boolean> {
  return (
    (await stateOfFolder(library.absolute(folder))) === 'empty' && !archive.createdFolders.has(folder) && archive.downloadRuns.knowsFileBelow(folder)
  );
}

/** For a download that is no longer wanted: deletes files that a move to another disk wrote incompletely. */
export async function removePartialMoves(library: LibraryPlaces, folder: string): Promise<void> {
  const moves = await readPlannedMoves(folder);
  for (const [, to] of moves?.files ?? []) await rm(unfinishedName(library.absolute(to)), { force: true });
}

/** The folder of the channel's last downloads, if they share one. People may use their own layouts. */
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
