// The small files of a video's page: the pictures of the video and of its channel, and all subtitles. Pure.
import type { WireVideo } from '../../contract/names.ts';

/** The addresses, as the page requests them. */
export function smallUrlsOf(video: WireVideo): string[] {
  const pictures = [video.vid_thumb_url, video.channel.channel_thumb_url];
  const subtitles = video.subtitles.map((track) => encodeURI(track.media_url));
  return [...new Set([...pictures, ...subtitles])].filter((url): url is string => typeof url === 'string' && url !== '');
}
