// The archive's HLS playlists are read, and rewritten for one saved video.
import { expect, test } from 'vitest';
import { isEncrypted, parseMaster, parseMediaPlaylist } from '../../src/saved-media/saver/hls-playlists.ts';

const mediaPlaylist = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="init.mp4?until=5"
#EXTINF:4.000000,
seg-00000.m4s?until=5
#EXT-X-DISCONTINUITY
#EXT-X-MAP:URI="init.mp4?until=5"
#EXTINF:2.5,
seg-00001.m4s?until=5
#EXT-X-ENDLIST
`;

test('a media playlist names each file once, by its path at the archive', () => {
  const { files, isComplete } = parseMediaPlaylist(mediaPlaylist, '/youtube/UC/abc.hls/index.m3u8?until=5');
  expect(files.map(({ url }) => url)).toEqual([
    '/youtube/UC/abc.hls/init.mp4?until=5',
    '/youtube/UC/abc.hls/seg-00000.m4s?until=5',
    '/youtube/UC/abc.hls/seg-00001.m4s?until=5',
  ]);
  expect([isComplete, parseMediaPlaylist(mediaPlaylist.replace('#EXT-X-ENDLIST', ''), '/x').isComplete]).toEqual([true, false]);
});

test('the saved playlist points to the same files as ranges of one file, and keeps every other line', () => {
  const { files, rewrite } = parseMediaPlaylist(mediaPlaylist, '/youtube/UC/abc.hls/index.m3u8');
  const lines = rewrite('/_saved/abc/original/1', (file) => ({ first: files.findIndex(({ url }) => url === file.url) * 100, bytes: 100 })).split('\n');
  expect(lines).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:4',
    '#EXT-X-MAP:URI="/_saved/abc/original/1",BYTERANGE="100@0"',
    '#EXTINF:4.000000,',
    '#EXT-X-BYTERANGE:100@100',
    '/_saved/abc/original/1',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-MAP:URI="/_saved/abc/original/1",BYTERANGE="100@0"',
    '#EXTINF:2.5,',
    '#EXT-X-BYTERANGE:100@200',
    '/_saved/abc/original/1',
    '#EXT-X-ENDLIST',
    '',
  ]);
});

test('a byte range without a start follows the previous range of the same file', () => {
  const text = '#EXTM3U\n#EXT-X-BYTERANGE:10@5\na.ts\n#EXT-X-BYTERANGE:20\na.ts\n#EXT-X-BYTERANGE:7\nb.ts\n#EXT-X-ENDLIST';
  expect(parseMediaPlaylist(text, '/m/list.m3u8').files).toEqual([
    { url: '/m/a.ts', range: { first: 5, bytes: 10 } },
    { url: '/m/a.ts', range: { first: 15, bytes: 20 } },
    { url: '/m/b.ts', range: { first: 0, bytes: 7 } },
  ]);
});

const masterPlaylist = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="low",NAME="English",DEFAULT=YES,URI="low.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="high",NAME="Deutsch",DEFAULT=NO,URI="de.m3u8"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="high",NAME="English, spoken",DEFAULT=YES,URI="en.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",URI="sub-en.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="Deutsch",URI="sub-de.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=800000,AUDIO="low",CODECS="avc1.640028,mp4a.40.2"
small.m3u8
#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=1,BANDWIDTH=4000000,AUDIO="high",SUBTITLES="subs",CODECS="avc1.640028,mp4a.40.2"
large.m3u8
`;

test('the best of several variants is saved, with the default audio and all subtitles', () => {
  const parsedMaster = parseMaster(masterPlaylist, '/m/master.m3u8');
  expect(parsedMaster?.playlists).toEqual([
    { name: 'video', url: '/m/large.m3u8' },
    { name: 'audio-0', url: '/m/en.m3u8' },
    { name: 'subtitles-0', url: '/m/sub-en.m3u8' },
    { name: 'subtitles-1', url: '/m/sub-de.m3u8' },
  ]);
  expect(parsedMaster?.rewrite((name) => `/_saved/${name}`).split('\n')).toEqual([
    '#EXTM3U',
    '#EXT-X-VERSION:6',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="high",NAME="English, spoken",DEFAULT=YES,URI="/_saved/audio-0"',
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="English",URI="/_saved/subtitles-0"',
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="subs",NAME="Deutsch",URI="/_saved/subtitles-1"',
    '#EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=1,BANDWIDTH=4000000,AUDIO="high",SUBTITLES="subs",CODECS="avc1.640028,mp4a.40.2"',
    '/_saved/video',
    '',
  ]);
  expect(parseMaster(mediaPlaylist, '/m/index.m3u8')).toBeNull();
});

test('an encrypted stream is recognised by its key', () => {
  expect(isEncrypted(mediaPlaylist)).toBe(false);
  expect(isEncrypted('#EXTM3U\n#EXT-X-KEY:METHOD=NONE\na.ts')).toBe(false);
  expect(isEncrypted('#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="key"\na.ts')).toBe(true);
});
