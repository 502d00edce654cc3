import { expect, test } from 'vitest';
import type { WireVideo } from '../../src/contract/names.ts';
import type { Decoder } from '../../src/lib/playability.ts';
import { chooseFiles } from '../../src/saved-media/saver/choose-files.ts';

const video = (overrides: Partial<WireVideo>): WireVideo =>
  ({
    media_url: '/youtube/UC/abc.mp4',
    vid_thumb_url: '/cache/a.jpg',
    channel: { channel_thumb_url: null },
    subtitles: [],
    streams: [{ type: 'video', codec: 'h264', width: 1, height: 1, bitrate: 1 }],
    ...overrides,
  }) as unknown as WireVideo;

const decoder = (...supportedTypes: string[]): Decoder => ({
  canPlayType: () => 'maybe',
  decodingInfo: ({ video: configuration }) => Promise.resolve({ supported: supportedTypes.some((type) => configuration?.contentType.startsWith(type)) }),
});

test.each([
  ['a file that this browser opens is saved as it is', '/youtube/UC/abc.mp4', undefined, ['video/mp4'], { mediaUrl: '/youtube/UC/abc.mp4', isStream: false }],
  [
    'the stream is saved if this browser does not open the container',
    '/youtube/UC/abc.mkv',
    '/abc.hls/master.m3u8',
    ['video/mp4'],
    { mediaUrl: '/abc.hls/master.m3u8', isStream: true },
  ],
  [
    'a file whose container this browser opens is saved, although there is a stream',
    '/youtube/UC/abc.mkv',
    '/abc.hls/master.m3u8',
    ['video/mp4', 'video/x-matroska'],
    { mediaUrl: '/youtube/UC/abc.mkv', isStream: false },
  ],
  [
    'the stream is saved if the type of the container is unknown',
    '/youtube/UC/abc.rmvb',
    '/abc.hls/master.m3u8',
    ['video/mp4'],
    { mediaUrl: '/abc.hls/master.m3u8', isStream: true },
  ],
  ['a media file that is an HLS playlist is saved as a stream', '/media/abc.m3u8', undefined, ['video/mp4'], { mediaUrl: '/media/abc.m3u8', isStream: true }],
] as const)('%s', async (_what, mediaUrl, hlsUrl, supportedTypes, expected) => {
  const choice = await chooseFiles(video({ media_url: mediaUrl, ...(hlsUrl === undefined ? {} : { hls_url: hlsUrl }) }), decoder(...supportedTypes));
  expect(choice).toMatchObject({ ok: true, value: { ...expected, smallUrls: ['/cache/a.jpg'] } });
});

test('a video that this device cannot decode is not saved', async () => {
  expect(await chooseFiles(video({}), decoder())).toEqual({ ok: false, error: { kind: 'unplayable' } });
});
