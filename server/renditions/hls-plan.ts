// Decides which videos get a rendition, and how ffmpeg makes it. Pure.
import type { VideoRow } from '../archive/video-rows.ts';

/** Containers that ffmpeg repackages, since browsers do not open them. All other containers are served unchanged. */
const foreignContainers = new Set(['mkv', 'mka', 'avi', 'flv', 'f4v', 'ts', 'm2ts', 'mpg', 'mpeg', 'vob', 'asf', 'wmv', 'rm', 'rmvb']);
/** Video codecs that some browser plays from fragmented MP4. All others would need re-encoding, not only a new container. */
const copiedVideoCodecs = new Set(['h264', 'hevc', 'vp9', 'av1']);
/** Audio codecs that are copied. All others are re-encoded to AAC, which is cheap. */
const copiedAudioCodecs = new Set(['aac', 'opus', 'flac']);

/** Short enough that the first segment is ready immediately, long enough that a video does not cause a flood of requests. */
const segmentSeconds = 4;

type Media = Pick<VideoRow, 'mediaFile' | 'streams'>;

export const playlistName = 'index.m3u8';

export function needsRendition({ mediaFile, streams }: Media): boolean {
  if (!foreignContainers.has(extensionOf(mediaFile)) || streams.length === 0) return false;
  return streams.every((stream) => stream.type === 'audio' || copiedVideoCodecs.has(stream.codec));
}

/** AVI stores no presentation timestamps, so a copy of reordered frames would show them in the wrong order. */
export function lacksPresentationTimestamps(mediaFile: string): boolean {
  return extensionOf(mediaFile) === 'avi';
}

/**
 * The arguments of ffmpeg, which runs in the rendition's own folder.
 * @param inputFile absolute path; the `file:` prefix keeps ffmpeg from reading a name as an option or a URL
 */
export function ffmpegArguments({ streams }: Media, inputFile: string, isVideoCopied: boolean): string[] {
  const audio = streams.find((stream) => stream.type === 'audio');
  const isAudioCopied = audio !== undefined && copiedAudioCodecs.has(audio.codec);
  const isHevc = streams.some((stream) => stream.codec === 'hevc');
  const video = isVideoCopied ? ['copy', ...(isHevc ? ['-tag:v', 'hvc1'] : [])] : ['libx264', '-preset', 'veryfast', '-crf', '21', '-pix_fmt', 'yuv420p'];
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', '-fflags', '+genpts'],
    ...['-i', `file:${inputFile}`],
    // The first video stream (not a cover) and the first audio stream.
    ...['-map', '0:V:0?', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1'],
    ...['-c:v', ...video],
    ...(isVideoCopied ? [] : ['-force_key_frames', `expr:gte(t,n_forced*${segmentSeconds})`]),
    ...(isAudioCopied ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '160k', '-ac', '2']),
    ...(audio?.codec === 'aac' ? ['-bsf:a', 'aac_adtstoasc'] : []),
    ...['-f', 'hls', '-hls_time', String(segmentSeconds), '-hls_list_size', '0', '-hls_playlist_type', 'event'],
    ...['-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'init.mp4', '-hls_flags', 'independent_segments+temp_file'],
    ...['-hls_segment_filename', 'seg-%05d.m4s', playlistName],
  ];
}

/** Codecs are listed only if all are known and the video is certainly copied. Otherwise the player determines them itself. */
export function masterPlaylist({ mediaFile, streams, mediaSize, duration }: VideoRow, query: string): string {
  const video = streams.find((stream) => stream.type === 'video');
  const audio = streams.find((stream) => stream.type === 'audio');
  const codecs = [...(video ? [video.codecString] : []), ...(audio ? [copiedAudioCodecs.has(audio.codec) ? audio.codecString : 'mp4a.40.2'] : [])];
  const bandwidth = Math.max(64_000, Math.ceil((mediaSize * 8) / Math.max(1, duration)));
  const attributes = [
    `BANDWIDTH=${bandwidth}`,
    ...(video?.width && video.height ? [`RESOLUTION=${video.width}x${video.height}`] : []),
    ...(!lacksPresentationTimestamps(mediaFile) && codecs.every((codec) => codec !== null && /^[\w.]+$/.test(codec)) ? [`CODECS="${codecs.join(',')}"`] : []),
  ];
  return `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-STREAM-INF:${attributes.join(',')}\n${playlistName}${query}\n`;
}

/** Adapts ffmpeg's list, so that players start at the beginning while the list grows, and each file has the query of a signed address. */
export function mediaPlaylist(list: string, query: string): string {
  const isComplete = list.includes('#EXT-X-ENDLIST');
  return list
    .replace('#EXT-X-PLAYLIST-TYPE:EVENT', isComplete ? '#EXT-X-PLAYLIST-TYPE:VOD' : '#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-START:TIME-OFFSET=0')
    .replace(/URI="init\.mp4"/, `URI="init.mp4${query}"`)
    .replace(/^seg-\d+\.m4s$/gm, (name) => `${name}${query}`);
}

function extensionOf(file: string): string {
  return file.slice(file.lastIndexOf('.') + 1).toLowerCase();
}
