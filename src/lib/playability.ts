// Whether this device can decode a file at all. Checked before a video is saved, and while a video loads, because it might otherwise play
// as a black picture.

export interface StreamFacts {
  type: 'video' | 'audio';
  /** The name that ffprobe (`h264`) or a MIME type (`avc1.640028`) uses. */
  codec: string;
  width?: number;
  height?: number;
  bitrate: number;
}

/** The MIME parameter for each short name, with a common profile and level, because the short name says neither. */
const codecStrings: ReadonlyMap<string, string> = new Map([
  ['h264', 'avc1.640028'],
  ['avc', 'avc1.640028'],
  ['hevc', 'hvc1.1.6.L120.90'],
  ['h265', 'hvc1.1.6.L120.90'],
  ['av1', 'av01.0.08M.08'],
  ['vp8', 'vp8'],
  ['vp9', 'vp09.00.41.08'],
  ['mpeg4', 'mp4v.20.9'],
  ['aac', 'mp4a.40.2'],
  ['mp3', 'mp3'],
  ['opus', 'opus'],
  ['vorbis', 'vorbis'],
  ['flac', 'flac'],
  ['ac3', 'ac-3'],
  ['eac3', 'ec-3'],
]);

/** The containers to ask about. Only the codec matters here, and each codec is used in one of these containers. */
const containers = ['mp4', 'webm'] as const;

/** Whether the file is an HLS playlist, judged by its name. An archive may serve an HLS playlist in place of a media file. */
export function isHlsAddress(url: string): boolean {
  return /\.m3u8(?:$|[?#])/i.test(url);
}

/** MIME types of which the device must support at least one to play the stream. */
export function contentTypesOf(stream: StreamFacts): string[] {
  const name = stream.codec.toLowerCase();
  const codec = codecStrings.get(name) ?? (/^[a-z0-9-]+(\.[a-z0-9]+)+$/i.test(stream.codec) ? stream.codec : null);
  return codec === null ? [] : containers.map((container) => `${stream.type}/${container}; codecs="${codec}"`);
}

export interface Decoder {
  canPlayType(contentType: string): string;
  decodingInfo?(configuration: MediaDecodingConfiguration): Promise<{ supported: boolean }>;
}

/** The first stream that this device cannot decode; null if it can decode all of them, or if that is unknown. */
export async function findUndecodable<Stream extends StreamFacts>(streams: readonly Stream[], decoder: Decoder): Promise<Stream | null> {
  for (const stream of streams) {
    const types = contentTypesOf(stream);
    if (types.length > 0 && !(await canDecodeOne(types, stream, decoder))) return stream;
  }
  return null;
}

async function canDecodeOne(types: readonly string[], stream: StreamFacts, decoder: Decoder): Promise<boolean> {
  const playableTypes = types.filter((type) => decoder.canPlayType(type) !== '');
  if (playableTypes.length === 0 || !decoder.decodingInfo) return playableTypes.length > 0;
  for (const type of playableTypes) {
    try {
      const info = await decoder.decodingInfo(configurationOf(type, stream));
      if (info.supported) return true;
    } catch {
      return true; // the browser did not understand the question, which is no reason to refuse
    }
  }
  return false;
}

function configurationOf(contentType: string, stream: StreamFacts): MediaDecodingConfiguration {
  if (stream.type === 'audio') return { type: 'file', audio: { contentType } };
  // Typical values replace unknown ones. They affect only the answer about smooth playback, which is not used here.
  return {
    type: 'file',
    video: { contentType, width: stream.width ?? 1280, height: stream.height ?? 720, bitrate: stream.bitrate || 2_000_000, framerate: 30 },
  };
}

/** The `Decoder` of a worker, which has no media element whose `canPlayType` it could call. */
export const workerDecoder: Decoder = {
  canPlayType: () => 'maybe',
  decodingInfo: (configuration) => navigator.mediaCapabilities.decodingInfo(configuration),
};

export function browserDecoder(element: HTMLVideoElement): Decoder {
  const capabilities: MediaCapabilities | undefined = navigator.mediaCapabilities;
  return {
    canPlayType: (type) => element.canPlayType(type),
    ...(capabilities && { decodingInfo: (configuration: MediaDecodingConfiguration) => capabilities.decodingInfo(configuration) }),
  };
}
