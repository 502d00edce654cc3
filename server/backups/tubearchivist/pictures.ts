// Finds a TubeArchivist server's pictures. They stay in place: their folders are listed once, and rows contain their absolute paths. The
// database stores which folders pictures may be read from; no picture outside them is ever sent.
import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';

export interface Pictures {
  /** The folder's absolute path without symbolic links; null if there are no pictures. */
  folder: string | null;
  ofVideo(videoId: string): string | null;
  ofChannel(channelId: string): { thumbFile: string | null; bannerFile: string | null; tvartFile: string | null };
  ofPlaylist(playlistId: string): string | null;
}

export async function findPictures(pictureFolder: string | null): Promise<Pictures> {
  const folder = pictureFolder === null ? null : await realpath(pictureFolder);
  const names = new Set<string>();
  async function addNames(subfolder: string): Promise<void> {
    for (const name of await namesIn(folder, subfolder)) names.add(`${subfolder}/${name}`);
  }
  await addNames('channels');
  await addNames('playlists');
  for (const letter of await namesIn(folder, 'videos')) await addNames(`videos/${letter}`);
  const find = (name: string): string | null => (folder !== null && names.has(name) ? path.join(folder, name) : null);
  return {
    folder,
    ofVideo: (videoId) => find(`videos/${videoId.slice(0, 1).toLowerCase()}/${videoId}.jpg`),
    ofChannel: (channelId) => ({
      thumbFile: find(`channels/${channelId}_thumb.jpg`),
      bannerFile: find(`channels/${channelId}_banner.jpg`),
      tvartFile: find(`channels/${channelId}_tvart.jpg`),
    }),
    ofPlaylist: (playlistId) => find(`playlists/${playlistId}.jpg`),
  };
}

async function namesIn(folder: string | null, subfolder: string): Promise<string[]> {
  return folder === null ? [] : readdir(path.join(folder, subfolder)).catch(() => []); // there are no pictures of this kind
}
