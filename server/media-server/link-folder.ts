// Keeps a folder of links, `CHANNEL_ID/VIDEO_ID.EXT` with `VIDEO_ID.LANG.vtt` beside it, in step with the archive. Called once a minute.
// Acts only if the folder exists and the database was written to since the last call. After a crash, the first check of the next start
// completes the links.
import { lstat, mkdir, readdir, readlink, realpath, rmdir, stat, symlink, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import type { VideoRow } from '../archive/video-rows.ts';
import { mediaName, subtitleNames } from '../http/documents/media-paths.ts';
import { yieldEventLoop } from '../library/bounded.ts';
import { isWithin } from '../library/inside-folder.ts';
import type { LibraryPlaces } from '../library/library-places.ts';

export interface LinkFolder {
  /** Updates the links. Never throws. A problem is logged once while it stays the same. */
  update(): Promise<void>;
  /** Called at shutdown. The next start completes an unfinished update. */
  stop(): void;
}

export interface LinkFolderOptions {
  archive: Archive;
  library: Pick<LibraryPlaces, 'absolute' | 'roots'>;
  folder: string;
  log: (line: string) => void;
}

/** Absolute link targets by the links' paths, which are relative to the folder, with `/`. */
type Links = Map<string, string>;

const channelName = /^UC[A-Za-z0-9_-]{22}$/;
const fileName = /^[A-Za-z0-9_-]{11}\.[A-Za-z0-9_.-]+$/;
/** About 10 ms of reading rows. */
const rowsPerBatch = 500;

export function createLinkFolder({ archive, library, folder, log }: LinkFolderOptions): LinkFolder {
  const countChanges = archive.database.prepare('SELECT total_changes() AS n');
  const selectPage = archive.database.prepare(`
    SELECT id, video_id AS videoId, channel_id AS channelId, media_file AS mediaFile, subtitles FROM video
    WHERE id > ? AND absence IS NOT 'trash' ORDER BY id LIMIT ?`);
  /** The links after the last check, and the version of the database then. Null if the folder must be read. */
  let lastCheck: { folderId: string; links: Links; version: number } | null = null;
  let isUpdating = false;
  let isStopped = false;
  let loggedError: string | null = null;

  /** Includes missing videos, because a media server keeps its watched marks only for files that keep their name. */
  async function findWantedLinks(): Promise<Links> {
    const links: Links = new Map();
    for (let lastId = 0; ;) {
      const rows = selectPage.all(lastId, rowsPerBatch) as (Pick<VideoRow, 'id' | 'videoId' | 'channelId' | 'mediaFile'> & { subtitles: string })[];
      for (const row of rows) {
        const video = { ...row, subtitles: JSON.parse(row.subtitles) as VideoRow['subtitles'] };
        links.set(`${row.channelId}/${mediaName(video)}`, library.absolute(row.mediaFile));
        for (const { subtitle, name } of subtitleNames(video)) links.set(`${row.channelId}/${name}`, library.absolute(subtitle.file));
        lastId = row.id;
      }
      if (rows.length < rowsPerBatch) return links;
      await yieldEventLoop();
    }
  }

  async function updateLinks(): Promise<void> {
    const folderId = await folderIdOf(folder);
    // Since the last check, somebody has deleted or moved the folder and created a new one.
    if (lastCheck?.folderId !== folderId) lastCheck = null;
    const version = (countChanges.get() as { n: number }).n;
    if (lastCheck?.version === version) return;
    const links = lastCheck?.links ?? (await readLinks(folder));
    const wantedLinks = await findWantedLinks();
    for (const [name, file] of links) {
      if (wantedLinks.get(name) === file) continue;
      await removeLink(path.join(folder, name));
      links.delete(name);
      // rmdir removes the folder only if it is empty.
      if (!wantedLinks.has(name)) await rmdir(path.dirname(path.join(folder, name))).catch(() => undefined);
    }
    for (const [name, file] of wantedLinks) {
      if (links.has(name)) continue;
      await makeFolder(path.join(folder, path.dirname(name)));
      if (await createLink(file, path.join(folder, name))) links.set(name, file);
    }
    lastCheck = { folderId, links, version };
  }

  return {
    async update() {
      if (isUpdating || isStopped) return;
      isUpdating = true;
      try {
        const realFolder = await realPathOf(folder);
        if (realFolder === null) lastCheck = null;
        if (realFolder === null || isStopped) return;
        const roots = await Promise.all(library.roots.map(async (root) => (await realPathOf(root.folder)) ?? root.folder));
        // An import would mistake each link for another copy of its video.
        if (roots.some((root) => isWithin(root, realFolder))) throw new Error('it is in the library');
        await updateLinks();
        loggedError = null;
      } catch (error) {
        lastCheck = null;
        if (isStopped || (await realPathOf(folder)) === null) return; // The database is already closed, or somebody removed the folder.
        const message = error instanceof Error ? error.message : String(error);
        if (message !== loggedError) log(`The folder ${folder} for media servers is not kept up to date: ${message}`);
        loggedError = message;
      } finally {
        isUpdating = false;
      }
    },
    stop: () => void (isStopped = true),
  };
}

/** Does not create the parent folder, which the owner may have removed to switch links off. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Returns false, and changes nothing, if something already has this name. */
async function createLink(file: string, link: string): Promise<boolean> {
  try {
    await symlink(file, link);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the link, but nothing else that now has this name. */
async function removeLink(link: string): Promise<void> {
  const stats = await lstat(link).catch(() => null); // nothing has this name any more
  if (stats?.isSymbolicLink()) await unlink(link);
}

async function readLinks(folder: string): Promise<Links> {
  const links: Links = new Map();
  for (const channel of await readdir(folder, { withFileTypes: true })) {
    if (!channel.isDirectory() || !channelName.test(channel.name)) continue;
    for (const entry of await readdir(path.join(folder, channel.name), { withFileTypes: true }))
      if (entry.isSymbolicLink() && fileName.test(entry.name))
        links.set(`${channel.name}/${entry.name}`, await readlink(path.join(folder, channel.name, entry.name)));
  }
  return links;
}

/** Differs between a folder and a later one of the same name. The time is needed, because an inode number may be used again. */
async function folderIdOf(folder: string): Promise<string> {
  const { ino, birthtimeMs } = await stat(folder);
  return `${ino} ${birthtimeMs}`;
}

/** Resolves symbolic links; null if the folder cannot be found. Asynchronous, because a share whose server is gone may not answer. */
async function realPathOf(folder: string): Promise<string | null> {
  return realpath(folder).catch(() => null); // the folder does not exist, or its disk is absent
}
