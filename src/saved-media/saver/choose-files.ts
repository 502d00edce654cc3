// Chooses the files of a video to save: its media file or, if this device cannot open the container, the stream of segments that the
// archive makes of it.
import type { WireVideo } from '../../contract/names.ts';
import { isHlsAddress, findUndecodable, type Decoder } from '../../lib/playability.ts';
import { failed, ok, type Result } from '../../lib/result.ts';
import type { VideoFiles } from './save-item.ts';
import { smallUrlsOf } from './small-files.ts';

const containers: ReadonlyMap<string, string> = new Map([
  ['mkv', 'video/x-matroska'],
  ['mka', 'audio/x-matroska'],
  ['avi', 'video/x-msvideo'],
  ['flv', 'video/x-flv'],
  ['ts', 'video/mp2t'],
  ['m2ts', 'video/mp2t'],
  ['mpg', 'video/mpeg'],
  ['wmv', 'video/x-ms-wmv'],
]);

/** Fails as `unplayable` if this device has no decoder for the video's contents. */
export async function chooseFiles(video: WireVideo, decoder: Decoder): Promise<Result<VideoFiles, { kind: 'unplayable' }>> {
  if ((await findUndecodable(video.streams, decoder)) !== null) return failed({ kind: 'unplayable' });
  const smallUrls = smallUrlsOf(video);
  const { media_url: mediaUrl, hls_url: hlsUrl, media_size: mediaSize } = video;
  const listedBytes = mediaSize > 0 ? mediaSize : null;
  if (hlsUrl !== undefined && !(await canOpenContainer(mediaUrl, decoder))) return ok({ mediaUrl: hlsUrl, isStream: true, listedBytes, smallUrls });
  return ok({ mediaUrl, isStream: isHlsAddress(mediaUrl), listedBytes, smallUrls });
}

/** The archive offers a stream only for containers that browsers rarely open, so an unknown container counts as not supported. */
async function canOpenContainer(url: string, { decodingInfo }: Decoder): Promise<boolean> {
  const contentType = containers.get(/\.(\w+)(?:$|[?#])/.exec(url)?.[1]?.toLowerCase() ?? '');
  if (contentType === undefined || !decodingInfo) return false;
  try {
    const video = { contentType, width: 1280, height: 720, bitrate: 2_000_000, framerate: 30 };
    return (await decodingInfo({ type: 'file', video })).supported;
  } catch {
    return false; // the browser does not even know the type
  }
}
