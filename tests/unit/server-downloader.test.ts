import { describe, expect, test } from 'vitest';
import { sourceArgs, commentLimits, downloadArgs, type DownloadSettings } from '../../server/downloader/download-args.ts';
import { createProgressReader } from '../../server/downloader/download-progress.ts';
import { readFailure } from '../../server/downloader/read-failure.ts';
import { baseNameOf, folderNameOf, safeNameOf } from '../../server/downloader/file-names.ts';
import { entryOfVideo, listLines, notYetReason } from '../../server/downloader/found-videos.ts';
import { pauseMs } from '../../server/downloader/pause.ts';
import { parseLink, splitLinks } from '../../server/downloader/parse-links.ts';
import { isOlder } from '../../server/downloader/yt-dlp.ts';
import { defaultAppSettings } from '../../server/archive/app-settings.ts';
import { processorMsSince } from '../builders/processor-time.ts';

const settings = (changes: Partial<DownloadSettings> = {}): DownloadSettings => ({ ...defaultAppSettings.downloads, ...changes });
const noCredentials = { cookieFile: null, poToken: null };

describe('the text of the add form', () => {
  const knownAddresses = {
    video: (id: string) => (id === 'madeVideo-1' ? 'https://videos.example/1' : null),
    channel: () => null,
    playlist: () => null,
  };
  test.each([
    ['dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['madeVideo-1', 'https://videos.example/1'],
    ['UCharbourharbourharbour1', 'https://www.youtube.com/channel/UCharbourharbourharbour1'],
    ['@slow.harbour', 'https://www.youtube.com/@slow.harbour'],
    ['PLwalkswalkswalkswalkswalkswalks34', 'https://www.youtube.com/playlist?list=PLwalkswalkswalkswalkswalkswalks34'],
    ['https://videos.example/a?b=c', 'https://videos.example/a?b=c'],
    ['videos.example/watch', 'videos.example/watch'],
    ['ytsearch3:gulls', 'ytsearch3:gulls'],
  ])('%s is looked up at %s', (link, address) => {
    expect(parseLink(link, knownAddresses)).toMatchObject({ ok: true, address });
  });

  test.each(['lighthouse', 'file:///etc/passwd', 'FILE:secret', 'TA_playlist_1', '--exec', '-x', ''])('“%s” is refused', (link) => {
    expect(parseLink(link, knownAddresses)).toMatchObject({ ok: false });
  });

  test('that is long and no link is shortened in the message', () => {
    expect(parseLink('low tide '.repeat(30), knownAddresses)).toEqual({
      ok: false,
      message: `“${'low tide '.repeat(23).slice(0, 200)}…” is neither a link nor an id.`,
    });
  });

  test('is split at line ends, and links of one line also at white space; a search or a phrase is not split', () => {
    const typedText = ' dQw4w9WgXcQ  @quay \r\n\nthe one with the lathe\nytsearch2:steam dQw4w9WgXcQ';
    expect(splitLinks(typedText)).toEqual(['dQw4w9WgXcQ', '@quay', 'the one with the lathe', 'ytsearch2:steam dQw4w9WgXcQ']);
  });

  test('a line that repeats “search” thousands of times is read in a time that grows no faster than its length', () => {
    const line = 'search'.repeat(40_000);
    const cpuBefore = process.cpuUsage();
    expect(splitLinks(line)).toEqual([line]);
    // A new match attempt at each “search” would take half a minute.
    expect(processorMsSince(cpuBefore)).toBeLessThan(2_000);
  });

  test.each([
    ['https://youtu.be/dQw4w9WgXcQ?t=3', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/playlist?list=PL1', null],
  ])('%s names the video %s', (link, videoId) => {
    expect(parseLink(link, knownAddresses)).toMatchObject({ videoId });
  });
});

describe('settings as yt-dlp options', () => {
  test.each([
    ['100,all,10,5', '100,all,10,5'],
    [' all , 10 ', 'all,10'],
    ['many', null],
    ['1,2,3,4,5', null],
    ['1;lang=de', null],
    [null, null],
  ])('comment limits %j become %j', (setting, limits) => {
    expect(commentLimits(setting)).toBe(limits);
  });

  test('a value with a separator, which would start another argument of the option, is left out, and so is an invalid address', () => {
    expect(
      sourceArgs(settings({ extractor_lang: 'de;x=y', comment_max: 'all;x', pot_provider_url: 'javascript:1' }), { ...noCredentials, poToken: 'web+a;b' }),
    ).toEqual([]);
    expect(sourceArgs(settings({ extractor_lang: 'de', comment_max: '1' }), { cookieFile: '/c', poToken: 'web+abc=' }, { withComments: true })).toEqual([
      '--extractor-args=youtube:max_comments=1;comment_sort=top;lang=de;player_client=web,default;po_token=web+abc=',
      '--cookies=/c',
      '--write-comments',
    ]);
  });

  test('a channel’s format takes precedence over the archive’s format; without ffmpeg nothing is merged', () => {
    const formatOf = (format: string | null, channelFormat: string | null, ffmpeg: string | null): string | undefined =>
      downloadArgs({ settings: settings({ format }), credentials: noCredentials, format: channelFormat, ffmpeg, folder: '/f' }).find((arg) =>
        arg.startsWith('--format='),
      );
    expect([formatOf('b', 'worst', '/x'), formatOf('b', null, '/x'), formatOf(null, null, null)]).toEqual(['--format=worst', '--format=b', '--format=b/bv/ba']);
  });

  test.each([
    ['user', ['--write-subs']],
    ['auto', ['--write-subs', '--write-auto-subs']],
    [null, ['--write-subs']],
  ] as const)('with the subtitle source %s, subtitles are requested by %j', (source, expected) => {
    const plan = {
      settings: settings({ subtitle: 'en, de,;', subtitle_source: source }),
      credentials: noCredentials,
      format: null,
      ffmpeg: null,
      folder: '/f',
    };
    const args = downloadArgs(plan);
    expect(args.filter((arg) => arg.startsWith('--write-') && arg.endsWith('subs'))).toEqual(expected);
    expect(args).toContain('--sub-langs=en,de');
  });

  test.each([
    [10, 0, 5000],
    [10, 1, 15_000],
    [0, 0.5, 0],
    [null, 0.5, 0],
    [-3, 0.5, 0],
  ])('a pause of %j s with the random number %d is %d ms', (seconds, random, ms) => {
    expect(pauseMs(seconds, random)).toBe(ms);
  });
});

test.each([
  ['ERROR: [youtube] x: Private video. Sign in', 'gone'],
  ['ERROR: [generic] x: HTTP Error 404: Not Found', 'gone'],
  ['ERROR: unable to write data: [Errno 28] No space left on device', 'no-room'],
  ['ERROR: [youtube] x: Premieres in 3 hours', 'not-yet'],
  ['ERROR: x: <urlopen error [Errno 111] Connection refused>', 'unreachable'],
  ['WARNING: old\nERROR: Requested format is not available', 'no-format'],
  ['', 'failing'],
  // yt-dlp prints its step markers without line ends; they are not error messages.
  ['stowaway-step FixupM3u8stowaway-step MoveFiles', 'failing'],
  ['stowaway-step MoveFilesERROR: [download] Got error: 5 more expected\nstowaway-step MoveFilesstowaway-step MoveFiles', 'unreachable'],
])('%j is a failure of kind %s', (stderr, kind) => {
  expect(readFailure(stderr, 'It ended with 1.').kind).toBe(kind);
});

test('the message of a failure leaves out the query of an address and yt-dlp’s advice to report the issue', () => {
  const stderr = 'ERROR: [x] y: cannot read https://videos.example/a?token=secret (caused by <X>); please report this issue on https://github.com/x';
  expect(readFailure(stderr, '').message).toBe('[x] y: cannot read https://videos.example/a');
});

test.each([
  ['2023.03.04', '2023.03.04', false],
  ['2022.12.31', '2023.03.04', true],
  ['2026.01.05.232653', '2023.03.04', false],
  ['2023.3.3', '2023.03.04', true],
])('%s is older than %s: %j', (version, minimum, expected) => {
  expect(isOlder(version, minimum)).toBe(expected);
});

describe('progress', () => {
  const line = (progress: object): string => `stowaway-progress ${JSON.stringify(progress)}`;

  test('reports share, speed and time left, worded like the example in the contract', () => {
    const readProgress = createProgressReader(null);
    const update = readProgress(line({ filename: '/f/media-18.mp4', downloaded_bytes: 97_027_293, total_bytes: 220_515_532, speed: 6_396_313, eta: 19 }));
    expect(update).toMatchObject({ share: expect.closeTo(0.44, 2), message: '44.0% of 210.3MiB at 6.1MiB/s - time left: 00:19', totalBytes: 220_515_532 });
  });

  test('never falls when the audio is downloaded after the video, and ignores thumbnails', () => {
    const readProgress = createProgressReader(1000);
    expect(readProgress(line({ filename: '/f/media-1.webp', downloaded_bytes: 5, total_bytes: 5 }))).toBeNull();
    expect(readProgress('[info] something')).toBeNull();
    const shares = [
      { filename: '/f/media-1.f1.mp4', downloaded_bytes: 800, total_bytes: 800 },
      { filename: '/f/media-1.f2.m4a', downloaded_bytes: 0, total_bytes: 200 },
      { filename: '/f/media-1.f2.m4a', downloaded_bytes: 100, total_bytes: 200 },
    ].map((progress) => readProgress(line(progress))?.share);
    expect(shares).toEqual([0.8, 0.8, 0.9]);
    expect(readProgress('stowaway-step Merger')).toMatchObject({ share: 0.99 });
  });
});

describe('names', () => {
  test.each([
    ['What? A/B: "yes"', 'What？ A⧸B： ＂yes＂'],
    ['.hidden...', 'hidden'],
    ['a\u0000b\nc', 'a b c'],
    ['CON', '_CON'],
    ['', '_'],
    ['..', '_'],
  ])('%j becomes %j', (text, name) => {
    expect(safeNameOf(text, 100)).toBe(name);
  });

  test('leave space for an extension within 255 bytes, and are cut between characters', () => {
    const name = baseNameOf({ title: '🎥'.repeat(200), id: 'x'.repeat(100) });
    expect(Buffer.byteLength(`${name}.zh-Hans-orig.info.json`)).toBeLessThan(256);
    expect(name).not.toMatch(/\uFFFD/);
  });

  test('a video without a channel goes into a folder named after its site', () => {
    expect(folderNameOf({ webpage_url: 'https://www.videos.example:8443/a' })).toBe('videos.example');
  });
});

describe('found videos and lists', () => {
  const channelTab = (tabPath: string, entries: object[]): Record<string, unknown> => ({
    _type: 'playlist',
    id: 'UCharbourharbourharbour1',
    title: 'Harbour - Videos',
    channel: 'Harbour',
    channel_id: 'UCharbourharbourharbour1',
    extractor: 'youtube:tab',
    webpage_url: `https://www.youtube.com/@harbour${tabPath}`,
    entries,
  });
  const entry = { _type: 'url', ie_key: 'Youtube', id: 'dQw4w9WgXcQ', url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', title: 'Fog', duration: 30 };

  test.each([
    ['/videos', 'videos'],
    ['/shorts', 'shorts'],
    ['/streams', 'streams'],
    ['/search?query=x', 'unknown'],
  ])('a line of the tab %s is of kind %s, of that channel, and in no playlist', (tabPath, kind) => {
    const [line] = listLines(channelTab(tabPath, [entry]));
    expect(line?.entry).toMatchObject({ videoId: 'dQw4w9WgXcQ', kind, channelId: 'UCharbourharbourharbour1', channelName: 'Harbour', duration: 30 });
    expect(line?.listed).toBeNull();
  });

  test('a list within a list is followed, not queued', () => {
    expect(listLines(channelTab('', [{ _type: 'url', ie_key: 'YoutubeTab', url: 'https://www.youtube.com/@harbour/shorts' }]))).toMatchObject([
      { isList: true, entry: null },
    ]);
  });

  test('each line of a playlist contains the playlist’s id and title, and its own index', () => {
    const list = {
      ...channelTab('', [entry, { ...entry, id: 'aaaaaaaaaa2' }]),
      id: 'PLwalkswalkswalkswalkswalkswalks34',
      title: 'Walks',
      webpage_url: 'https://www.youtube.com/playlist?list=x',
    };
    expect(listLines(list).map(({ listed }) => [listed?.list.playlistId, listed?.fields['playlist_title'], listed?.fields['playlist_index']])).toEqual([
      ['PLwalkswalkswalkswalkswalkswalks34', 'Walks', 1],
      ['PLwalkswalkswalkswalkswalkswalks34', 'Walks', 2],
    ]);
  });

  test.each([
    [{ live_status: 'is_upcoming', title: 'Storm' }, 'Storm has not begun yet.'],
    [{ is_live: true, title: 'Storm' }, 'Storm is being broadcast; it can be downloaded when it has ended.'],
    [{ live_status: 'was_live' }, null],
    [{}, null],
  ])('the reason why %j cannot be downloaded yet is %j', (info, reason) => {
    expect(notYetReason(info)).toBe(reason);
  });

  test('the expected size is the sum of all formats, rounded up, and a video without an id gets no entry', () => {
    const info = { id: 'x', title: 'x', extractor: 'quay', requested_formats: [{ filesize: 100 }, { filesize_approx: 50.5 }] };
    expect(entryOfVideo(info, 'quay:x', null)).toMatchObject({ expectedSize: 151, sourceUrl: 'quay:x' });
    expect(entryOfVideo({ title: 'no id' }, 'quay:x', null)).toBeNull();
  });
});
