// Patterns of yt-dlp's messages for each kind of failure, with their origin. The first match decides. Messages about a site's limits and
// blocks come before those about a video, because YouTube's messages about limits begin with “Video unavailable”. General HTTP and network
// errors come last.
import type { FailureKind } from './failures.ts';

interface FailurePattern {
  kind: FailureKind;
  pattern: RegExp;
  /** Origin of the message: a file below yt_dlp/, an issue, a site, an RFC, a Python module, or the system. */
  source: string;
}

export const failurePatterns: readonly FailurePattern[] = [
  { kind: 'no-room', pattern: /no space left on device|errno 28\b|disk quota exceeded|errno 122\b/i, source: 'strerror(3): ENOSPC, EDQUOT' },

  { kind: 'bot-check', pattern: /confirm (that )?you.{0,3}re not a (ro)?bot/i, source: 'YouTube; yt-dlp issue 10128' },
  {
    kind: 'bot-check',
    pattern: /captcha|anti-bot challenge|unusual traffic|verify (that )?you are (a )?human/i,
    source: 'extractor/generic.py, “Cloudflare anti-bot challenge”; YouTube, “unusual traffic”',
  },
  { kind: 'rate-limited', pattern: /rate-limited by youtube|HTTP Error 429\b|too many requests/i, source: 'extractor/youtube/_video.py; RFC 6585' },
  { kind: 'sign-in-site', pattern: /rate-limit reached or login required/i, source: 'extractor/instagram.py' },
  { kind: 'sign-in-site', pattern: /cookies are no longer valid|session (has )?expired/i, source: 'extractor/youtube/_base.py, rotated cookies' },
  { kind: 'rate-limited', pattern: /rate.?limit(ed|ing)?\b/i, source: 'extractor/twitter.py, extractor/bilibili.py' },
  {
    kind: 'blocked',
    pattern: /your IP( address)? (is|has been) (likely being )?(blocked|banned)|IP address is blocked/i,
    source: 'extractor/tiktok.py, extractor/youtube',
  },

  { kind: 'not-yet', pattern: /premieres in|will begin in|this live event|live stream has not started|is upcoming/i, source: 'YouTube; extractor/common.py' },
  {
    kind: 'gone',
    pattern:
      /private video|video is private|been removed|been terminated|been deleted|no longer available|not available anymore|does not exist|HTTP Error (404|410)\b/i,
    source: 'YouTube; extractor/vimeo.py; RFC 9110',
  },
  {
    kind: 'region',
    pattern: /not available (from|in) your (location|country|region)|not made this video available in your country|geo.?restrict|HTTP Error 451\b/i,
    source: 'extractor/common.py, raise_geo_restricted; YouTube',
  },
  {
    kind: 'sign-in',
    pattern: /confirm your age|members.only|registered users|join this channel|log ?in required|requires? authentication|HTTP Error 401\b|use --cookies/i,
    source: 'extractor/common.py, raise_login_required; YouTube',
  },
  { kind: 'gone', pattern: /video (is )?unavailable/i, source: 'YouTube' },
  { kind: 'protected', pattern: /DRM protect|has DRM/i, source: 'extractor/common.py, report_drm' },
  { kind: 'no-format', pattern: /requested format is not available|no video formats found/i, source: 'YoutubeDL.py' },
  { kind: 'no-tab', pattern: /channel does not have an? \w+ tab/i, source: 'extractor/youtube/_tab.py' },
  { kind: 'unsupported', pattern: /unsupported URL|is not a valid URL/i, source: 'extractor/generic.py; YoutubeDL.py' },

  {
    kind: 'network-away',
    pattern: /network is unreachable|temporary failure in name resolution|errno -3\b|errno 101\b/i,
    source: 'strerror(3): ENETUNREACH; gai_strerror(3): EAI_AGAIN',
  },
  {
    kind: 'blocked',
    pattern: /HTTP Error 403\b|downloaded file is empty|did not get any data blocks/i,
    source: 'networking; downloader/http.py; downloader/fragment.py',
  },
  { kind: 'failing', pattern: /HTTP Error (408|5\d\d)\b/i, source: 'networking/_urllib.py; RFC 9110' },
  { kind: 'failing', pattern: /fragment \d+ not found/i, source: 'downloader/fragment.py, if it is the only error' },
  {
    kind: 'unreachable',
    pattern:
      /urlopen error|timed? ?out|connection (refused|reset|aborted|broken)|no route to host|name or service not known|failed to resolve|getaddrinfo|remote end closed|incompleteread|more expected|EOF occurred|unable to connect|giving up after \d+ retries|transporterror/i,
    source: 'networking/_urllib.py, _requests.py; downloader/http.py; http.client',
  },
];
