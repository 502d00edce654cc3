// Builds the public addresses of files (contract, x-static-paths). They contain ids, never file names. The server looks up each file in
// the database, so no part of an address ever becomes part of a file's path.
import type { VideoRow } from '../../archive/video-rows.ts';
import type { SubtitleRecord } from '../../catalogue/records.ts';

export function mediaPath(video: VideoRow): string {
  return `/youtube/${video.channelId}/${mediaName(video)}`;
}

export function mediaName(video: Pick<VideoRow, 'videoId' | 'mediaFile'>): string {
  return `${video.videoId}.${extensionOf(video.mediaFile)}`;
}

/** The address of the rendition's master list; its other files have addresses beside it. */
export function hlsPath(video: VideoRow): string {
  return `/youtube/${video.channelId}/${video.videoId}.hls/master.m3u8`;
}

/** Each subtitle with its name in addresses. Further subtitles in the same language also have their source or a number in the name. */
export function subtitleNames(video: Pick<VideoRow, 'videoId' | 'subtitles'>): { subtitle: SubtitleRecord; name: string }[] {
  const takenLabels = new Set<string>();
  return video.subtitles.map((subtitle) => {
    const lang = subtitle.lang.replace(/[^\w-]/g, '_');
    const candidates = [lang, `${lang}.${subtitle.source}`];
    let label = candidates.find((candidate) => !takenLabels.has(candidate));
    for (let count = 2; label === undefined; count += 1) if (!takenLabels.has(`${lang}.${count}`)) label = `${lang}.${count}`;
    takenLabels.add(label);
    return { subtitle, name: `${video.videoId}.${label}.vtt` };
  });
}

export function videoPicturePath(videoId: string): string {
  return `/cache/videos/${videoId.slice(0, 1).toLowerCase()}/${videoId}.jpg`;
}

export function channelPicturePath(channelId: string, picture: 'thumb' | 'banner' | 'tvart'): string {
  return `/cache/channels/${channelId}_${picture}.jpg`;
}

export function playlistPicturePath(playlistId: string): string {
  return `/cache/playlists/${playlistId}.jpg`;
}

function extensionOf(file: string): string {
  const match = /\.([A-Za-z0-9]{1,8})$/.exec(file);
  return match?.[1]?.toLowerCase() ?? 'mp4';
}
