// Deleting, in the order that a crash may interrupt at any point: files, then the rows of what they were.
import path from 'node:path';
import type { Archive } from '../archive/archive.ts';
import type { VideoRow } from '../archive/video-rows.ts';
import { channelDescriptions } from '../library/channel-descriptions.ts';
import type { Turns } from '../library/turns.ts';
import { videoCompanions } from '../library/video-companions.ts';
import { removeEmptyFolders, removeFiles } from './remove-files.ts';

export interface Removal {
  /** Files and rows of one video. @throws NotRemovable */
  video(row: VideoRow): Promise<void>;
  /** Files and rows of all videos of a channel, and its descriptions; its row and playlists stay for `forgetChannel`. */
  videosOfChannel(channelId: string): Promise<void>;
  /** Of the downloaded videos of a playlist. */
  videosOfPlaylist(playlistId: string): Promise<void>;
}

export interface RemovalPlaces {
  archive: Archive;
  libraryFolder: string;
  turns: Turns;
  /** What was made of a video that has gone. */
  forgetRendition(videoId: string): Promise<void>;
}

export function createRemoval({ archive, libraryFolder, turns, forgetRendition }: RemovalPlaces): Removal {
  async function removeVideo(row: VideoRow): Promise<void> {
    const named = [row.mediaFile, ...row.subtitles.map((subtitle) => subtitle.file), ...(row.thumbFile === null ? [] : [row.thumbFile])];
    await removeFiles(libraryFolder, [...(await videoCompanions(libraryFolder, row.mediaFile)), ...named]);
    archive.removed.video(row.videoId);
    await forgetRendition(row.videoId);
  }

  async function removeVideos(videoIds: string[]): Promise<void> {
    const folders = new Set<string>();
    try {
      for (const videoId of videoIds) {
        const row = archive.videos.find(videoId);
        if (!row) continue;
        folders.add(path.posix.dirname(row.mediaFile));
        await removeVideo(row);
      }
    } finally {
      await removeEmptyFolders(libraryFolder, folders);
    }
  }

  return {
    video: (row) => turns.alone(() => removeVideos([row.videoId])),
    videosOfChannel: (channelId) =>
      turns.alone(async () => {
        await removeVideos(archive.videos.idsOfChannel(channelId));
        const row = archive.channels.find(channelId);
        const pictures = [row?.thumbFile, row?.bannerFile, row?.tvartFile].filter((file) => typeof file === 'string');
        const files = [...(await channelDescriptions(libraryFolder, channelId, new AbortController().signal)), ...pictures];
        await removeFiles(libraryFolder, files);
        await removeEmptyFolders(
          libraryFolder,
          files.map((file) => path.posix.dirname(file)),
        );
      }),
    videosOfPlaylist: (playlistId) => turns.alone(() => removeVideos(archive.videos.idsOfPlaylist(playlistId))),
  };
}
