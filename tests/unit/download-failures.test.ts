// How yt-dlp's messages are classified, when a site is retried, and which values of the setting `extra_options` are allowed.
import { describe, expect, test } from 'vitest';
import { backoffMs } from '../../server/downloader/backoff.ts';
import { sourceArgs } from '../../server/downloader/download-args.ts';
import { extraOptionsOf } from '../../server/downloader/extra-options.ts';
import { scopeOf, type FailureKind } from '../../server/downloader/failures.ts';
import { readFailure, warningsOf } from '../../server/downloader/read-failure.ts';
import { failurePatterns } from '../../server/downloader/failure-patterns.ts';
import { siteOfAddress } from '../../server/archive/sites.ts';
import { defaultAppSettings } from '../../server/archive/app-settings.ts';

const messages: [text: string, kind: FailureKind][] = [
  ['[youtube] x: Sign in to confirm you’re not a bot. Use --cookies-from-browser or --cookies for the authentication', 'bot-check'],
  ["[youtube] x: Sign in to confirm you're not a bot. This helps protect our community", 'bot-check'],
  ['[generic] Got HTTP Error 403 caused by Cloudflare anti-bot challenge; try again with  --extractor-args "generic:impersonate"', 'bot-check'],
  [
    '[youtube] x: Video unavailable. This content isn’t available, try again later. The current session has been rate-limited by YouTube for up to an hour',
    'rate-limited',
  ],
  ['[vimeo] 1: Unable to download webpage: HTTP Error 429: Too Many Requests', 'rate-limited'],
  ['[Instagram] x: Requested content is not available, rate-limit reached or login required. Use --cookies', 'sign-in-site'],
  ['[youtube] The provided YouTube account cookies are no longer valid.', 'sign-in-site'],
  ['[TikTok] 1: Your IP address is blocked from accessing this post', 'blocked'],
  ['unable to download video data: HTTP Error 403: Forbidden', 'blocked'],
  ['[youtube] x: Private video. Sign in if you’ve been granted access to this video. Use --cookies', 'gone'],
  ['[youtube] x: Video unavailable. This video has been removed by the uploader', 'gone'],
  ['[youtube] x: Video unavailable', 'gone'],
  ['[youtube] x: Sign in to confirm your age. This video may be inappropriate for some users. Use --cookies', 'sign-in'],
  ['[nebula] x: This video is only available for registered users. Use --username and --password or --netrc', 'sign-in'],
  ['[youtube] x: Join this channel to get access to members-only content like this video', 'sign-in'],
  ['[bbc] x: This video is not available from your location due to geo restriction', 'region'],
  ['[youtube] x: Video unavailable. The uploader has not made this video available in your country', 'region'],
  ['[drmtoday] x: This video is DRM protected', 'protected'],
  ['[youtube] x: Requested format is not available. Use --list-formats for a list of available formats', 'no-format'],
  ['Unsupported URL: https://videos.example/', 'unsupported'],
  ['[youtube:tab] @harbour: This channel does not have a videos tab', 'no-tab'],
  ['[youtube] x: Premieres in 3 hours', 'not-yet'],
  ['[youtube] x: Unable to download API page: <urlopen error [Errno -3] Temporary failure in name resolution>', 'network-away'],
  ['[youtube] x: Unable to download webpage: [Errno 101] Network is unreachable', 'network-away'],
  ['[x] y: Unable to download webpage: <urlopen error [Errno -2] Name or service not known>', 'unreachable'],
  ['[x] y: Unable to download webpage: HTTPSConnection: Failed to establish a new connection: [Errno 111] Connection refused', 'unreachable'],
  ['[x] y: Unable to download JSON metadata: HTTP Error 503: Service Unavailable', 'failing'],
  ['Did not get any data blocks', 'blocked'],
  ['fragment 4 not found, unable to continue', 'failing'],
  ['[download] Got error: 9 more expected. Giving up after 10 retries\nERROR: fragment 4 not found, unable to continue', 'unreachable'],
  ['\r[download] Got error: 1024 bytes read, 2048 more expected. Giving up after 5 retries', 'unreachable'],
  ['unable to write data: [Errno 28] No space left on device', 'no-room'],
  ['[x] y: Unable to extract title; please report this issue on https://github.com/yt-dlp/yt-dlp/issues', 'refused'],
];

test.each(messages)('“%s” is %s', (text, kind) => {
  expect(readFailure(`WARNING: something else\nERROR: ${text}`, '').kind).toBe(kind);
});

test('every failure pattern names its source, and a message of every kind is tested', () => {
  expect(failurePatterns.filter(({ source }) => source.length < 4)).toEqual([]);
  const testedKinds = new Set(messages.map(([, kind]) => kind));
  expect([...new Set(failurePatterns.map(({ kind }) => kind))].filter((kind) => !testedKinds.has(kind))).toEqual([]);
});

test('each warning is kept once, without the query parameters of its addresses', () => {
  const stderr =
    'WARNING: [youtube] No supported JavaScript runtime\nWARNING: [youtube] No supported JavaScript runtime\nWARNING: see https://a.example/x?key=secret now\nERROR: no\n';
  expect(warningsOf(stderr)).toEqual(['[youtube] No supported JavaScript runtime', 'see https://a.example/x now']);
  expect(readFailure(stderr, '').warnings).toHaveLength(2);
});

test.each([
  ['The current session has been rate-limited by YouTube for up to an hour', 3_600_000],
  ['HTTP Error 429: Too Many Requests. Retry-After: 120', 120_000],
  ['Too many requests, try again in 5 minutes', 300_000],
  ['HTTP Error 429: Too Many Requests', null],
])('“%s” asks to wait %j ms', (text, ms) => {
  expect(readFailure(`ERROR: ${text}`, '').waitMs).toBe(ms);
});

test.each(Object.entries(scopeOf).filter(([, scope]) => scope !== 'item' && scope !== 'server') as [FailureKind, string][])(
  'the wait after a failure of the kind %s grows with each further failure, to at most a day, and is never shorter than the site requested',
  (kind) => {
    const waitRanges = [1, 2, 3, 30].map(
      (consecutiveFailures) => [backoffMs(kind, consecutiveFailures, null, 0), backoffMs(kind, consecutiveFailures, null, 1)] as const,
    );
    for (const [shortestMs, longestMs] of waitRanges) {
      expect(shortestMs).toBeGreaterThanOrEqual(15_000);
      expect(longestMs).toBeLessThanOrEqual(24 * 3_600_000);
    }
    const longestWaits = waitRanges.map(([, longestMs]) => longestMs);
    expect(longestWaits).toEqual(longestWaits.toSorted((left, right) => left - right));
    expect(longestWaits[0]).toBeLessThan(longestWaits[2] ?? 0);
    expect(backoffMs(kind, 1, 5 * 3_600_000, 0)).toBe(5 * 3_600_000);
  },
);

test.each([
  ['https://www.youtube.com/watch?v=x', 'youtube.com'],
  ['https://youtu.be/x', 'youtube.com'],
  ['https://m.youtube.com/x', 'youtube.com'],
  ['ytsearch5:lighthouses', 'youtube.com'],
  ['http://127.0.0.1:8080/x', '127.0.0.1:8080'],
  ['quay:127.0.0.1:8080/x', '127.0.0.1:8080'],
  [null, 'unknown'],
])('%j belongs to the site %s', (address, site) => {
  expect(siteOfAddress(address)).toBe(site);
});

describe('the setting extra_options', () => {
  test.each([
    [null, []],
    ['  ', []],
    ['--force-ipv4 --retries 20', ['--force-ipv4', '--retries=20']],
    ['--user-agent "Quay Browser/1.0"', ['--user-agent=Quay Browser/1.0']],
    ['--proxy=socks5://127.0.0.1:9050/ --concurrent-fragments=4', ['--proxy=socks5://127.0.0.1:9050/', '--concurrent-fragments=4']],
  ])('the options %j become %j', (text, options) => expect(extraOptionsOf(text)).toEqual({ ok: true, options, youtube: [] }));

  test.each([
    ['--exec "touch pwned"', '--exec'],
    ['--exec=ls', '--exec'],
    ['--output=/etc/x', '--output'],
    ['-o x', '-o'],
    ['--paths /tmp', '--paths'],
    ['--config-locations /tmp', '--config-locations'],
    ['--plugin-dirs /tmp', '--plugin-dirs'],
    ['--cookies /etc/shadow', '--cookies'],
    ['--cookies-from-browser firefox', '--cookies-from-browser'],
    ['--downloader aria2c', '--downloader'],
    ['--external-downloader-args x', '--external-downloader-args'],
    ['--postprocessor-args ffmpeg:-x', '--postprocessor-args'],
    ['--use-postprocessor Exec:x', '--use-postprocessor'],
    ['--ffmpeg-location /tmp', '--ffmpeg-location'],
    ['--load-info-json x', '--load-info-json'],
    ['--remote-components ejs:npm', '--remote-components'],
    ['--js-runtimes node:/tmp/x', '--js-runtimes'],
    ['--cache-dir /', '--cache-dir'],
    ['--netrc-cmd x', '--netrc-cmd'],
    ['--constructor', '--constructor'],
    ['--retries --exec=ls', '--retries'],
    ['--retries many', '--retries'],
    ['--force-ipv4=yes', '--force-ipv4'],
    ['--proxy http://ana:secret@proxy.example/', '--proxy'],
    ['--extractor-args youtubepot-bgutilscript:script_path=/tmp/x', '--extractor-args'],
    ['--extractor-args youtube:po_token=x', '--extractor-args'],
    ['https://videos.example/', 'https://videos.example/'],
  ])('the options %j are refused, and the message names %s', (text, namedOption) => {
    expect(extraOptionsOf(text)).toEqual({ ok: false, message: expect.stringContaining(`“${namedOption}”`) as string });
  });

  test('an unclosed quotation mark is refused too', () => expect(extraOptionsOf('--user-agent "x').ok).toBe(false));

  test('all arguments for YouTube are in one option, and those that a person typed take precedence over the other settings', () => {
    const settings = { ...defaultAppSettings.downloads, extractor_lang: 'de', extra_options: '--extractor-args youtube:player_client=tv;lang=en --force-ipv6' };
    const args = sourceArgs(settings, { cookieFile: null, poToken: 'web+token' });
    expect(args).toEqual(['--extractor-args=youtube:po_token=web+token;player_client=tv;lang=en', '--force-ipv6']);
  });
});
