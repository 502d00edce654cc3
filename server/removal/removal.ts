// Deletes videos, channels and playlists: files and rows go to the trash, or are deleted for good if the trash is off. Holds the library
// lock (server/library/library-lock.ts).
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import type { VideoRow } from '../archive/video-rows.ts';
import { channelDescriptions } from '../library/channel-descriptions.ts';
import { isLearnedFile, type LibraryPlaces } from '../library/library-places.ts';
import type { LibraryLock } from '../library/library-lock.ts';
import { removeIfEmpty } from '../trash/move-files.ts';
import { filesToTrash } from '../trash/files-to-trash.ts';
import type { Trash } from '../trash/trash.ts';

export interface Removal {
  /**
   * An automatic deletion also marks the video's id as ignored, in the same transaction, so that no scan of a subscription queues the video
   * again.
   * @param options `isStillDue`: called when the deletion begins, after other work on the library; if it returns false, the video stays
   * @returns false if the video is already gone or no longer due
   * @throws NotRemovable; nothing has changed then
   */
  removeVideo(row: VideoRow, options?: { isAutomatic: boolean; isStillDue?(): boolean }): Promise<boolean>;
  /**
   * Deletes all videos of a channel, its descriptions, its playlists and its row.
   * @throws NotRemovable; what was deleted before stays deleted
   */
  removeChannel(channelId: string): Promise<void>;
  /** @param withVideos whether to delete its downloaded videos too */
  removePlaylist(playlistId: string, withVideos: boolean): Promise<void>;
}

export interface RemovalDeps {
  archive: Archive;
  library: LibraryPlaces;
  libraryLock: LibraryLock;
  trash: Trash;
  /** Deletes renditions of a deleted video. */
  forgetRendition(videoId: string): Promise<void>;
  log: (line: string) => void;
}

export function createRemoval({ archive, library, libraryLock, trash, forgetRendition, log }: RemovalDeps): Removal {
  const isTrashOff = (): boolean => archive.librarySettings.get().trashDays === 0;

  async function removeVideo(row: VideoRow, isAutomatic: boolean, parent: number | null): Promise<void> {
    const files = await filesToTrash(library, row);
    const item = { kind: 'video' as const, ref: row.videoId, title: row.title, parent, isAutomatic, rows: {} };
    const id = await trash.take(item, files, (rows) => {
      const takenRows = rows.takeVideo(row.videoId);
      if (isAutomatic) archive.downloads.command(row.videoId, 'ignore-force');
      return takenRows;
    });
    if (isTrashOff()) await trash.remove(id);
    // The video is already deleted. Renditions that stay are removed like others that are no longer watched.
    await forgetRendition(row.videoId).catch((error: unknown) =>
      log(`The renditions of ${row.title} could not be deleted: ${error instanceof Error ? error.message : String(error)}`),
    );
    await removeCreatedFolders([path.posix.dirname(row.mediaFile)]);
  }

  async function removeVideos(videoIds: string[], parent: number | null): Promise<void> {
    for (const videoId of videoIds) {
      const row = archive.videos.find(videoId);
      if (row) await removeVideo(row, false, parent);
    }
  }

  /** Removes empty folders that Stowaway created, and such folders above them. */
  async function removeCreatedFolders(folders: string[]): Promise<void> {
    for (const folder of new Set(folders)) {
      for (let currentFolder = folder; archive.createdFolders.has(currentFolder); currentFolder = path.posix.dirname(currentFolder)) {
        if (!(await removeIfEmpty(library.absolute(currentFolder)))) break;
        archive.createdFolders.remove(currentFolder);
      }
    }
  }

  return {
    removeVideo: ({ videoId }, { isAutomatic, isStillDue = () => true } = { isAutomatic: false }) =>
      libraryLock.exclusive(async () => {
        // Another call may have deleted the video while this one waited. A second deletion would put an item without files into the trash,
        // and a restore would use that item instead of the one with the files.
        const row = archive.videos.find(videoId);
        if (row === null || !isStillDue()) return false;
        await removeVideo(row, isAutomatic, null);
        return true;
      }),

    removeChannel: (channelId) =>
      libraryLock.exclusive(async () => {
        const row = archive.channels.find(channelId);
        // Another call may have deleted the channel while this one waited. The row is deleted under the lock, because the next holder of
        // the lock looks for the row.
        if (!row) return;
        // A picture with an absolute path belongs to an imported TubeArchivist server, and stays where it is.
        const pictures = [row.thumbFile, row.bannerFile, row.tvartFile].filter(
          (file) => typeof file === 'string' && !path.isAbsolute(file) && !isLearnedFile(file),
        ) as string[];
        const files = [...(await channelDescriptions(library, channelId, new AbortController().signal)), ...pictures];
        const rows = trash.rows.ofChannel(channelId);
        const item = { kind: 'channel' as const, ref: channelId, title: row.name, parent: null, isAutomatic: false, rows };
        const id = await trash.take(item, files, () => ({}));
        await removeVideos(archive.videos.idsOfChannel(channelId), id);
        if (isTrashOff()) await trash.remove(id);
        await removeCreatedFolders(files.map((file) => path.posix.dirname(file)));
        archive.removed.removeChannel(channelId);
      }),

    removePlaylist: (playlistId, withVideos) =>
      libraryLock.exclusive(async () => {
        const rows = trash.rows.ofPlaylist(playlistId);
        if (rows.playlist?.length === 0) return;
        const name = rows.playlist?.[0]?.['name'];
        const title = typeof name === 'string' ? name : playlistId;
        const id = await trash.take({ kind: 'playlist', ref: playlistId, title, parent: null, isAutomatic: false, rows }, [], () => ({}));
        if (withVideos) await removeVideos(archive.videos.idsOfPlaylist(playlistId), id);
        if (isTrashOff()) await trash.remove(id);
        archive.removed.removePlaylist(playlistId);
      }),
  };
}
